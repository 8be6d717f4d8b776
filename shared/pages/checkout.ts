import { dueOf } from '../flows/checkout/view.ts';
import type { PageLocale } from '../locales/pages/locale.ts';
import type { Message } from '../locales/pages/texts.ts';
import { type Html, html } from '../platform/html.ts';
import { buyerFields, type Entered, type Problem } from './buyer-fields.ts';
import { type Page, type RenderedPage, renderPage } from './layout.ts';
import { MARK_BOX, markPath } from './method-marks.ts';
import { type PageTexts, pageTextsOf } from './page-texts.ts';
import { brandIn, type Shown } from './shown.ts';

/** The pages of the hosted checkout, one function for each state. */

/** Absolute URLs of the pages of a session or one-off payment. */
export interface CheckoutLinks {
  readonly show: string;
  readonly pay: string;
  readonly code: string;
  readonly cancel: string;
  readonly return: string;
}

export const linksOf = (checkoutUrl: string): CheckoutLinks => ({
  show: checkoutUrl,
  pay: `${checkoutUrl}/pay`,
  code: `${checkoutUrl}/code`,
  cancel: `${checkoutUrl}/cancel`,
  return: `${checkoutUrl}/return`,
});

const NOTHING_ENTERED: Entered = {};

const pageOf = (shown: Shown, page: Pick<Page, 'title' | 'heading' | 'content' | 'refresh'>): RenderedPage =>
  renderPage({ ...page, brand: brandIn(shown), testMode: shown.testMode, locale: shown.locale });

const MARK_ATTRIBUTES = Object.entries(MARK_BOX).map(([name, value]) => html` ${name}="${value}"`);

const markOf = (method: string): Html => html`<svg${MARK_ATTRIBUTES} aria-hidden="true"><path d="${markPath(method)}"/></svg>`;

const choice = (
  label: string,
  method: string,
  { checked, wrong }: { readonly checked: boolean; readonly wrong: boolean },
): Html => html`<div class="choice">
<input type="radio" name="method" id="method-${method}" value="${method}" required${checked ? html` checked` : null}${
  wrong ? html` aria-invalid="true" aria-describedby="method-mistake"` : null
}>
<label for="method-${method}">${label}</label>
${markOf(method)}
</div>
`;

const methodChoice = ({ view, locale }: Shown, pageTexts: PageTexts, problem: Problem | null, entered: Entered): Html => {
  const wrong = problem?.field === 'method';
  const isChecked = (method: string): boolean => view.methods.length === 1 || entered.method === method;
  return html`<fieldset>
<legend>${locale.texts.howToPay}</legend>
${wrong ? html`<p class="mistake" id="method-mistake">${problem.message}</p>` : null}
${view.methods.map((method) => choice(pageTexts.methodLabel(method), method, { checked: isChecked(method), wrong }))}</fieldset>`;
};

/** The form to apply or remove a promotion code; `null` if the product takes none. */
const codeForm = ({ view, locale: { texts } }: Shown, links: CheckoutLinks, problem: Problem | null, entered: Entered): Html | null => {
  if (!('session' in view) || !view.product.takesCodes) return null;
  const wrong = problem?.field === 'code';
  const bound = view.session.discount !== null;
  return html`<details class="code"${wrong ? html` open` : null}>
<summary>${bound ? texts.changeCode : texts.addCode}</summary>
<form method="post" action="${links.code}">
<label for="code">${texts.codeLabel}</label>
${wrong ? html`<p class="mistake" id="code-mistake">${problem.message}</p>` : null}
<input id="code" name="code" maxlength="64" required autocomplete="off" autocapitalize="characters" spellcheck="false" value="${
    entered.code ?? ''
  }"${wrong ? html` aria-invalid="true" aria-describedby="code-mistake"` : null}>
<button type="submit" class="quiet">${texts.applyCode}</button>
</form>
${
  bound
    ? html`<form method="post" action="${links.code}">
<button type="submit" class="quiet">${texts.removeCode}</button>
</form>`
    : null
}
</details>`;
};

const problemSummary = (problem: Problem, firstMethod: string | undefined, { texts }: PageLocale): Html => {
  const target = problem.field === 'method' ? firstMethod && `method-${firstMethod}` : problem.field;
  return html`<div class="problem" role="alert" tabindex="-1" autofocus>
<h2>${texts.problemHeading}</h2>
<p>${target ? html`<a href="#${target}">${problem.message}</a>` : problem.message}</p>
</div>`;
};

/**
 * The open checkout: order, payment form and cancel button. The forms need no CSRF token: there are no cookies or other ambient credentials
 * to abuse. The only credential is the URL, which cannot be guessed, and a forged request would need it too.
 */
export const openPage = (
  shown: Shown,
  links: CheckoutLinks,
  problem: Problem | null = null,
  entered: Entered = NOTHING_ENTERED,
): RenderedPage => {
  const { view, locale } = shown;
  const { texts } = locale;
  const pageTexts = pageTextsOf(shown);
  return pageOf(shown, {
    title: problem === null ? texts.checkout : texts.problemTitle,
    heading: null,
    content: html`${problem === null ? null : problemSummary(problem, view.methods[0], locale)}
<div class="columns">
<section class="order">
${pageTexts.order}
${codeForm(shown, links, problem, entered)}
</section>
<section>
<form method="post" action="${links.pay}">
<input type="hidden" name="amount" value="${dueOf(view).amountCents}">
${buyerFields(shown, problem, entered)}
${methodChoice(shown, pageTexts, problem, entered)}
<button type="submit">${pageTexts.payLabel}</button>
</form>
<form method="post" action="${links.cancel}">
<button type="submit" class="quiet">${texts.cancelTo(view.merchantName)}</button>
</form>
</section>
</div>`,
  });
};

/** Shown until the provider reports an outcome: seconds for cards, days for banks. `afterSeconds: null`: no automatic refresh. */
export const processingPage = (shown: Shown, links: CheckoutLinks, next: ProcessingNext): RenderedPage => {
  const { waiting, isOpen } = pageTextsOf(shown);
  const { texts } = shown.locale;
  return pageOf(shown, {
    title: waiting.title,
    content: html`${waiting.text}
<p><a class="button" href="${next.url}">${texts.checkAgain}</a></p>
${isOpen ? html`<p><a href="${links.show}">${texts.backToCheckout}</a></p>` : null}`,
    ...(next.afterSeconds === null || !waiting.refreshes ? {} : { refresh: { afterSeconds: next.afterSeconds, url: next.url } }),
  });
};

export interface ProcessingNext {
  readonly url: string;
  readonly afterSeconds: number | null;
}

const linkButton = (url: string | null, label: string): Html | null =>
  url === null ? null : html`<p><a class="button" href="${url}">${label}</a></p>`;

const messagePage = (shown: Shown, { title, text }: Message, on: Html | null = null): RenderedPage =>
  pageOf(shown, { title, content: html`<p>${text}</p>\n${on}` });

export const completedPage = (shown: Shown): RenderedPage => {
  const { thanks, successUrl } = pageTextsOf(shown);
  const { texts } = shown.locale;
  return messagePage(shown, { title: texts.complete, text: thanks }, linkButton(successUrl, texts.continueTo(shown.view.merchantName)));
};

/** Shown after a payment method was verified, if the shop gave no return URL. */
export const setupPage = (shown: Shown, saved: boolean): RenderedPage =>
  messagePage(shown, saved ? shown.locale.texts.methodSaved : shown.locale.texts.methodNotSaved);

/** The checkout expired, was cancelled, or its payment was refused. */
export const expiredPage = (shown: Shown, refused: boolean): RenderedPage => {
  const { texts } = shown.locale;
  return messagePage(
    shown,
    refused ? texts.failed : texts.ended,
    linkButton(pageTextsOf(shown).cancelUrl, texts.backTo(shown.view.merchantName)),
  );
};

/** Shown after the buyer was purged. Shows neither the outcome nor a link to the shop. */
export const closedPage = (shown: Shown): RenderedPage => messagePage(shown, shown.locale.texts.closed);

export const unknownPage = (locale: PageLocale): RenderedPage => {
  const { title, text } = locale.texts.unknown;
  return renderPage({ title, brand: null, testMode: false, locale, content: html`<p>${text}</p>` });
};
