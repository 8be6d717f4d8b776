import type { Credit } from './change/coverage.ts';
import type { RenewalState, Subscription } from './types.ts';

export const renewalStateOf = (subscription: Subscription): RenewalState => {
  if (subscription.status === 'canceled') return 'ended';
  if (subscription.renewal?.processing === true) return 'processing';
  if (subscription.status === 'past_due') return 'retrying';
  if (subscription.pausedAt !== null) return 'paused';
  return subscription.cancelAtPeriodEnd ? 'ending' : 'scheduled';
};

export const isMetered = (subscription: Subscription): boolean => subscription.price.usageType === 'metered';

/** True until nothing is charged any more: a canceled metered subscription has its last invoices collected. */
export const isCharged = ({ status, renewal, usageUntil }: Subscription): boolean =>
  status !== 'canceled' || renewal !== null || usageUntil !== null;

/** An attempt at the invoice being collected failed; also true for the last invoice of a subscription that ended. */
export const isOverdue = ({ renewal }: Subscription): boolean => renewal !== null && renewal.firstFailedAt !== null;

/** No period follows the one that is to be closed. */
export const isLastPeriod = ({ cancelAtPeriodEnd, status }: Subscription): boolean => cancelAtPeriodEnd || status === 'canceled';

/** The next step of the subscription's cycle: what it is about, and when. `null`: nothing is planned. */
export const nextCycleOf = (subscription: Subscription): { at: number; periodEnd: number; attempt: number } | null => {
  // What a change has the period end on is known once it is paid.
  if (!isCharged(subscription) || subscription.pendingChange !== null) return null;
  const periodEnd = subscription.currentPeriodEnd;
  const renewal = subscription.renewal;
  // No attempt yet for what follows the period that was billed last.
  if (renewal === null && subscription.usageUntil !== null) return { at: subscription.usageUntil, periodEnd, attempt: 0 };
  if (renewal === null) return { at: periodEnd, periodEnd, attempt: 1 };
  return renewal.nextStepAt === null ? null : { at: renewal.nextStepAt, periodEnd, attempt: renewal.attempt + 1 };
};

/**
 * The next attempt of the subscription, or the running one; `null`: nothing is planned. Named by the period's
 * end and its number, so that an attempt which is over is known for that.
 */
export const attemptOf = (subscription: Subscription): { readonly periodEnd: number; readonly attempt: number } | null => {
  const { renewal, currentPeriodEnd } = subscription;
  return renewal?.processing === true ? { periodEnd: currentPeriodEnd, attempt: renewal.attempt } : nextCycleOf(subscription);
};

/** Every pair of status and renewal state that there is. */
const STATES: readonly (readonly [Subscription['status'], RenewalState])[] = [
  ['active', 'scheduled'],
  ['active', 'processing'],
  ['active', 'paused'],
  ['active', 'ending'],
  ['past_due', 'retrying'],
  ['past_due', 'processing'],
  ['canceled', 'ended'],
];

/** The states of the subscriptions that a filter lets through; left out, it lets everything through. */
export const statesMatching = (filter: {
  readonly status?: readonly Subscription['status'][] | undefined;
  readonly renewal_state?: readonly RenewalState[] | undefined;
}): readonly string[] =>
  STATES.filter(([status, renewal]) => (filter.status?.includes(status) ?? true) && (filter.renewal_state?.includes(renewal) ?? true)).map(
    ([status, renewal]) => `${status}/${renewal}`,
  );

/** Counts a customer's subscriptions that are not canceled. */
export const liveSubscriptions = (customerId: string): string => `live-subscriptions#${customerId}`;

/** Subscriptions whose renewal failed and is still tried. */
export const PAST_DUE_LIST = 'past_due';

/** Ended subscriptions with credit that their charges still hold: it can be paid out as a refund of those. */
export const CREDIT_LEFT_LIST = 'credit_left';

/** What an ended subscription owes its customer: no invoice will use the credit any more. */
export const creditLeftOf = ({ status, renewal, carriedCredits }: Subscription): readonly Credit[] =>
  status === 'canceled' && renewal === null ? carriedCredits : [];
