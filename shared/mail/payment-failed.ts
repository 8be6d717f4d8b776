import { type CheckoutSession, checkoutSessionAggregate } from '../domain/checkout-session/record.ts';
import { customerAggregate } from '../domain/customer/record.ts';
import { type Payment, paymentAggregate } from '../domain/payment/record.ts';
import { DAY_SECONDS } from '../domain/periods.ts';
import type { Composer } from './composed.ts';
import type { EmailTemplate } from './email-template.ts';
import { type Letter, toCustomer } from './letter.ts';

export interface Failed {
  readonly payment: Payment;
  /** What it was to pay for; `null` where that has no name. */
  readonly productName: string | null;
}

/** Tells that a payment came to nothing, and what can be done about it. Why the bank refused it is between the bank and its client. */
export const paymentFailedEmail = ({ payment, productName }: Failed, letter: Letter): EmailTemplate => {
  const { words, shop } = letter;
  const amount = letter.amount(payment.amountCents, payment.currency);
  return letter.template({
    subject: words.paymentFailed.subject(shop),
    heading: words.paymentFailed.heading,
    opening: words.paymentFailed.opening(shop, amount),
    facts: [[words.labels.date, letter.date(payment.created)]],
    amounts: [[productName ?? words.labels.amount, amount]],
    closing: words.paymentFailed.closing(shop),
  });
};

/** A buyer may try again and again: one mail a day for what they are buying. */
const SLOT_MS = DAY_SECONDS * 1000;

/** Nothing to say to a buyer who has paid by another try meanwhile. */
export const composePaymentFailed: Composer<'payment_failed'> = async (from, { paymentId }) => {
  const { store, tenant } = from;
  const payment = (await store.get(paymentAggregate, tenant, paymentId))?.record ?? null;
  if (payment === null) return 'subject_gone';
  const { checkoutSessionId, oneShotPaymentId } = payment;
  const [customer, session] = await Promise.all([
    store.get(customerAggregate, tenant, payment.customerId),
    checkoutSessionId === null ? null : store.get(checkoutSessionAggregate, tenant, checkoutSessionId),
  ]);
  if (customer === null) return 'subject_gone';
  if (isPaidOtherwise(session?.record ?? null)) return 'needless';
  return toCustomer(from, customer.record, {
    document: null,
    slot: { name: `payment_failed#${checkoutSessionId ?? oneShotPaymentId ?? payment.id}`, everyMs: SLOT_MS },
    template: (letter) => paymentFailedEmail({ payment, productName: session?.record.price.productName ?? null }, letter),
  });
};

const isPaidOtherwise = (session: CheckoutSession | null): boolean => session?.status === 'completed';
