/** Advances of one account that run at once; the others wait for their turn. */
export const ADVANCES_PER_ACCOUNT = 2;
/** Advances of all accounts that run at once. Billing runs in real time leave as many executions of their functions free. */
export const MAX_CONCURRENT_ADVANCES = 5;

/** A ticket in the line of its account: an advance that waits for its turn, or runs. */
export interface Ticket {
  readonly clockId: string;
  /** Sorts the tickets of an account in the order in which the advances were requested. */
  readonly position: string;
}

/** The first tickets of an account, and the clocks that have a place. */
export interface Line {
  readonly tickets: readonly Ticket[];
  readonly running: ReadonlySet<string>;
}

/** The tickets whose turn it is: the first that wait, as many as the account has room for. */
export const nextTickets = ({ tickets, running }: Line): readonly Ticket[] =>
  tickets.filter(({ clockId }) => !running.has(clockId)).slice(0, Math.max(0, ADVANCES_PER_ACCOUNT - running.size));

/** An account that waits for a place of the deployment, with times in milliseconds since the epoch. */
export interface WaitingAccount {
  readonly accountId: string;
  readonly sinceMs: number;
  /** When it last asked for a place. */
  readonly seenMs: number;
}

/** An account that has not asked for this long waits no longer. Longer than the sweep takes to find an advance that waits. */
const ASKS_WITHIN_MS = 5 * 60_000;

/** The accounts that still wait, in the order in which they get places. */
export const accountsInOrder = (waiting: readonly WaitingAccount[], nowMs: number): readonly WaitingAccount[] =>
  waiting.filter(({ seenMs }) => nowMs - seenMs < ASKS_WITHIN_MS).sort((one, other) => one.sinceMs - other.sinceMs);

/** True if the account may take one of the deployment's free places: those ahead of it get one, too. */
export const mayTakePlace = (free: number, waiting: readonly WaitingAccount[], accountId: string, nowMs: number): boolean => {
  const inOrder = accountsInOrder(waiting, nowMs);
  const index = inOrder.findIndex((each) => each.accountId === accountId);
  return free > (index === -1 ? inOrder.length : index);
};
