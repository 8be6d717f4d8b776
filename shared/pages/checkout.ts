import { dueOf } from '../flows/checkout/view.ts';
import type { Texts } from '../locales/pages/en.ts';
import type { PageLocale } from '../locales/pages/locale.ts';
import { type Html, html } from '../platform/html.ts';
import { buyerFields, type Entered, type Problem } from './buyer-fields.ts';
import { type Page, type RenderedPage, renderPage } from './layout.ts';
import { ICON_ATTRIBUTES, iconPath } from './method-icons.ts';
import { brandIn, type PageData } from './page-data.ts';
import { type PageTexts, pageTextsOf } from './page-texts.ts';

/** The pages of the hosted checkout, one function for each state. */

/** Absolute URLs of the pages of a session or one-off payment. */
export interface CheckoutLinks {
  readonly show: string;
  readonly pay: string;
  readonly code: string;
  readonly cancel: string;
  readonly return: string;
  readonly again: string;
}

export const linksOf = (checkoutUrl: string): CheckoutLinks => ({
  show: checkoutUrl,
  pay: `${checkoutUrl}/pay`,
  code: `${checkoutUrl}/code`,
  cancel: `${checkoutUrl}/cancel`,
  return: `${checkoutUrl}/return`,
  again: `${checkoutUrl}/again`,
});

const NOTHING_ENTERED: Entered = {};

const pageOf = (pageData: PageData, page: Pick<Page, 'title' | 'heading' | 'content' | 'refresh'>): RenderedPage =>
  renderPage({ ...page, brand: brandIn(pageData), testMode: pageData.testMode, locale: pageData.locale });

const ICON_ATTRIBUTE_TEXT = Object.entries(ICON_ATTRIBUTES).map(([name, value]) => html` ${name}="${value}"`);

const iconOf = (method: string): Html => html`<svg${ICON_ATTRIBUTE_TEXT} aria-hidden="true"><path d="${iconPath(method)}"/></svg>`;

const choice = (
  label: string,
  method: string,
  { checked, isInvalid }: { readonly checked: boolean; readonly isInvalid: boolean },
): Html => html`<div class="choice">
<input type="radio" name="method" id="method-${method}" value="${method}" required${checked ? html` checked` : null}${
  isInvalid ? html` aria-invalid="true" aria-describedby="method-mistake"` : null
}>
<label for="method-${method}">${label}</label>
${iconOf(method)}
</div>
`;

const methodChoice = ({ view, locale }: PageData, pageTexts: PageTexts, problem: Problem | null, entered: Entered): Html => {
  const isInvalid = problem?.field === 'method';
  const isChecked = (method: string): boolean => view.methods.length === 1 || entered.method === method;
  return html`<fieldset>
<legend>${locale.texts.howToPay}</legend>
${isInvalid ? html`<p class="mistake" id="method-mistake">${problem.message}</p>` : null}
${view.methods.map((method) => choice(pageTexts.methodLabel(method), method, { checked: isChecked(method), isInvalid }))}</fieldset>`;
};

/** The form to apply or remove a promotion code; `null` if the product takes none. */
const codeForm = ({ view, locale: { texts } }: PageData, links: CheckoutLinks, problem: Problem | null, entered: Entered): Html | null => {
  if (!('session' in view) || !view.product.takesCodes) return null;
  const isInvalid = problem?.field === 'code';
  const hasCode = view.session.discount !== null;
  return html`<details class="code"${isInvalid ? html` open` : null}>
<summary>${hasCode ? texts.changeCode : texts.addCode}</summary>
<form method="post" action="${links.code}">
<label for="code">${texts.codeLabel}</label>
${isInvalid ? html`<p class="mistake" id="code-mistake">${problem.message}</p>` : null}
<input id="code" name="code" maxlength="64" required autocomplete="off" autocapitalize="characters" spellcheck="false" value="${
    entered.code ?? ''
  }"${isInvalid ? html` aria-invalid="true" aria-describedby="code-mistake"` : null}>
<button type="submit" class="quiet">${texts.applyCode}</button>
</form>
${
  hasCode
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
 * to abuse. The only credential is the URL, which cannot be guessed, and a forged request would need the URL too.
 */
export const openPage = (
  pageData: PageData,
  links: CheckoutLinks,
  problem: Problem | null = null,
  entered: Entered = NOTHING_ENTERED,
): RenderedPage => {
  const { view, locale } = pageData;
  const { texts } = locale;
  const pageTexts = pageTextsOf(pageData);
  return pageOf(pageData, {
    title: problem === null ? texts.checkout : texts.problemTitle,
    heading: null,
    content: html`${problem === null ? null : problemSummary(problem, view.methods[0], locale)}
<div class="columns">
<section class="order">
${pageTexts.order}
${codeForm(pageData, links, problem, entered)}
</section>
<section>
<form method="post" action="${links.pay}">
<input type="hidden" name="amount" value="${dueOf(view).amountCents}">
${buyerFields(pageData, problem, entered)}
${methodChoice(pageData, pageTexts, problem, entered)}
<button type="submit">${pageTexts.payLabel}</button>
</form>
<form method="post" action="${links.cancel}">
<button type="submit" class="quiet">${texts.cancelTo(view.merchantName)}</button>
</form>
</section>
</div>`,
  });
};

/** Shown until the provider reports an outcome: after seconds for cards, after days for bank transfers. */
export const processingPage = (pageData: PageData, links: CheckoutLinks, next: ProcessingNext): RenderedPage => {
  const { waiting, isOpen } = pageTextsOf(pageData);
  const { texts } = pageData.locale;
  return pageOf(pageData, {
    title: waiting.title,
    content: html`${waiting.text}
<p><a class="button" href="${next.url}">${texts.checkAgain}</a></p>
${isOpen ? html`<p><a href="${links.show}">${texts.backToCheckout}</a></p>` : null}`,
    ...(next.afterSeconds === null || !waiting.refreshes ? {} : { refresh: { afterSeconds: next.afterSeconds, url: next.url } }),
  });
};

export interface ProcessingNext {
  readonly url: string;
  /** Seconds until the automatic refresh; `null`: no refresh. */
  readonly afterSeconds: number | null;
}

const linkButton = (url: string | null, label: string): Html | null =>
  url === null ? null : html`<p><a class="button" href="${url}">${label}</a></p>`;

const messagePage = (pageData: PageData, { title, text }: Texts['failed'], link: Html | null = null): RenderedPage =>
  pageOf(pageData, { title, content: html`<p>${text}</p>\n${link}` });

export const completedPage = (pageData: PageData): RenderedPage => {
  const { thanks, successUrl } = pageTextsOf(pageData);
  const { texts } = pageData.locale;
  return messagePage(
    pageData,
    { title: texts.complete, text: thanks },
    linkButton(successUrl, texts.continueTo(pageData.view.merchantName)),
  );
};

/** Shown after the verification of a payment method, if the shop gave no return URL. `saved`: the verification succeeded. */
export const setupPage = (pageData: PageData, { saved }: { readonly saved: boolean }): RenderedPage =>
  messagePage(pageData, saved ? pageData.locale.texts.methodSaved : pageData.locale.texts.methodNotSaved);

/** The checkout expired, was canceled, or its payment failed. `againUrl`: where the buyer can try again; `null`: only in the shop. */
export const expiredPage = (
  pageData: PageData,
  { paymentFailed, againUrl = null }: { readonly paymentFailed: boolean; readonly againUrl?: string | null },
): RenderedPage => {
  const { texts } = pageData.locale;
  const back = linkButton(pageTextsOf(pageData).cancelUrl, texts.backTo(pageData.view.merchantName));
  if (againUrl === null) return messagePage(pageData, paymentFailed ? texts.failed : texts.ended, back);
  return messagePage(
    pageData,
    { title: texts.failed.title, text: texts.failedAgain },
    html`<form method="post" action="${againUrl}">
<button type="submit">${texts.tryAgain}</button>
</form>
${back}`,
  );
};

/** Shown after the buyer was purged. Shows neither the outcome nor a link to the shop. */
export const closedPage = (pageData: PageData): RenderedPage => messagePage(pageData, pageData.locale.texts.closed);

export const unknownPage = (locale: PageLocale): RenderedPage => {
  const { title, text } = locale.texts.unknown;
  return renderPage({ title, brand: null, testMode: false, locale, content: html`<p>${text}</p>` });
};
