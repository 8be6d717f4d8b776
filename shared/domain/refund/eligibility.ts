import { type Payment, remainingAmountCents, unreturnedCents } from '../payment/record.ts';
import { DAY_SECONDS } from '../periods.ts';
import { spendableCentsOfPayment } from '../subscription/change/coverage.ts';
import { unusedCreditsOf } from '../subscription/state.ts';
import type { Subscription } from '../subscription/types.ts';
import type { RefundEligibility, RefundObstacle } from './eligibility-view.ts';

/** What `refundEligibility` needs to know in addition to the payment. */
export interface RefundTerms {
  /** Length of the refund window in days, from `refundWindowDays`. 0: refunds are disabled. */
  readonly windowDays: number;
  /** Unix seconds; simulated time for customers on a test clock. */
  readonly now: number;
  /** The subscription of the charge; it may use credit that comes from the charge. `null`: none. */
  readonly subscription: Subscription | null;
}

/** The refund window of the price in days; without a price, or if the price has no window, the account's refund window. */
export const refundWindowDays = (
  price: { readonly refundWindowDays: number | null } | null,
  account: { readonly refundWindowDays: number },
): number => price?.refundWindowDays ?? account.refundWindowDays;

const daysRemaining = ({ status, paidAt, created }: Payment, { windowDays, now }: RefundTerms): number | null => {
  if (status !== 'succeeded' || windowDays === 0) return null;
  const days = Math.ceil(((paidAt ?? created) + windowDays * DAY_SECONDS - now) / DAY_SECONDS);
  return Math.min(windowDays, Math.max(0, days));
};

/** The obstacle if a pending plan change or renewal uses credit that the payment paid; `null`: no obstacle. */
const creditObstacle = ({ id }: Payment, subscription: Subscription | null): RefundObstacle | null => {
  const isOfPayment = ({ paymentId }: { readonly paymentId: string }): boolean => paymentId === id;
  const becomes = subscription?.pendingChange?.change.becomes;
  const pendingCharges = [...(becomes?.coverage?.charges ?? []), ...(becomes?.carriedCredits ?? []).flatMap(({ charges }) => charges)];
  if (pendingCharges.some(isOfPayment)) return 'plan_change_pending';
  return subscription?.renewal?.credited.charges.some(isOfPayment) === true ? 'renewal_processing' : null;
};

/** The first obstacle in this order: state of the payment, pending plan change or renewal, refund window. `null`: none. */
const obstacleTo = (payment: Payment, days: number | null, { subscription }: RefundTerms): RefundObstacle | null => {
  if (payment.status !== 'succeeded') return 'payment_not_succeeded';
  if (payment.amountRefundedCents >= payment.amountCents) return 'already_refunded';
  if (payment.amountDisputedCents > 0) return 'charge_disputed';
  const temporary = creditObstacle(payment, subscription);
  if (temporary !== null) return temporary;
  if (days === null) return 'refunds_disabled';
  return days === 0 ? 'refund_window_passed' : null;
};

/** Obstacles that do not apply to the remaining credit of an ended subscription, or to credit notes whose refund failed. */
const POLICY_OBSTACLES: readonly (RefundObstacle | null)[] = ['refunds_disabled', 'refund_window_passed'];

/**
 * Computes whether a charge can be refunded and up to which amount [EXP-03..05, SUB-30, REF-16]. Used by the API's `refund_eligibility` and
 * by the refund operation [REF-07, REF-08, REF-10..13]. The refund window starts at `paidAt`; at its end, the charge is no longer
 * refundable. The window does not apply to the remaining credit of an ended subscription, or to credit notes whose refund failed.
 */
export const refundEligibility = (payment: Payment, terms: RefundTerms): RefundEligibility => {
  const days = daysRemaining(payment, terms);
  const obstacle = obstacleTo(payment, days, terms);
  const { currency } = payment;
  const creditLeftCents = terms.subscription === null ? 0 : spendableCentsOfPayment(payment.id, unusedCreditsOf(terms.subscription));
  const remainingCents = remainingAmountCents(payment);
  const owedCents = Math.min(creditLeftCents + unreturnedCents(payment), remainingCents);
  if (POLICY_OBSTACLES.includes(obstacle) && owedCents > 0)
    return { amountCents: owedCents, currency, daysRemaining: days, obstacle: null };
  return { amountCents: obstacle === null ? remainingCents : 0, currency, daysRemaining: days, obstacle };
};

/** Eligibility of a subscription without a payment: it is in a trial, or its metered usage was not charged yet [REF-13]. */
export const eligibilityWithoutPayment = (currency: string): RefundEligibility => ({
  amountCents: 0,
  currency,
  daysRemaining: null,
  obstacle: 'no_payment',
});
