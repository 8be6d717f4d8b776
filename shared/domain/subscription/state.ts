import type { Account } from '../account/record.ts';
import { DAY_SECONDS } from '../periods.ts';
import type { Credit } from './change/coverage.ts';
import { DEFAULT_RETRY_DAYS, type RetryDays } from './renewal/dunning.ts';
import type { RenewalState, Subscription } from './types.ts';

/** Derives the API's `renewal_state`. */
export const renewalStateOf = (subscription: Subscription): RenewalState => {
  if (subscription.status === 'canceled') return 'ended';
  if (subscription.renewal?.processing === true) return 'processing';
  if (subscription.status === 'past_due') return 'retrying';
  if (subscription.pausedAt !== null) return 'paused';
  return subscription.cancelAtPeriodEnd ? 'ending' : 'scheduled';
};

export const isMetered = (subscription: Subscription): boolean => subscription.price.usageType === 'metered';

/** True before period 0 begins: during a trial, and after it while the charge for period 0 is unpaid. */
export const isInTrial = ({ periodIndex }: Pick<Subscription, 'periodIndex'>): boolean => periodIndex < 0;

/** True while the subscription can still be charged: it is not canceled, or its last usage is not invoiced yet, or not paid yet. */
export const canStillBeCharged = ({ status, renewal, usageUntil }: Subscription): boolean =>
  status !== 'canceled' || renewal !== null || usageUntil !== null;

/** True after a failed attempt to charge the open invoice; also for the last invoice of a canceled subscription. */
export const isOverdue = ({ renewal }: Subscription): boolean => renewal !== null && renewal.firstFailedAt !== null;

/** True when no period follows the current one. */
export const isLastPeriod = ({ cancelAtPeriodEnd, status }: Subscription): boolean => cancelAtPeriodEnd || status === 'canceled';

/** The retry days of a failed renewal, counted from its first failure. */
export const retryDaysOf = ({ retryDays = DEFAULT_RETRY_DAYS }: Pick<Subscription, 'retryDays'>): RetryDays => retryDays;

/** The subscription with the account's retry days, which apply to the renewal that is charged next. */
export const withRetryDays = (
  { retryDays: _former, ...subscription }: Subscription,
  { dunningSchedule }: Pick<Account, 'dunningSchedule'>,
): Subscription => (dunningSchedule ? { ...subscription, retryDays: dunningSchedule } : subscription);

/** True if the payment pays for the current period or trial, also after its end. */
const paysForPeriod = (subscription: Subscription, paymentId: string): boolean => {
  const { coverage, lastPaymentId, currentPeriodEnd } = subscription;
  if (isMetered(subscription)) return false;
  if (coverage === null) return isInTrial(subscription) || lastPaymentId === paymentId;
  return coverage.end >= currentPeriodEnd && coverage.charges.some((charge) => charge.paymentId === paymentId);
};

/** The charge of the next period waits for a pending refund, but not longer than this: the refund may never get an outcome. */
const REFUND_WAIT_SECONDS = 30 * DAY_SECONDS;

/**
 * True while a refund of the payment is pending that will end the subscription if it succeeds. The charge of the next period waits for
 * the outcome of the refund, for at most `REFUND_WAIT_SECONDS`.
 */
export const waitsForRefundOf = (subscription: Subscription, paymentId: string): boolean => {
  const { status, renewal, cancelAtPeriodEnd, fullRefundsPending = [] } = subscription;
  const isRenewable = status !== 'canceled' && renewal === null && !cancelAtPeriodEnd;
  return isRenewable && fullRefundsPending.includes(paymentId) && paysForPeriod(subscription, paymentId);
};

/** True while a pending refund of any payment may end the subscription (`waitsForRefundOf`). */
export const waitsForRefund = (subscription: Subscription): boolean =>
  (subscription.fullRefundsPending ?? []).some((paymentId) => waitsForRefundOf(subscription, paymentId));

/** The next billing step (a charge, a retry, or the end of the period or of collection), due at `at` (Unix seconds). `null`: none. */
export const nextBillingStep = (subscription: Subscription): { at: number; periodEnd: number; attempt: number } | null => {
  // A pending change may move the end of the period when the change is paid.
  if (!canStillBeCharged(subscription) || subscription.pendingChange !== null) return null;
  const periodEnd = subscription.currentPeriodEnd;
  const renewal = subscription.renewal;
  // The subscription has ended, and usage after the last billed period is not invoiced yet. The attempts to charge the last
  // invoice had the same `periodEnd` and the numbers from 1, so this one has the number 0.
  if (renewal === null && subscription.usageUntil !== null) return { at: subscription.usageUntil, periodEnd, attempt: 0 };
  if (renewal === null) return { at: periodEnd + (waitsForRefund(subscription) ? REFUND_WAIT_SECONDS : 0), periodEnd, attempt: 1 };
  return renewal.nextStepAt === null ? null : { at: renewal.nextStepAt, periodEnd, attempt: renewal.attempt + 1 };
};

/** The renewal attempt in progress, otherwise the next one. `periodEnd`: end of the current period. `null`: none. */
export const attemptOf = (subscription: Subscription): { readonly periodEnd: number; readonly attempt: number } | null => {
  const { renewal, currentPeriodEnd } = subscription;
  return renewal?.processing === true ? { periodEnd: currentPeriodEnd, attempt: renewal.attempt } : nextBillingStep(subscription);
};

/** All valid pairs of status and renewal state. */
const STATES: readonly (readonly [Subscription['status'], RenewalState])[] = [
  ['active', 'scheduled'],
  ['active', 'processing'],
  ['active', 'paused'],
  ['active', 'ending'],
  ['past_due', 'retrying'],
  ['past_due', 'processing'],
  ['canceled', 'ended'],
];

/** List states (`status/renewal_state`) that match a filter. Without a filter: all list states. */
export const statesMatching = (filter: {
  readonly status?: readonly Subscription['status'][] | undefined;
  readonly renewal_state?: readonly RenewalState[] | undefined;
}): readonly string[] =>
  STATES.filter(([status, renewal]) => (filter.status?.includes(status) ?? true) && (filter.renewal_state?.includes(renewal) ?? true)).map(
    ([status, renewal]) => `${status}/${renewal}`,
  );

/** Name of the counter of a customer's subscriptions that are not canceled (`live` in the stored name). */
export const notCanceledCounter = (customerId: string): string => `live-subscriptions#${customerId}`;

/** Sparse index of subscriptions whose failed renewal is retried. */
export const PAST_DUE_LIST = 'past_due';

/** Sparse index of ended subscriptions with unused credit. The payments that paid this credit can be refunded. */
export const CREDIT_LEFT_LIST = 'credit_left';

/** Unused credit of an ended subscription: no invoice will use it. Empty if the subscription has not ended. */
export const unusedCreditsOf = ({ status, renewal, carriedCredits }: Subscription): readonly Credit[] =>
  status === 'canceled' && renewal === null ? carriedCredits : [];
