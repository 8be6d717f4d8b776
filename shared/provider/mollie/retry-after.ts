/** Where the provider does not say how long to wait. */
const UNSAID_SECONDS = 5;
const LEAST_SECONDS = 1;
/** What is due comes again on its own within minutes: longer pauses are not kept in hand. */
const MOST_SECONDS = 300;

const secondsIn = (retryAfter: string, answeredAt: string | null): number => {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  // Reported by the provider's own clock: ours may differ.
  return Math.ceil((Date.parse(retryAfter) - Date.parse(answeredAt ?? '')) / 1000);
};

/**
 * How long to wait after 429, in seconds from 1 to 300: by `Retry-After`, as a number or as a date next to the answer's own `Date`;
 * 5 where neither tells.
 */
export const retryAfterSecondsOf = (headers: Headers): number => {
  const seconds = secondsIn(headers.get('retry-after')?.trim() ?? '', headers.get('date'));
  return Number.isNaN(seconds) ? UNSAID_SECONDS : Math.min(Math.max(seconds, LEAST_SECONDS), MOST_SECONDS);
};
