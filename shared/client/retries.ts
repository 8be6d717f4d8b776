/** Result of a failed attempt: status and `Retry-After` of the response, or no response. */
export type FailedAttempt = { readonly status: number; readonly retryAfter: string | null } | 'no response';

const BASE_DELAY_MS = 500;
const MAX_DELAY_MS = 8000;
/** A response with a longer `Retry-After` is not retried. */
const MAX_RETRY_AFTER_MS = 60_000;

/** Returns true for temporary errors: rate limits and server errors, except 501. */
const isTemporary = (status: number): boolean => status === 429 || (status >= 500 && status !== 501);

const retryAfterMs = (retryAfter: string | null): number | null => {
  const seconds = retryAfter === null || retryAfter.trim() === '' ? Number.NaN : Number(retryAfter);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null;
};

/**
 * Returns the delay before the next attempt in milliseconds; `null`: do not retry. Uses `Retry-After` if sent, otherwise exponential
 * backoff with jitter of up to one half. `failures`: number of failed attempts before `attempt`; `random`: returns a number from 0 up to 1.
 */
export const waitBeforeRetry = (attempt: FailedAttempt, failures: number, random: () => number): number | null => {
  const requestedMs = attempt === 'no response' ? null : retryAfterMs(attempt.retryAfter);
  if (attempt !== 'no response' && requestedMs === null && !isTemporary(attempt.status)) return null;
  if (requestedMs !== null) return requestedMs > MAX_RETRY_AFTER_MS ? null : requestedMs + random() * BASE_DELAY_MS;
  return Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** failures) * (1 - random() / 2);
};
