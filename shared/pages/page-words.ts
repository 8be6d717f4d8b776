import { stageOf } from '../domain/payable/record.ts';
import type { CheckoutView, OneShotView, PayableView } from '../flows/checkout-view.ts';
import { type Html, html } from '../platform/html.ts';
import { amountText } from './amounts.ts';
import {
  discountWords,
  dueNowText,
  firstPaymentText,
  methodLabel,
  methodName,
  payLabel,
  priceWords,
  taxWords,
  trialWords,
  verificationWords,
} from './checkout-words.ts';

/** What the pages say that differs between a session and a one-off payment. */
export interface PageWords {
  readonly heading: string;
  /** What is bought, as terms with their descriptions. */
  readonly terms: readonly Html[];
  readonly methodLabel: (method: string) => string;
  readonly payLabel: string;
  readonly waiting: WaitingWords;
  readonly thanks: string;
  /** Where the shop is; `null`: it has not said, as an embedded payment need not. */
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
  readonly isOpen: boolean;
}

/** What is said while the provider has not decided. */
interface WaitingWords {
  readonly title: string;
  readonly text: Html;
  /** Whether the page looks again by itself: not while somebody copies from it. */
  readonly looksAgain: boolean;
}

const term = (name: string, text: string): Html => html`<dt>${name}</dt><dd>${text}</dd>\n`;

const termsOfSession = (view: CheckoutView): readonly Html[] => {
  const { price, discount } = view.session;
  const firstPayment = firstPaymentText(view);
  return [
    term('Price', priceWords(price)),
    ...(view.trialDays > 0 ? [term('Free trial', trialWords(view.trialDays))] : []),
    ...(discount === null ? [] : [term('Discount', discountWords(discount, price.currency))]),
    ...(view.firstPeriod?.tax ?? []).map((tax) => term('Tax', taxWords(tax, view.taxBehavior, price.currency))),
    ...(firstPayment === null ? [] : [term('First payment', firstPayment)]),
    html`<dt>Due today</dt><dd>${dueNowText(view)}${view.firstCharge.verification ? html`<br>${verificationWords(view)}` : null}</dd>`,
  ];
};

const waitingFor = (what: string): WaitingWords => ({
  title: 'Payment in progress',
  text: html`<p role="status">We are waiting for word about your payment for ${what}. Some banks take a few days; you need not wait here.</p>`,
  looksAgain: true,
});

const wordsOfSession = (view: CheckoutView): PageWords => {
  const { session } = view;
  return {
    heading: `Subscribe to ${session.price.productName}`,
    terms: termsOfSession(view),
    methodLabel: (method) => methodLabel(view, method),
    payLabel: payLabel(view),
    waiting: waitingFor(session.price.productName),
    thanks: `Thank you. Your subscription to ${session.price.productName} is set up.`,
    successUrl: session.successUrl,
    cancelUrl: session.cancelUrl,
    isOpen: stageOf(session) === 'open',
  };
};

/** What the buyer of a bank transfer has to do [OSP-09]. */
const transferWords = ({ oneShot: { transfer, description } }: OneShotView, total: string): WaitingWords | null =>
  transfer === null
    ? null
    : {
        title: 'Pay by bank transfer',
        text: html`<p role="status">Transfer ${total} for ${description} from your bank. Use exactly the reference below, so that the money is recognised. It takes a few days to arrive; you need not wait here.</p>
<dl>
${term('Amount', total)}${transfer.bankName === null ? null : term('Account holder', transfer.bankName)}${term('Account', transfer.bankAccount)}${
  transfer.bankBic === null ? null : term('BIC', transfer.bankBic)
}${term('Reference', transfer.reference)}</dl>`,
        looksAgain: false,
      };

const wordsOfOneShot = (view: OneShotView): PageWords => {
  const { oneShot, totals } = view;
  const total = amountText(totals.totalCents, oneShot.currency);
  return {
    heading: `Pay for ${oneShot.description}`,
    terms: [...totals.tax.map((tax) => term('Tax', taxWords(tax, view.taxBehavior, oneShot.currency))), term('Due today', total)],
    methodLabel: methodName,
    payLabel: `Pay ${total}`,
    waiting: transferWords(view, total) ?? waitingFor(oneShot.description),
    thanks: `Thank you. Your payment for ${oneShot.description} has arrived.`,
    successUrl: oneShot.successUrl,
    cancelUrl: oneShot.cancelUrl,
    isOpen: stageOf(oneShot) === 'open',
  };
};

export const wordsOf = (view: PayableView): PageWords => ('session' in view ? wordsOfSession(view) : wordsOfOneShot(view));
