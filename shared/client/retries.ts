/** What became of a try: the status and `Retry-After` of its answer, or none. */
export type Try = { readonly status: number; readonly retryAfter: string | null } | 'no answer';

const FIRST_MS = 500;
const LONGEST_MS = 8000;
/** Anyone who asks for more patience than this is not waited for. */
const MOST_PATIENCE_MS = 60_000;

/** Answers that the same request may get past: a full bucket, an outage, an outcome that the same idempotency key finds out. */
const isPassing = (status: number): boolean => status === 429 || (status >= 500 && status !== 501);

const asked = (retryAfter: string | null): number | null => {
  const seconds = retryAfter === null || retryAfter.trim() === '' ? Number.NaN : Number(retryAfter);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null;
};

/**
 * How long to wait before the next try; `null`: there is none. As long as the service says; else twice as long each time, less a random part
 * of up to a half, so that many clients do not come back at once. `failed`: how many tries failed before this one; `random`: from 0 up to 1.
 */
export const waitBeforeRetry = (attempt: Try, failed: number, random: () => number): number | null => {
  const reported = attempt === 'no answer' ? null : asked(attempt.retryAfter);
  if (attempt !== 'no answer' && reported === null && !isPassing(attempt.status)) return null;
  if (reported !== null) return reported > MOST_PATIENCE_MS ? null : reported + random() * FIRST_MS;
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** failed) * (1 - random() / 2);
};
