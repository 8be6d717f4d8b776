import { heldCents, type Payment } from '../payment/record.ts';
import { DAY_SECONDS } from '../periods.ts';
import { spendableOf } from '../subscription/change/coverage.ts';
import { creditLeftOf } from '../subscription/state.ts';
import type { Subscription } from '../subscription/types.ts';
import type { RefundEligibility, RefundObstacle } from './eligibility-view.ts';

/** What a charge's refund is judged by in addition to the charge. */
export interface RefundTerms {
  /** The days of what was paid for: its price's own, otherwise the account's. 0: refunds are off. */
  readonly windowDays: number;
  /** Unix seconds; simulated when the customer lives on a test clock. */
  readonly now: number;
  /** The subscription that the charge was for, as its value may be in use; `null`: for none. */
  readonly subscription: Subscription | null;
}

/** The price's window where it has one, otherwise the account's. A charge without a price goes by the account's. */
export const refundWindowDays = (
  price: { readonly refundWindowDays: number | null } | null,
  account: { readonly refundWindowDays: number },
): number => price?.refundWindowDays ?? account.refundWindowDays;

const daysRemaining = ({ status, paidAt, created }: Payment, { windowDays, now }: RefundTerms): number | null => {
  if (status !== 'succeeded' || windowDays === 0) return null;
  const days = Math.ceil(((paidAt ?? created) + windowDays * DAY_SECONDS - now) / DAY_SECONDS);
  return Math.min(windowDays, Math.max(0, days));
};

/** What is being charged for with credit that comes from the payment, so that its outcome decides what the payment still holds. */
const inUse = ({ id }: Payment, subscription: Subscription | null): RefundObstacle | null => {
  const isOf = ({ paymentId }: { readonly paymentId: string }): boolean => paymentId === id;
  const becomes = subscription?.pendingChange?.change.becomes;
  const credited = [...(becomes?.coverage?.charges ?? []), ...(becomes?.carriedCredits ?? []).flatMap(({ charges }) => charges)];
  if (credited.some(isOf)) return 'plan_change_pending';
  return subscription?.renewal?.credited.charges.some(isOf) === true ? 'renewal_processing' : null;
};

/** What waiting does not mend comes first, then what does, then what the terms say. */
const obstacleTo = (payment: Payment, days: number | null, { subscription }: RefundTerms): RefundObstacle | null => {
  if (payment.status !== 'succeeded') return 'payment_not_succeeded';
  if (payment.amountRefundedCents >= payment.amountCents) return 'already_refunded';
  if (payment.amountDisputedCents > 0) return 'charge_disputed';
  const used = inUse(payment, subscription);
  if (used !== null) return used;
  if (days === null) return 'refunds_disabled';
  return days === 0 ? 'refund_window_passed' : null;
};

/** Obstacles that do not blocks paying out credit: the seller keeps nothing that it sold. */
const TERMS: readonly (RefundObstacle | null)[] = ['refunds_disabled', 'refund_window_passed'];

/**
 * Whether a charge can be refunded, and how much of it [EXP-03..05, SUB-30, REF-16]. The window begins when the charge was paid and
 * is half open, as a period is. The one rule for what is shown before a refund and for what a refund is refused: `already_refunded`
 * as `charge_already_refunded`, `charge_disputed` under its own name, what is in use as `operation_pending`, the others as
 * `state_conflict` [REF-07, REF-08, REF-10..13]. Credit that an ended subscription left can be paid out whatever the window.
 */
export const refundEligibility = (payment: Payment, terms: RefundTerms): RefundEligibility => {
  const days = daysRemaining(payment, terms);
  const obstacle = obstacleTo(payment, days, terms);
  const { currency } = payment;
  const creditLeftCents = terms.subscription === null ? 0 : spendableOf(payment.id, creditLeftOf(terms.subscription));
  if (TERMS.includes(obstacle) && creditLeftCents > 0)
    return { amountCents: creditLeftCents, currency, daysRemaining: days, obstacle: null };
  return { amountCents: obstacle === null ? heldCents(payment) : 0, currency, daysRemaining: days, obstacle };
};

/** Of a subscription that no payment is recorded for: a trial, or a metered price before its first period closed [REF-13]. */
export const nothingPaid = (currency: string): RefundEligibility => ({
  amountCents: 0,
  currency,
  daysRemaining: null,
  obstacle: 'no_payment',
});
