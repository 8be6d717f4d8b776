import { discountCovers, discountEnd, grantAfter } from '../../amounts/discounts.ts';
import { sum } from '../../amounts/money.ts';
import type { NewEvent } from '../../decision.ts';
import { LOOK_AHEAD_SECONDS, renewalsDueUntil } from '../../due.ts';
import type { Invoice } from '../../invoice/record.ts';
import type { TaxOf } from '../../parties.ts';
import type { Payment } from '../../payment/record.ts';
import { periodAt } from '../../periods.ts';
import { isDeepEqual } from '../../same.ts';
import type { Tenant } from '../../tenant.ts';
import { coverageOfInvoice, type UsedCredit, withCharge } from '../change/coverage.ts';
import { isMetered } from '../state.ts';
import type { Subscription } from '../types.ts';
import { closesUsage, isFinalCloseDue, type UsageSnapshot } from '../usage/usage.ts';
import { viewSubscription } from '../view.ts';
import { nextServicePeriod, withAmounts } from './charges.ts';

/** A transition of a subscription, with its events in order, except `subscription.updated` (see `eventsOfTransition`). */
export interface Transition {
  readonly subscription: Subscription;
  readonly events: readonly NewEvent[];
}

/** Records the end of the trial, once per trial [EVT-26]. */
export const reportTrialEnd = (subscription: Subscription, now: number): Transition =>
  subscription.trialEnd === null || subscription.trialEndedAt !== null
    ? { subscription, events: [] }
    : {
        subscription: { ...subscription, trialEndedAt: now },
        events: [{ type: 'subscription.trial_ended', subjectId: subscription.id }],
      };

/** The subscription's `discountGrant` after an invoice is paid. */
const grantAfterInvoice = (
  { discount, discountGrant, price }: Subscription,
  { lines, periodStart, periodEnd }: Invoice,
): Subscription['discountGrant'] => {
  if (periodStart === null || periodEnd === null) return discountGrant;
  const totalDiscountCents = sum(lines.map(({ discountCents }) => discountCents));
  const service = { start: periodStart, end: periodEnd, interval: price.interval, periodStart };
  return grantAfter(discount, discountGrant, service, totalDiscountCents);
};

/** Sets the coverage (prepaid service), credit and discount grant after a paid renewal. `payment: null`: no payment was needed. */
export const withPaidRenewal = (
  subscription: Subscription,
  invoice: Invoice,
  credited: UsedCredit,
  payment: Pick<Payment, 'id'> | null,
): Subscription => ({
  ...subscription,
  billedThrough: invoice.periodEnd,
  coverage: withCharge(coverageOfInvoice(invoice, credited.charges), payment),
  carriedCredits: credited.left,
  discountGrant: grantAfterInvoice(subscription, invoice),
});

/** The discount of the new period; `null`: none, or expired. An unused `once` discount is kept for the next invoice. */
const discountOfPeriod = (subscription: Subscription): Subscription['discount'] => {
  const { discount, discountGrant, currentPeriodStart } = subscription;
  if (discount === null || !discountCovers(discount, discountGrant, currentPeriodStart)) return null;
  if (discount.duration !== 'once' || discountGrant !== null) return discount;
  return { ...discount, endsAt: discountEnd('once', null, nextServicePeriod(subscription)) };
};

/** Advances to the next period. Ends the trial, and a discount that does not cover the new period. */
export const transitionToNextPeriod = (subscription: Subscription, taxOf: TaxOf, now: number): Transition => {
  const trial = reportTrialEnd(subscription, now);
  const periodIndex = subscription.periodIndex + 1;
  const period = periodAt(subscription.anchor, subscription.price.interval, periodIndex);
  const advanced: Subscription = {
    ...trial.subscription,
    periodIndex,
    currentPeriodStart: period.start,
    currentPeriodEnd: period.end,
    periodUsage: '0',
    portalChanges: 0,
    renewal: null,
  };
  const discount = discountOfPeriod(advanced);
  const hasExpired = subscription.discount !== null && discount === null;
  return {
    subscription: withAmounts({ ...advanced, discount, discountGrant: discount === null ? null : advanced.discountGrant }, taxOf),
    events: [...trial.events, ...(hasExpired ? [{ type: 'subscription.coupon_expired' as const, subjectId: subscription.id }] : [])],
  };
};

/** Cancels the subscription now [SUB-50]. `reason: null`: keeps the stored reason of a scheduled cancellation. */
export const transitionToCanceled = (subscription: Subscription, reason: string | null, taxOf: TaxOf, now: number): Transition => {
  const trialIsOver = subscription.trialEnd !== null && subscription.trialEnd - LOOK_AHEAD_SECONDS <= now;
  const trial = trialIsOver ? reportTrialEnd(subscription, now) : { subscription, events: [] };
  const ended: Subscription = {
    ...trial.subscription,
    status: 'canceled',
    canceledAt: subscription.canceledAt ?? now,
    endedAt: now,
    cancellationReason: reason ?? subscription.cancellationReason,
    nextPaymentAttempt: null,
    renewal: null,
  };
  return {
    subscription: withAmounts(ended, taxOf),
    events: [...trial.events, { type: 'subscription.canceled', subjectId: subscription.id }],
  };
};

/**
 * The `usageUntil` of a metered subscription that is canceled while an invoice is unpaid: its last invoice bills the usage until this time.
 * Returns `now`, but at least one second after `currentPeriodEnd`, so that some time remains to be billed.
 */
export const endOfUsage = ({ currentPeriodEnd }: Subscription, now: number): number => Math.max(now, currentPeriodEnd + 1);

/**
 * Ends the collection of a renewal's invoice, and cancels the subscription if it is not canceled yet. If the invoice is unpaid and the
 * price metered, the usage between the end of the invoiced period and now is invoiced afterwards (`usageUntil`).
 */
export const endCollection = (subscription: Subscription, reason: string | null, taxOf: TaxOf, now: number): Transition =>
  subscription.status === 'canceled'
    ? { subscription: { ...subscription, nextPaymentAttempt: null, renewal: null }, events: [] }
    : transitionToCanceled(
        { ...subscription, usageUntil: isMetered(subscription) && subscription.renewal !== null ? endOfUsage(subscription, now) : null },
        reason,
        taxOf,
        now,
      );

/**
 * All events of a transition: `subscription.updated` first, then `transition.events` [EVT-19]. Omits `subscription.updated` if the API
 * object does not change [EVT-11].
 */
export const eventsOfTransition = (before: Subscription, transition: Transition, tenant: Tenant): readonly NewEvent[] => [
  ...(isDeepEqual(viewSubscription(before, tenant), viewSubscription(transition.subscription, tenant))
    ? []
    : [{ type: 'subscription.updated' as const, subjectId: transition.subscription.id }]),
  ...transition.events,
];

/**
 * True when the next billing step (`nextBillingStep`), due at `at`, must wait. In real time, a step may start early (`renewalsDueUntil`);
 * on a test clock, it may not. Usage is billed only after the period has ended and, for the last period and a trial, after the usage
 * counters are closed.
 */
export const isTooEarlyToBill = (subscription: Subscription, usage: UsageSnapshot, at: number, now: number): boolean => {
  if (!closesUsage(subscription)) return at > (subscription.clockId === null ? renewalsDueUntil(now) : now);
  return now < at || (isFinalCloseDue(subscription, now) && usage.closedAt !== subscription.currentPeriodEnd);
};
