const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Delays before attempts 2 to 10, in milliseconds: 72 h 35 min 35 s in total [WHD-15, WHD-16, LIM-10]. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  4 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** Time from the first to the last attempt, without jitter. */
export const RETRIES_SECONDS = RETRY_DELAYS_MS.reduce((total, delay) => total + delay, 0) / SECOND_MS;

/** Maximum attempts of one delivery, including the first [LIM-09]. */
export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

/** Maximum jitter as a fraction of the delay. Jitter only adds time. */
const MAX_JITTER = 0.05;

/**
 * Delay after `attemptsMade` failed attempts, in milliseconds; `null`: no attempt is left. `jitter` (0 to 1): the fraction of the maximum
 * jitter that is added to the delay.
 */
export const retryDelayMs = (attemptsMade: number, jitter: number): number | null => {
  const delayMs = RETRY_DELAYS_MS[attemptsMade - 1];
  return delayMs === undefined ? null : Math.round(delayMs * (1 + MAX_JITTER * Math.min(1, Math.max(0, jitter))));
};
