/** Used if the `Retry-After` header is missing or invalid. */
const DEFAULT_SECONDS = 5;
const MIN_SECONDS = 1;
const MAX_SECONDS = 300;

const secondsIn = (retryAfter: string, responseDate: string | null): number => {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  // A date is relative to the provider's clock, which may differ from ours.
  return Math.ceil((Date.parse(retryAfter) - Date.parse(responseDate ?? '')) / 1000);
};

/**
 * Returns the delay after a 429 in seconds, from 1 to 300. Reads `Retry-After` as a number, or as a date relative to the `Date` header;
 * default: 5.
 */
export const retryAfterSecondsOf = (headers: Headers): number => {
  const seconds = secondsIn(headers.get('retry-after')?.trim() ?? '', headers.get('date'));
  return Number.isNaN(seconds) ? DEFAULT_SECONDS : Math.min(Math.max(seconds, MIN_SECONDS), MAX_SECONDS);
};
