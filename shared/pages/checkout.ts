import type { CheckoutView } from '../flows/checkout.ts';
import { type Html, html } from '../platform/html.ts';
import {
  discountWords,
  dueNowText,
  firstPaymentText,
  methodLabel,
  payLabel,
  priceWords,
  taxWords,
  trialWords,
  verificationWords,
} from './checkout-words.ts';
import { type Page, renderPage } from './layout.ts';

/** The hosted checkout as its buyer sees it, one function for each state. */

/** Absolute addresses of a session's pages. */
export interface CheckoutLinks {
  readonly show: string;
  readonly pay: string;
  readonly cancel: string;
  readonly return: string;
}

export const linksOf = (checkoutUrl: string): CheckoutLinks => ({
  show: checkoutUrl,
  pay: `${checkoutUrl}/pay`,
  cancel: `${checkoutUrl}/cancel`,
  return: `${checkoutUrl}/return`,
});

/** What went wrong with the form just sent. `field`: whether it is about the choice of method. */
export interface Problem {
  readonly message: string;
  readonly field: boolean;
}

const pageOf = (view: CheckoutView, testMode: boolean, page: Omit<Page, 'merchantName' | 'testMode'>): string =>
  renderPage({ ...page, merchantName: view.merchantName, testMode });

const term = (name: string, text: string): Html => html`<dt>${name}</dt><dd>${text}</dd>\n`;

const summary = (view: CheckoutView): Html => {
  const { price, discount } = view.session;
  const firstPayment = firstPaymentText(view);
  const due = html`<dt>Due today</dt><dd>${dueNowText(view)}${view.firstCharge.verification ? html`<br>${verificationWords(view)}` : null}</dd>`;
  return html`<dl>
${term('Price', priceWords(price))}${view.trialDays > 0 ? term('Free trial', trialWords(view.trialDays)) : null}${
  discount === null ? null : term('Discount', discountWords(discount, price.currency))
}${(view.firstPeriod?.tax ?? []).map((tax) => term('Tax', taxWords(tax, view)))}${firstPayment === null ? null : term('First payment', firstPayment)}${due}
</dl>`;
};

const choice = (view: CheckoutView, method: string, wrong: boolean): Html => html`<div class="choice">
<input type="radio" name="method" id="method-${method}" value="${method}" required${view.methods.length === 1 ? html` checked` : null}${
  wrong ? html` aria-invalid="true" aria-describedby="method-mistake"` : null
}>
<label for="method-${method}">${methodLabel(view, method)}</label>
</div>
`;

const methodChoice = (view: CheckoutView, problem: Problem | null): Html => {
  const wrong = problem?.field === true;
  return html`<fieldset>
<legend>How do you want to pay?</legend>
${wrong ? html`<p class="mistake" id="method-mistake">${problem.message}</p>` : null}
${view.methods.map((method) => choice(view, method, wrong))}</fieldset>`;
};

const problemSummary = (problem: Problem, firstMethod: string | undefined): Html => {
  const link = problem.field && firstMethod !== undefined;
  return html`<div class="problem" role="alert" tabindex="-1" autofocus>
<h2>There is a problem</h2>
<p>${link ? html`<a href="#method-${firstMethod}">${problem.message}</a>` : problem.message}</p>
</div>`;
};

/**
 * An open session: what is bought, how to pay, and the way out. The forms carry no token against forged requests: there
 * are no cookies or other ambient rights to abuse, and who can forge the request knows the address already, which
 * cannot be guessed and is all that paying and cancelling ask for.
 */
export const openPage = (view: CheckoutView, links: CheckoutLinks, testMode: boolean, problem: Problem | null = null): string =>
  pageOf(view, testMode, {
    title: problem === null ? 'Checkout' : 'Problem: checkout',
    heading: `Subscribe to ${view.session.price.productName}`,
    content: html`${problem === null ? null : problemSummary(problem, view.methods[0])}
${summary(view)}
<form method="post" action="${links.pay}">
${methodChoice(view, problem)}
<button type="submit">${payLabel(view)}</button>
</form>
<form method="post" action="${links.cancel}">
<button type="submit" class="quiet">Cancel and go back to ${view.merchantName}</button>
</form>`,
  });

/** The provider has not decided: bank debits take days, cards moments. `refreshSeconds: null` does not look again by itself. */
export const processingPage = (view: CheckoutView, links: CheckoutLinks, testMode: boolean, next: ProcessingNext): string =>
  pageOf(view, testMode, {
    title: 'Payment in progress',
    content: html`<p role="status">We are waiting for word about your payment for ${view.session.price.productName}. Some banks take a few days; you need not wait here.</p>
<p><a class="button" href="${next.url}">Check again now</a></p>
${view.session.status === 'open' ? html`<p><a href="${links.show}">Back to the checkout</a></p>` : null}`,
    ...(next.afterSeconds === null ? {} : { refresh: { afterSeconds: next.afterSeconds, url: next.url } }),
  });

export interface ProcessingNext {
  readonly url: string;
  readonly afterSeconds: number | null;
}

export const completedPage = (view: CheckoutView, testMode: boolean): string =>
  pageOf(view, testMode, {
    title: 'Payment complete',
    content: html`<p>Thank you. Your subscription to ${view.session.price.productName} is set up.</p>
<p><a class="button" href="${view.session.successUrl}">Continue to ${view.merchantName}</a></p>`,
  });

/** The session lapsed, was cancelled, or its payment was refused. */
export const expiredPage = (view: CheckoutView, testMode: boolean, refused: boolean): string =>
  pageOf(view, testMode, {
    title: refused ? 'Payment failed' : 'Checkout closed',
    content: html`<p>${
      refused
        ? 'Your payment was refused, and nothing was charged. Start again from the shop to try another way to pay.'
        : 'This checkout is no longer open, and nothing was charged. Start again from the shop.'
    }</p>
<p><a class="button" href="${view.session.cancelUrl}">Back to ${view.merchantName}</a></p>`,
  });

/** Of a session whose buyer was purged: how it ended is no longer told, and nothing leads back to the shop. */
export const closedPage = (view: CheckoutView, testMode: boolean): string =>
  pageOf(view, testMode, { title: 'Checkout closed', content: html`<p>This checkout is closed. There is nothing left to do here.</p>` });

export const unknownPage = (): string =>
  renderPage({
    title: 'Checkout not found',
    merchantName: null,
    testMode: false,
    content: html`<p>There is no checkout at this address. Check that the link is complete, or start again from the shop.</p>`,
  });
