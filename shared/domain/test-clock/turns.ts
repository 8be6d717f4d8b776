/** The order in which test clocks advance (decision 0075). */

/** Maximum number of concurrent advances of one account; the others wait for their turn. */
export const ADVANCES_PER_ACCOUNT = 2;
/** Maximum number of concurrent advances of all accounts. Billing runs without a test clock leave this number of executions free. */
export const MAX_CONCURRENT_ADVANCES = 5;

/** Position of an advance, waiting or running, in the queue of its account. */
export interface Ticket {
  readonly clockId: string;
  /** Sorts the tickets of an account in the order in which the advances were requested. */
  readonly position: string;
}

/** The first tickets of an account, and the clocks whose advances are running. */
export interface AdvanceQueue {
  readonly tickets: readonly Ticket[];
  readonly running: ReadonlySet<string>;
}

/** The tickets of an account whose advances start next: the first that are not running, up to the maximum of the account. */
export const nextTickets = ({ tickets, running }: AdvanceQueue): readonly Ticket[] =>
  tickets.filter(({ clockId }) => !running.has(clockId)).slice(0, Math.max(0, ADVANCES_PER_ACCOUNT - running.size));

/** An account that waits for a place. The deployment has `MAX_CONCURRENT_ADVANCES` places. Times in Unix milliseconds. */
export interface WaitingAccount {
  readonly accountId: string;
  readonly sinceMs: number;
  /** When an advance of the account last tried to take a place. */
  readonly seenMs: number;
}

/** An account that has not tried to take a place for this long is skipped. The sweep makes waiting advances try again within this time. */
const WAIT_EXPIRES_MS = 5 * 60_000;

/** The accounts that still wait, longest first. Free places are given in this order. */
export const accountsInOrder = (waiting: readonly WaitingAccount[], nowMs: number): readonly WaitingAccount[] =>
  waiting.filter(({ seenMs }) => nowMs - seenMs < WAIT_EXPIRES_MS).sort((one, other) => one.sinceMs - other.sinceMs);

/** True if the account may take one of the `free` places: there are more places than accounts that have waited longer. */
export const mayTakePlace = (free: number, waiting: readonly WaitingAccount[], accountId: string, nowMs: number): boolean => {
  const inOrder = accountsInOrder(waiting, nowMs);
  const index = inOrder.findIndex((each) => each.accountId === accountId);
  return free > (index === -1 ? inOrder.length : index);
};
