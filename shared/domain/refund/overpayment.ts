import { change, type Stored } from '../aggregate.ts';
import type { DecisionContext, NewEvent } from '../decision.ts';
import { type Payment, paymentAggregate } from '../payment/record.ts';
import { DAY_SECONDS } from '../periods.ts';
import { pendingRefund, type Refund, refundAggregate } from './record.ts';

/** Delay after which due work creates the refund at the provider, if the process that recorded the overpayment has not done so. */
const FIRST_TRY_SECONDS = 60;

const refundOf = (payment: Payment, amountCents: number, firstTryAt: number, ctx: DecisionContext): Refund =>
  pendingRefund(payment, {
    id: ctx.ids.next(refundAggregate.prefix),
    created: ctx.now,
    amountCents,
    reason: 'overpayment',
    metadata: {},
    providerRefundId: null,
    overpayment: true,
    nextTryAt: firstTryAt,
  });

/**
 * Records an overpayment and a refund of its full amount. Events: `payment.succeeded`, then `refund.created` [EVT-40].
 */
export const refundOverpayment = (stored: Stored<Payment>, paid: Payment, ctx: DecisionContext) => {
  const refund = refundOf(paid, paid.amountCents, ctx.realNow + FIRST_TRY_SECONDS, ctx);
  const payment: Payment = { ...paid, amountRefundedCents: paid.amountCents };
  const events: readonly NewEvent[] = [
    { type: 'payment.succeeded', subjectId: payment.id },
    { type: 'refund.created', subjectId: refund.id },
  ];
  return { changes: [change(paymentAggregate, stored, payment), change(refundAggregate, null, refund)], events, payment, refund };
};

const RETRY_AFTER_FAILURE_SECONDS = DAY_SECONDS;

/** Creates another refund of an overpayment after a failed refund. The new refund is requested at the provider a day later. */
export const retryOverpaymentRefund = (payment: Payment, amountCents: number, ctx: DecisionContext): Refund =>
  refundOf(payment, amountCents, ctx.realNow + RETRY_AFTER_FAILURE_SECONDS, ctx);

/**
 * Creates a refund of the part of an overpayment that is neither refunded nor disputed, and returns it with the updated payment.
 * `refund: null`: nothing is left to refund.
 */
export const refundRest = (payment: Payment, ctx: DecisionContext): { readonly payment: Payment; readonly refund: Refund | null } => {
  const restCents = payment.amountCents - payment.amountRefundedCents - payment.amountDisputedCents;
  if (restCents <= 0) return { payment, refund: null };
  const refund = refundOf(payment, restCents, ctx.realNow + FIRST_TRY_SECONDS, ctx);
  return { payment: { ...payment, amountRefundedCents: payment.amountRefundedCents + restCents }, refund };
};

/** True when this refund of an overpayment is not needed: a chargeback returned the money before the provider created the refund. */
export const isChargedBack = ({ overpayment, providerRefundId }: Refund, payment: Payment): boolean =>
  overpayment &&
  providerRefundId === null &&
  payment.amountDisputedCents > 0 &&
  payment.amountRefundedCents + payment.amountDisputedCents > payment.amountCents;
