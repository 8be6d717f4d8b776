import { type Change, change, type Stored } from '../aggregate.ts';
import type { DecisionContext, NewEvent } from '../decision.ts';
import { type Payment, paymentAggregate, refundedOrDisputedCents } from '../payment/record.ts';
import { DAY_SECONDS } from '../periods.ts';
import type { Subscription } from '../subscription/types.ts';
import { owedRefund, owedTotalCents } from './owed.ts';
import { type OwedFor, owedForOf, type Refund, refundAggregate } from './record.ts';
import { addRefund } from './refund-of-payment.ts';

/**
 * Records an overpayment and a refund of its full amount. Events: `payment.succeeded`, then `refund.created` [EVT-40].
 */
export const refundOverpayment = (stored: Stored<Payment>, paid: Payment, ctx: DecisionContext) => {
  const refund = owedRefund(paid, { owedFor: 'overpayment', amountCents: paid.amountCents }, ctx);
  const payment: Payment = { ...paid, amountRefundedCents: paid.amountCents };
  const events: readonly NewEvent[] = [
    { type: 'payment.succeeded', subjectId: payment.id },
    { type: 'refund.created', subjectId: refund.id },
  ];
  return { changes: [change(paymentAggregate, stored, payment), change(refundAggregate, null, refund)], events, payment, refund };
};

const RETRY_AFTER_FAILURE_SECONDS = DAY_SECONDS;

/** Adds the refund that replaces a failed one to the payment. It is requested at the provider a day later. */
export const retryRefund = (payment: Payment, owedFor: OwedFor, amountCents: number, ctx: DecisionContext) =>
  addRefund(payment, owedRefund(payment, { owedFor, amountCents, waitSeconds: RETRY_AFTER_FAILURE_SECONDS }, ctx));

/** A payment with a refund of the rest of what is owed; `refund: null`: nothing was left to refund. */
interface RefundedRest {
  readonly payment: Payment;
  readonly refund: Refund | null;
}

/**
 * Creates a refund of the part of `totalCents` that is neither refunded nor disputed, and returns it with the updated payment.
 * `totalCents`: the amount of the payment that the customer gets back in all.
 */
export const refundRest = (
  payment: Payment,
  { owedFor, totalCents }: { readonly owedFor: OwedFor; readonly totalCents: number },
  ctx: DecisionContext,
): RefundedRest => {
  const restCents = totalCents - refundedOrDisputedCents(payment);
  if (restCents <= 0) return { payment, refund: null };
  return addRefund(payment, owedRefund(payment, { owedFor, amountCents: restCents }, ctx));
};

/** The write of the refund that `refundRest` created; none if nothing was left to refund. */
export const changesOfRest = ({ refund }: RefundedRest): readonly Change[] =>
  refund === null ? [] : [change(refundAggregate, null, refund)];

/** Event of the refund that `refundRest` created: `refund.created`; none if nothing was left to refund. */
export const eventsOfRest = ({ refund }: RefundedRest): readonly NewEvent[] =>
  refund === null ? [] : [{ type: 'refund.created', subjectId: refund.id }];

/**
 * True if a chargeback returned money before the provider created an owed refund, and refund and chargeback together exceed what the
 * customer gets back of the payment. Only a part of the refund is then needed, or none. `subscription`: the subscription of the payment.
 */
export const isChargedBack = (refund: Refund, payment: Payment, subscription: Subscription | null): boolean => {
  const owedFor = owedForOf(refund);
  if (owedFor === null || refund.providerRefundId !== null || payment.amountDisputedCents === 0) return false;
  return refundedOrDisputedCents(payment) > (owedTotalCents(owedFor, payment, subscription) ?? payment.amountCents);
};
