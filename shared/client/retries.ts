/** Result of a failed attempt: status and `Retry-After` of the response, or no response. */
export type FailedAttempt = { readonly status: number; readonly retryAfter: string | null } | 'no response';

const BASE_DELAY_MS = 500;
const MAX_DELAY_MS = 8000;
/**
 * Requests that were refused together must not be repeated together: the time over which they spread doubles with each failure. With five
 * retries, 45 writes at once succeed although the service accepts 30 at once and 100 per minute.
 */
const SPREAD_MS = 1000;
const MAX_SPREAD_MS = 16_000;
/** A request is not retried after a response with a longer `Retry-After`. */
const MAX_RETRY_AFTER_MS = 60_000;
/** A stream is opened again without end, so its delays grow longer than those of a request. */
const MAX_RECONNECT_DELAY_MS = 60_000;
const MAX_RECONNECT_RETRY_AFTER_SECONDS = 3600;

/** Returns true for temporary errors: rate limits and server errors, except 501. */
const isTemporary = (status: number): boolean => status === 429 || (status >= 500 && status !== 501);

/** Returns the seconds of a `Retry-After` header; `null` if there is none, or if it is a date. */
export const retryAfterSecondsOf = (retryAfter: string | null): number | null => {
  const seconds = retryAfter === null || retryAfter.trim() === '' ? Number.NaN : Number(retryAfter);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
};

const backoffMs = (maxMs: number, failures: number, random: () => number): number =>
  Math.min(maxMs, BASE_DELAY_MS * 2 ** failures) * (1 - random() / 2);

/** The requested delay plus a random part that grows with each failure. */
const requestedDelayMs = (seconds: number, failures: number, random: () => number): number =>
  seconds * 1000 + random() * Math.min(MAX_SPREAD_MS, SPREAD_MS * 2 ** failures);

/**
 * Returns the delay before the next attempt in milliseconds; `null`: do not retry. Requests without a response, temporary errors, and all
 * errors with `Retry-After` are retried. With `Retry-After`, the delay is the time that it requests plus a random part that grows with each
 * failure. Without it, the delay is an exponential backoff with jitter of up to one half.
 * `failures`: number of failed attempts before `attempt`; `random`: returns a number from 0 up to 1.
 */
export const requestRetryDelayMs = (attempt: FailedAttempt, failures: number, random: () => number): number | null => {
  const seconds = attempt === 'no response' ? null : retryAfterSecondsOf(attempt.retryAfter);
  if (attempt !== 'no response' && seconds === null && !isTemporary(attempt.status)) return null;
  if (seconds === null) return backoffMs(MAX_DELAY_MS, failures, random);
  return seconds * 1000 > MAX_RETRY_AFTER_MS ? null : requestedDelayMs(seconds, failures, random);
};

/**
 * Returns the delay in milliseconds before an event stream is opened again: an exponential backoff of up to a minute, but at least the time
 * that `Retry-After` requests, up to an hour. `failures`: number of connections in a row that brought nothing.
 */
export const waitBeforeReconnect = (retryAfterSeconds: number | null, failures: number, random: () => number): number => {
  const backoff = backoffMs(MAX_RECONNECT_DELAY_MS, failures, random);
  if (retryAfterSeconds === null) return backoff;
  return Math.max(backoff, requestedDelayMs(Math.min(retryAfterSeconds, MAX_RECONNECT_RETRY_AFTER_SECONDS), failures, random));
};
