/** Polling of a page that waits for the provider: every 2 seconds at first, then every 15 seconds; stops after `MAX_POLLS` polls. */

const QUICK_POLLS = 10;
const QUICK_SECONDS = 2;
const MAX_POLLS = 40;
const SLOW_SECONDS = 15;

/** Seconds until the next poll after `polls` polls; `null`: no more automatic polls. */
export const pollDelayAfter = (polls: number): number | null => {
  if (polls >= MAX_POLLS) return null;
  return polls < QUICK_POLLS ? QUICK_SECONDS : SLOW_SECONDS;
};

/** The number of polls so far, from the URL's `looks` parameter; 0 if it is missing or invalid. */
export const pollCountOf = (text: string | undefined): number => (text !== undefined && /^\d{1,3}$/.test(text) ? Number(text) : 0);

/** URL of the next poll after `polls` polls. `paymentId`: the payment from which the buyer returned. */
export const nextPollUrl = (returnUrl: string, polls: number, paymentId: string | null = null): string =>
  `${returnUrl}?looks=${Math.min(polls + 1, MAX_POLLS)}${paymentId === null ? '' : `&payment=${paymentId}`}`;
