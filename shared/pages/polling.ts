/** How a page that waits for the provider's outcome looks again: quickly at first, then seldom, then no more on its own. */

const QUICK_LOOKS = 10;
const QUICK_SECONDS = 2;
const LAST_LOOK = 40;
const SLOW_SECONDS = 15;

/** Seconds until the next look after `looks` of them; `null`: not on its own. */
export const pauseAfter = (looks: number): number | null => {
  if (looks >= LAST_LOOK) return null;
  return looks < QUICK_LOOKS ? QUICK_SECONDS : SLOW_SECONDS;
};

/** The count that a page's address carries; anything else counts as none. */
export const looksOf = (given: string | undefined): number => (given !== undefined && /^\d{1,3}$/.test(given) ? Number(given) : 0);

export const lookAgainUrl = (returnUrl: string, looks: number): string => `${returnUrl}?looks=${Math.min(looks + 1, LAST_LOOK)}`;
