import type * as v from 'valibot';
import type { Subscription as SubscriptionObject } from '../../api/objects/subscription.ts';

/** What the portal and the console show about subscriptions. */

type Subscription = v.InferOutput<typeof SubscriptionObject>;

/** Reasons for which a subscription ends before its period does, even if a cancellation was scheduled. */
const ENDS_AT_ONCE: readonly (string | null)[] = ['withdrawn', 'refund_issued', 'payment_failed', 'test_clock_deleted'];

/** When a canceled subscription ended. A scheduled cancellation took effect at the end of the period, not at `canceled_at`. */
export const endedAtOf = ({
  canceled_at: canceledAt,
  cancel_at_period_end: isScheduled,
  current_period_end: end,
  cancellation_reason: reason,
  withdrawal,
}: Subscription): number => {
  if (isScheduled && !ENDS_AT_ONCE.includes(reason)) return Math.max(canceledAt ?? 0, end);
  return withdrawal?.withdrawn_at ?? canceledAt ?? end;
};

/** False in a trial, whose usage is free, and during a pause, whose usage is charged after resuming. */
export const isUsageChargedAtPeriodEnd = ({
  trial_end: trialEnd,
  current_period_end: end,
  renewal_state: renewal,
}: Pick<Subscription, 'trial_end' | 'current_period_end' | 'renewal_state'>): boolean => renewal !== 'paused' && trialEnd !== end;
