import { stageOf } from '../domain/payable/record.ts';
import { mandateKindOf, ownMethodsFirst } from '../domain/payment/methods.ts';
import type { Texts } from '../locales/pages/en.ts';
import type { PageLocale } from '../locales/pages/locale.ts';
import { type Html, html } from '../platform/html.ts';
import { allProblems, buyerFields, countryConfirmation, type Problem } from './buyer-fields.ts';
import { orderLinks, unavailableMethodsText } from './checkout-texts.ts';
import { enteredDetails, hiddenDetails, storedDetails } from './details-summary.ts';
import { type Entered, hasDetails } from './entered.ts';
import { type Page, type RenderedPage, renderPage } from './layout.ts';
import { ICON_ATTRIBUTES, iconPath } from './method-icons.ts';
import { brandIn, type PageData } from './page-data.ts';
import { type PageTexts, pageTextsOf } from './page-texts.ts';
import { type PaymentSummary, paymentSummaryMarkup } from './receipt.ts';
import { shownAmounts } from './shown-amounts.ts';

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

const pageOf = (pageData: PageData, page: Pick<Page, 'title' | 'heading' | 'content' | 'refresh'>): RenderedPage =>
  renderPage({ ...page, brand: brandIn(pageData), testMode: pageData.testMode, locale: pageData.locale });

const ICON_ATTRIBUTE_TEXT = Object.entries(ICON_ATTRIBUTES).map(([name, value]) => html` ${name}="${value}"`);

const iconOf = (method: string): Html => html`<svg${ICON_ATTRIBUTE_TEXT} aria-hidden="true"><path d="${iconPath(method)}"/></svg>`;

const choice = (
  label: string,
  method: string,
  { checked, isInvalid, hint }: { readonly checked: boolean; readonly isInvalid: boolean; readonly hint: string | null },
): Html => {
  const descriptions = [...(isInvalid ? ['method-mistake'] : []), ...(hint === null ? [] : [`method-${method}-hint`])];
  return html`<div class="choice">
<input type="radio" name="method" id="method-${method}" value="${method}" required${checked ? html` checked` : null}${
    isInvalid ? html` aria-invalid="true"` : null
  }${descriptions.length === 0 ? null : html` aria-describedby="${descriptions.join(' ')}"`}>
<label for="method-${method}">${label}</label>
${iconOf(method)}
</div>
${hint === null ? null : html`<p class="hint when-chosen" id="method-${method}-hint">${hint}</p>\n`}`;
};

/** What the buyer has to know about a method before choosing it; `null`: nothing. */
const methodHint = (method: string, view: PageData['view'], { texts }: PageLocale): string | null => {
  if (method === 'directdebit') return texts.directDebitHint;
  return 'session' in view && mandateKindOf(method) === 'directdebit' ? texts.laterByDebit : null;
};

const methodChoice = ({ view, locale, earlier }: PageData, pageTexts: PageTexts, { problem, entered }: FormResult): Html => {
  const isInvalid = problem?.field === 'method';
  // Shown once the buyer has chosen a country on this page: before, the page may have listed methods that are unavailable there.
  const unavailableText = entered.country === undefined ? null : unavailableMethodsText(view, locale);
  const isChecked = (method: string): boolean => view.methods.length === 1 || (entered.method ?? earlier?.method) === method;
  return html`<fieldset>
<legend>${locale.texts.howToPay}</legend>
${isInvalid ? html`<p class="mistake" id="method-mistake">${problem.message}</p>` : null}
${ownMethodsFirst(view.methods, view.countryCode).map((method) => {
  const hint = methodHint(method, view, locale);
  return choice(pageTexts.methodLabel(method), method, { checked: isChecked(method), isInvalid, hint });
})}${unavailableText === null || isInvalid ? null : html`<p class="hint">${unavailableText}</p>`}</fieldset>`;
};

/** The id of the form that starts the payment. The fields of the promotion code also belong to this form. */
const PAY_FORM = 'pay-form';

/**
 * The fields to apply or remove a promotion code; `null` if the product takes none. They submit the whole payment form, so that the page
 * keeps what the buyer has entered (decision 0051).
 */
const codeFields = ({ view, locale: { texts } }: PageData, links: CheckoutLinks, { problem, entered }: FormResult): Html | null => {
  if (!('session' in view) || !view.product.takesCodes) return null;
  const isInvalid = problem?.field === 'code';
  const hasCode = view.session.discount !== null;
  const submitsCode = html`form="${PAY_FORM}" formaction="${links.code}" formnovalidate`;
  // In every field, the Enter key presses the first button of the form: this one.
  // The button applies the entered code or, without a code, continues to the payment.
  return html`<input type="submit" ${submitsCode} name="enter" value="1" class="unseen" tabindex="-1" aria-hidden="true" aria-label="${texts.proceed}">
<details class="code"${isInvalid ? html` open` : null}>
<summary>${hasCode ? texts.changeCode : texts.addCode}</summary>
<label for="code">${texts.codeLabel}</label>
${isInvalid ? html`<p class="mistake" id="code-mistake">${problem.message}</p>` : null}
<input id="code" name="code" form="${PAY_FORM}" maxlength="64" autocomplete="off" autocapitalize="characters" spellcheck="false" value="${
    entered.code ?? ''
  }"${isInvalid ? html` aria-invalid="true" aria-describedby="code-mistake"` : null}>
<button type="submit" ${submitsCode} class="quiet">${texts.applyCode}</button>
${hasCode ? html`<button type="submit" ${submitsCode} name="remove" value="1" class="quiet">${texts.removeCode}</button>\n` : null}</details>`;
};

const problemSummary = (problem: Problem, firstMethod: string | undefined, { texts }: PageLocale): Html => {
  const lineOf = ({ field, message }: Problem): Html => {
    const target = field === 'method' ? firstMethod && `method-${firstMethod}` : field;
    return html`<p>${target ? html`<a href="#${target}">${message}</a>` : message}</p>\n`;
  };
  return html`<div class="problem" role="alert" tabindex="-1" autofocus>
<h2>${texts.problemHeading}</h2>
${allProblems(problem).map(lineOf)}</div>`;
};

/** The result of the form that the buyer sent last. */
export interface FormResult {
  readonly problem: Problem | null;
  readonly entered: Entered;
  /** Text about a changed total; `null`: the total has not changed. */
  readonly notice: string | null;
  /** The page shows the entered details as text instead of fields, with the total for these details. */
  readonly isReview: boolean;
}

const NO_FORM: FormResult = { problem: null, entered: {}, notice: null, isReview: false };

/** A checkbox to request that the service begins before the withdrawal period ends; `null`: this order needs no such request. */
const serviceChoice = ({ view, locale: { texts } }: PageData, { immediate_service: answer }: Entered): Html | null =>
  view.asksForImmediateService
    ? html`<div class="choice">
<input type="checkbox" name="immediate_service" id="immediate_service" value="1"${answer === undefined ? null : html` checked`}>
<label for="immediate_service">${texts.immediateService}</label>
</div>
`
    : null;

/** Links to the seller's terms; `null`: the seller has none. */
const orderLinksOf = (pageData: PageData): Html | null => {
  const links = orderLinks(brandIn(pageData), pageData.locale);
  if (links.length === 0) return null;
  return html`<p class="hint">${links.map(([name, url], index) => html`${index === 0 ? null : ' · '}<a href="${url}" target="_blank" rel="noopener">${name}</a>`)}</p>
`;
};

/** The form that starts the payment or, while the tax depends on an unknown country, the form that asks for the country. */
const payForm = (pageData: PageData, pageTexts: PageTexts, links: CheckoutLinks, result: FormResult): Html => {
  const { view, locale } = pageData;
  const { problem, entered } = result;
  const isReview = result.isReview && hasDetails(entered);
  const details = isReview ? hiddenDetails(entered) : buyerFields(pageData, problem, entered);
  if (view.awaitsTax)
    return html`<form id="${PAY_FORM}" method="post" action="${links.pay}">
<input type="hidden" name="review" value="1">
${details}
<button type="submit">${locale.texts.proceed}</button>
</form>`;
  return html`${isReview ? enteredDetails(pageData, entered, links.pay) : storedDetails(pageData)}
<form id="${PAY_FORM}" method="post" action="${links.pay}">
${Object.entries(shownAmounts(view)).map(([name, cents]) => html`<input type="hidden" name="${name}" value="${cents}">\n`)}${
  isReview ? html`<input type="hidden" name="reviewed" value="1">\n` : null
}${details}
${countryConfirmation(pageData, problem, entered)}${methodChoice(pageData, pageTexts, result)}
${serviceChoice(pageData, entered)}${orderLinksOf(pageData)}<button type="submit">${pageTexts.payLabel}</button>
</form>`;
};

/**
 * The open checkout: order, payment form and cancel button. The forms need no CSRF token: there are no cookies or other ambient credentials
 * to abuse. The only credential is the URL, which cannot be guessed, and a forged request would need the URL too.
 */
export const openPage = (pageData: PageData, links: CheckoutLinks, formResult: Partial<FormResult> = {}): RenderedPage => {
  const result = { ...NO_FORM, ...formResult };
  const { problem, notice } = result;
  const { view, locale } = pageData;
  const { texts } = locale;
  const pageTexts = pageTextsOf(pageData);
  return pageOf(pageData, {
    title: problem === null ? texts.checkout : texts.problemTitle,
    heading: null,
    content: html`${problem === null ? null : problemSummary(problem, ownMethodsFirst(view.methods, view.countryCode)[0], locale)}
${notice === null || problem !== null ? null : html`<p class="notice" role="status" tabindex="-1" autofocus>${notice}</p>`}
<div class="columns">
<section class="order">
${pageTexts.order}
${codeFields(pageData, links, result)}
</section>
<section>
${payForm(pageData, pageTexts, links, result)}
<form method="post" action="${links.cancel}">
<button type="submit" class="quiet">${texts.cancelTo(view.merchantName)}</button>
</form>
</section>
</div>`,
  });
};

/** URL at which the buyer of an open checkout can choose another method: the hosted page or the shop. `null`: not open, or not known. */
const methodChoiceUrlOf = ({ payable, cancelUrl }: PageTexts, links: CheckoutLinks): string | null => {
  if (stageOf(payable) !== 'open') return null;
  return payable.uiMode === 'embedded' ? cancelUrl : links.show;
};

/** Shown until the provider reports an outcome: after seconds for cards, after days for bank transfers. */
export const processingPage = (pageData: PageData, links: CheckoutLinks, next: ProcessingNext): RenderedPage => {
  const pageTexts = pageTextsOf(pageData);
  const { waiting } = pageTexts;
  const checkoutUrl = methodChoiceUrlOf(pageTexts, links);
  const { texts } = pageData.locale;
  return pageOf(pageData, {
    title: waiting.title,
    content: html`${waiting.text}
<p><a class="button" href="${next.url}">${texts.checkAgain}</a></p>
${checkoutUrl === null ? null : html`<p><a href="${checkoutUrl}">${texts.backToCheckout}</a></p>`}`,
    ...(next.afterSeconds === null || !waiting.refreshes ? {} : { refresh: { afterSeconds: next.afterSeconds, url: next.url } }),
  });
};

/** The next poll of the processing page. */
export interface ProcessingNext {
  readonly url: string;
  /** Seconds until the automatic refresh; `null`: no refresh. */
  readonly afterSeconds: number | null;
}

const linkButton = (url: string | null, label: string, kind: 'button' | 'button quiet' = 'button'): Html | null =>
  url === null ? null : html`<p><a class="${kind}" href="${url}">${label}</a></p>`;

const messagePage = (pageData: PageData, { title, text }: Texts['failed'], link: Html | null = null): RenderedPage =>
  pageOf(pageData, { title, content: html`<p>${text}</p>\n${link}` });

/** Confirms the payment, and shows the next charge and a link to the shop. */
export const completedPage = (pageData: PageData, receipt: PaymentSummary): RenderedPage => {
  const { thanks, successUrl, shopUrl } = pageTextsOf(pageData);
  const { locale, view } = pageData;
  const { texts } = locale;
  const link =
    successUrl === null
      ? linkButton(shopUrl, texts.backTo(view.merchantName), 'button quiet')
      : linkButton(successUrl, texts.continueTo(view.merchantName));
  return messagePage(pageData, { title: texts.complete, text: thanks }, html`${paymentSummaryMarkup(receipt, locale)}${link}`);
};

/** Shown after the verification of a payment method, if the shop gave no return URL. `saved`: the verification succeeded. */
export const setupPage = (pageData: PageData, { saved }: { readonly saved: boolean }): RenderedPage =>
  messagePage(pageData, saved ? pageData.locale.texts.methodSaved : pageData.locale.texts.methodNotSaved);

/** The page of a checkout that expired, was canceled or has a failed payment. `againUrl`: URL to try again; `null`: no button for this. */
export const endedPage = (
  pageData: PageData,
  { paymentFailed, againUrl = null }: { readonly paymentFailed: boolean; readonly againUrl?: string | null },
): RenderedPage => {
  const { texts } = pageData.locale;
  const { cancelUrl } = pageTextsOf(pageData);
  const backTo = texts.backTo(pageData.view.merchantName);
  const message = paymentFailed ? texts.failed : texts.ended;
  if (againUrl === null) return messagePage(pageData, message, linkButton(cancelUrl, backTo));
  return messagePage(
    pageData,
    { title: message.title, text: paymentFailed ? texts.failedAgain : texts.endedAgain },
    html`<form method="post" action="${againUrl}">
<button type="submit">${texts.tryAgain}</button>
</form>
${linkButton(cancelUrl, backTo, 'button quiet')}`,
  );
};

/** Shown after the buyer was purged. Shows neither the outcome nor a link to the shop. */
export const closedPage = (pageData: PageData): RenderedPage => messagePage(pageData, pageData.locale.texts.closed);

export const unknownPage = (locale: PageLocale): RenderedPage => {
  const { title, text } = locale.texts.unknown;
  return renderPage({ title, brand: null, testMode: false, locale, content: html`<p>${text}</p>` });
};
