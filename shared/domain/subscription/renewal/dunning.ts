import { LOOK_AHEAD_SECONDS } from '../../due.ts';
import { DAY_SECONDS } from '../../periods.ts';

/** Days on which a failed renewal is retried, counted from its first failure, in ascending order. */
export type RetryDays = readonly number[];

/** The schedule of accounts that have not set one. */
export const DEFAULT_RETRY_DAYS: RetryDays = [2, 7, 14, 21];

/** Largest number of retries of a schedule; the first attempt is not counted. */
export const RETRIES_MAX = 6;

/** Latest day of a schedule. */
export const RETRY_DAY_MAX = 28;

/** Time of the last retry. Collection of the invoice ends at this time, even if a hard decline prevents the retries. */
export const giveUpAt = (firstFailedAt: number, retryDays: RetryDays): number => firstFailedAt + Math.max(...retryDays) * DAY_SECONDS;

/** Minimum time between a failure and the next retry. A retry that would follow sooner is skipped, unless it is the last one. */
const MIN_DISTANCE_SECONDS = DAY_SECONDS / 2;

/**
 * Time of the next retry after a failure at `failedAt`; `null`: no retries left. Renewals may start `LOOK_AHEAD_SECONDS` early, so an
 * attempt that fails within this time before the last retry counts as the last retry.
 */
export const nextRetryAt = (firstFailedAt: number, failedAt: number, retryDays: RetryDays): number | null => {
  const lastRetryAt = giveUpAt(firstFailedAt, retryDays);
  if (failedAt >= lastRetryAt - LOOK_AHEAD_SECONDS) return null;
  const retries = retryDays.map((days) => firstFailedAt + days * DAY_SECONDS);
  return retries.find((at) => at > failedAt + MIN_DISTANCE_SECONDS) ?? lastRetryAt;
};

/** Days after the last retry in which a renewal waits for the bank to confirm the mandate. */
const MANDATE_WAIT_DAYS = 7;

/**
 * Like `nextRetryAt`, for a charge whose mandate the bank has not confirmed yet: one more retry follows `MANDATE_WAIT_DAYS` after the last
 * one. As soon as the bank has decided, `applyMandateReport` makes the planned retry due.
 */
export const nextRetryForPendingMandate = (firstFailedAt: number, failedAt: number, retryDays: RetryDays): number | null =>
  nextRetryAt(firstFailedAt, failedAt, retryDays) ?? nextRetryAt(firstFailedAt, failedAt, [Math.max(...retryDays) + MANDATE_WAIT_DAYS]);

const HARD_DECLINES: ReadonlySet<string> = new Set([
  'mandate_gone',
  'invalid_mandate',
  'card_expired',
  'account_closed',
  'account_blocked',
  'account_holder_deceased',
  'invalid_account',
  'inactive_card',
  'invalid_card_number',
  'card_lost',
  'card_stolen',
  'possible_fraud',
]);

/** True when the bank requires that the customer authenticates the payment, so that a charge without the customer is declined again. */
export const isAuthenticationRequired = (failureCode: string | null): boolean => failureCode === 'authentication_required';

/** Failure code of a charge whose mandate the bank has not confirmed yet: the mandate may work later, so this is not a hard decline. */
export const MANDATE_PENDING = 'mandate_pending';

/**
 * Days after which a charge that waits for its disconnected provider account fails. A charge that the provider has accepted waits longer,
 * since it may have been paid: a bank debit has its outcome after at most ten business days. A retry waits for a shorter time.
 */
const NOT_CONNECTED_DAYS = { first: 7, retry: 1, accepted: 30 } as const;

/** True if a charge that began `ageSeconds` ago no longer waits for its disconnected provider account. */
export const isGivenUp = (charge: { readonly isAccepted: boolean; readonly isRetry: boolean }, ageSeconds: number): boolean => {
  const ifNotAccepted = charge.isRetry ? NOT_CONNECTED_DAYS.retry : NOT_CONNECTED_DAYS.first;
  return ageSeconds >= (charge.isAccepted ? NOT_CONNECTED_DAYS.accepted : ifNotAccepted) * DAY_SECONDS;
};

export const isMandatePending = (failureCode: string | null): boolean => failureCode === MANDATE_PENDING;

/** True when the mandate is unusable, so that a retry would be declined again. */
export const isHardDecline = (failureCode: string | null): boolean => failureCode !== null && HARD_DECLINES.has(failureCode);
