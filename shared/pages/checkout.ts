import type { PayableView } from '../flows/checkout-view.ts';
import { type Html, html } from '../platform/html.ts';
import { type Page, renderPage } from './layout.ts';
import { type PageWords, wordsOf } from './page-words.ts';

/** The hosted checkout as its buyer sees it, one function for each state. */

/** Absolute addresses of the pages of a session or one-off payment. */
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

const pageOf = (view: PayableView, testMode: boolean, page: Omit<Page, 'merchantName' | 'testMode'>): string =>
  renderPage({ ...page, merchantName: view.merchantName, testMode });

const choice = (
  label: string,
  method: string,
  { only, wrong }: { readonly only: boolean; readonly wrong: boolean },
): Html => html`<div class="choice">
<input type="radio" name="method" id="method-${method}" value="${method}" required${only ? html` checked` : null}${
  wrong ? html` aria-invalid="true" aria-describedby="method-mistake"` : null
}>
<label for="method-${method}">${label}</label>
</div>
`;

const methodChoice = (methods: readonly string[], words: PageWords, problem: Problem | null): Html => {
  const wrong = problem?.field === true;
  return html`<fieldset>
<legend>How do you want to pay?</legend>
${wrong ? html`<p class="mistake" id="method-mistake">${problem.message}</p>` : null}
${methods.map((method) => choice(words.methodLabel(method), method, { only: methods.length === 1, wrong }))}</fieldset>`;
};

const problemSummary = (problem: Problem, firstMethod: string | undefined): Html => {
  const link = problem.field && firstMethod !== undefined;
  return html`<div class="problem" role="alert" tabindex="-1" autofocus>
<h2>There is a problem</h2>
<p>${link ? html`<a href="#method-${firstMethod}">${problem.message}</a>` : problem.message}</p>
</div>`;
};

/**
 * What is open: what is bought, how to pay, and the way out. The forms carry no token against forged requests: there
 * are no cookies or other ambient rights to abuse, and who can forge the request knows the address already, which
 * cannot be guessed and is all that paying and cancelling ask for.
 */
export const openPage = (view: PayableView, links: CheckoutLinks, testMode: boolean, problem: Problem | null = null): string => {
  const words = wordsOf(view);
  return pageOf(view, testMode, {
    title: problem === null ? 'Checkout' : 'Problem: checkout',
    heading: words.heading,
    content: html`${problem === null ? null : problemSummary(problem, view.methods[0])}
<dl>
${words.terms}
</dl>
<form method="post" action="${links.pay}">
${methodChoice(view.methods, words, problem)}
<button type="submit">${words.payLabel}</button>
</form>
<form method="post" action="${links.cancel}">
<button type="submit" class="quiet">Cancel and go back to ${view.merchantName}</button>
</form>`,
  });
};

/** The provider has not decided: banks take days, cards moments. `afterSeconds: null` does not look again by itself. */
export const processingPage = (view: PayableView, links: CheckoutLinks, testMode: boolean, next: ProcessingNext): string => {
  const { waiting, isOpen } = wordsOf(view);
  return pageOf(view, testMode, {
    title: waiting.title,
    content: html`${waiting.text}
<p><a class="button" href="${next.url}">Check again now</a></p>
${isOpen ? html`<p><a href="${links.show}">Back to the checkout</a></p>` : null}`,
    ...(next.afterSeconds === null || !waiting.looksAgain ? {} : { refresh: { afterSeconds: next.afterSeconds, url: next.url } }),
  });
};

export interface ProcessingNext {
  readonly url: string;
  readonly afterSeconds: number | null;
}

const wayOn = (url: string | null, label: string): Html | null =>
  url === null ? null : html`<p><a class="button" href="${url}">${label}</a></p>`;

export const completedPage = (view: PayableView, testMode: boolean): string => {
  const { thanks, successUrl } = wordsOf(view);
  return pageOf(view, testMode, {
    title: 'Payment complete',
    content: html`<p>${thanks}</p>
${wayOn(successUrl, `Continue to ${view.merchantName}`)}`,
  });
};

/** The buyer comes back from proving a payment method, and no address of the shop is known. */
export const setupPage = (view: PayableView, testMode: boolean, saved: boolean): string =>
  pageOf(view, testMode, {
    title: saved ? 'Payment method saved' : 'Payment method not saved',
    content: html`<p>${
      saved
        ? 'Your payment method was saved. Go back to the shop to continue.'
        : 'Your payment method was not saved. Go back to the shop to try again.'
    }</p>`,
  });

/** It lapsed, was cancelled, or its payment was refused. */
export const expiredPage = (view: PayableView, testMode: boolean, refused: boolean): string =>
  pageOf(view, testMode, {
    title: refused ? 'Payment failed' : 'Checkout closed',
    content: html`<p>${
      refused
        ? 'Your payment was refused, and nothing was charged. Start again from the shop to try another way to pay.'
        : 'This checkout is no longer open, and nothing was charged. Start again from the shop.'
    }</p>
${wayOn(wordsOf(view).cancelUrl, `Back to ${view.merchantName}`)}`,
  });

/** Where the buyer was purged: how it ended is no longer told, and nothing leads back to the shop. */
export const closedPage = (view: PayableView, testMode: boolean): string =>
  pageOf(view, testMode, { title: 'Checkout closed', content: html`<p>This checkout is closed. There is nothing left to do here.</p>` });

export const unknownPage = (): string =>
  renderPage({
    title: 'Checkout not found',
    merchantName: null,
    testMode: false,
    content: html`<p>There is no checkout at this address. Check that the link is complete, or start again from the shop.</p>`,
  });
