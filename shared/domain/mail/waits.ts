/** How long a mail waits until the next attempt to send it, without using up the attempts of its queue. */

/** How long a mail waits for its document. After this time the mail is sent without the document. */
export const DOCUMENT_WAIT_MS = 600_000;
const MIN_DOCUMENT_WAIT_MS = 2000;
const MAX_DOCUMENT_WAIT_MS = 60_000;

/** The next wait for a document is as long as the mail has waited so far, but at least two seconds and at most a minute. */
export const documentWaitMs = (waitedMs: number): number => Math.min(MAX_DOCUMENT_WAIT_MS, Math.max(MIN_DOCUMENT_WAIT_MS, waitedMs));

interface ThrottleWaits {
  readonly firstMs: number;
  readonly maxMs: number;
  readonly times: number;
}

/** About five minutes in total. A person waits for the mail, so it is retried more often than other mails. */
const SIGN_IN_WAITS: ThrottleWaits = { firstMs: 2000, maxMs: 30_000, times: 13 };
/** About 15 minutes in total. */
const OTHER_WAITS: ThrottleWaits = { firstMs: 15_000, maxMs: 480_000, times: 6 };

/**
 * Returns how long a mail waits after the mail service throttled it; the time doubles with each attempt. `throttled`: how often this mail
 * was throttled before. Returns `null` if that was too often: the queue then retries the mail like any other failed mail, and its alarms
 * report it.
 */
export const throttleWaitMs = (kind: 'sign_in' | 'other', throttled: number): number | null => {
  const { firstMs, maxMs, times } = kind === 'sign_in' ? SIGN_IN_WAITS : OTHER_WAITS;
  return throttled >= times ? null : Math.min(maxMs, firstMs * 2 ** throttled);
};
