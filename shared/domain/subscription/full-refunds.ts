import type { Payment } from '../payment/record.ts';
import { isMetered } from './state.ts';
import type { Subscription } from './types.ts';

/**
 * True when the payment pays for the current period or started the running trial; false for a metered price [SUB-44..46, SUB-48, SUB-49,
 * PLAN-07]. `paidUntil`: end of the period of the payment's invoice; `null`: none is known. `now`: Unix seconds.
 */
export const paysForCurrentPeriod = (payment: Payment, subscription: Subscription, paidUntil: number | null, now: number): boolean => {
  if (isMetered(subscription)) return false;
  if (payment.verification) return payment.type === 'initial' && subscription.trialEnd !== null && now < subscription.trialEnd;
  const { coverage } = subscription;
  if (coverage !== null) return now < coverage.end && coverage.charges.some(({ paymentId }) => paymentId === payment.id);
  // Without coverage (prepaid service), as in subscriptions of former releases, the last payment pays until the end of its period.
  const { lastPaymentId, billedThrough, currentPeriodEnd } = subscription;
  return lastPaymentId === payment.id && now < (paidUntil ?? billedThrough ?? currentPeriodEnd);
};

/** True if the payment is not refunded in full yet, but will be if its pending refunds and those being created succeed. */
const isFullRefundPending = (payment: Payment, reservedCents: number): boolean =>
  payment.amountRefundedCents + reservedCents >= payment.amountCents && payment.amountReturnedCents < payment.amountCents;

/**
 * The subscription after a change of the payment's refunds: if a full refund is pending and the payment pays for the current period at
 * `now`, the charge of the next period waits for the outcome (`waitsForRefund`). `reservedCents`: amount of a refund whose creation begins
 * now. No change while another refund of the payment is being created, because its amount is not known here.
 */
export const withPendingFullRefund = (subscription: Subscription, payment: Payment, reservedCents: number, now: number): Subscription => {
  if (payment.lockedBy !== null) return subscription;
  const { fullRefundsPending: formerIds = [], ...rest } = subscription;
  const wasPending = formerIds.includes(payment.id);
  const isPending = isFullRefundPending(payment, reservedCents) && (wasPending || paysForCurrentPeriod(payment, subscription, null, now));
  if (isPending === wasPending) return subscription;
  const paymentIds = isPending ? [...formerIds, payment.id] : formerIds.filter((id) => id !== payment.id);
  return paymentIds.length === 0 ? rest : { ...rest, fullRefundsPending: paymentIds };
};
