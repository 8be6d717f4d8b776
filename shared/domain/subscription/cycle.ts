import { LOOK_AHEAD_SECONDS } from '../due.ts';
import type { Invoice } from '../invoice/record.ts';
import type { NewEvent } from '../kernel.ts';
import { periodAt } from '../periods.ts';
import type { TaxTreatment } from '../tax.ts';
import { runningDiscount, withAmounts } from './charges.ts';
import type { UsedCredit } from './coverage.ts';
import { coverageOf } from './coverage.ts';
import type { Subscription } from './record.ts';
import { closesForGood, closesUsage, type UsageRead } from './usage.ts';

/** A step of a subscription's life and the specific events that tell of it, in order. */
export interface Step {
  readonly subscription: Subscription;
  readonly events: readonly NewEvent[];
}

/** The trial is over and was not told yet: tell it, once per trial [EVT-26]. */
export const reportTrialEnd = (subscription: Subscription, now: number): Step =>
  subscription.trialEnd === null || subscription.trialEndedAt !== null
    ? { subscription, events: [] }
    : {
        subscription: { ...subscription, trialEndedAt: now },
        events: [{ type: 'subscription.trial_ended', subjectId: subscription.id }],
      };

/** The subscription whose renewal is settled, by this payment or (`null`) by credit alone: what pays for its service from now on. */
export const coveredBy = (subscription: Subscription, invoice: Invoice, credited: UsedCredit, paymentId: string | null): Subscription => ({
  ...subscription,
  billedThrough: invoice.periodEnd,
  coverage: coverageOf(invoice, [...(paymentId === null ? [] : [{ paymentId, returnedCents: 0 }]), ...credited.charges]),
  carriedCredits: credited.left,
});

/**
 * Moves on to the next period of the anchor's grid. A trial is over then, and a discount that does not cover the new
 * period has run out.
 */
export const advance = (subscription: Subscription, tax: TaxTreatment, now: number): Step => {
  const trial = reportTrialEnd(subscription, now);
  const periodIndex = subscription.periodIndex + 1;
  const period = periodAt(subscription.anchor, subscription.price.interval, periodIndex);
  const discount = runningDiscount(subscription.discount, period.start);
  const expired = subscription.discount !== null && discount === null;
  return {
    subscription: withAmounts(
      {
        ...trial.subscription,
        periodIndex,
        currentPeriodStart: period.start,
        currentPeriodEnd: period.end,
        discount,
        portalChanges: 0,
        renewal: null,
      },
      tax,
    ),
    events: [...trial.events, ...(expired ? [{ type: 'subscription.coupon_expired' as const, subjectId: subscription.id }] : [])],
  };
};

/** The terminal state [SUB-50]. `reason: null` keeps the reason that was given when the end was asked for. */
export const end = (subscription: Subscription, reason: string | null, tax: TaxTreatment, now: number): Step => {
  const over = subscription.trialEnd !== null && subscription.trialEnd - LOOK_AHEAD_SECONDS <= now;
  const trial = over ? reportTrialEnd(subscription, now) : { subscription, events: [] };
  const ended: Subscription = {
    ...trial.subscription,
    status: 'canceled',
    canceledAt: subscription.canceledAt ?? now,
    cancellationReason: reason ?? subscription.cancellationReason,
    nextPaymentAttempt: null,
    renewal: null,
  };
  return {
    subscription: withAmounts(ended, tax),
    events: [...trial.events, { type: 'subscription.canceled', subjectId: subscription.id }],
  };
};

/** `subscription.updated` comes first, then what is specific about the change [EVT-19]. */
export const eventsOfStep = (step: Step): readonly NewEvent[] => [
  { type: 'subscription.updated', subjectId: step.subscription.id },
  ...step.events,
];

/**
 * True before the time of a step that is due at `at`. The close of usage waits for its period's last second, and the last one for its
 * counters to be closed.
 */
export const isEarly = (subscription: Subscription, usage: UsageRead, at: number, now: number): boolean => {
  if (!closesUsage(subscription)) return now < at - LOOK_AHEAD_SECONDS;
  return now < at || (closesForGood(subscription, now) && usage.closedAt !== subscription.currentPeriodEnd);
};
