/**
 * Minimum age at which an execution ends early and hands its remaining accounts over to another execution. A younger execution continues,
 * even if few of its accounts have work.
 */
const HAND_OVER_AFTER_MS = 5000;
/** An execution ends early when at most this share of its accounts still has work. */
const HAND_OVER_SHARE = 0.5;

/** The state of an execution of the delivery worker. */
export interface ExecutionState {
  /** Number of accounts that the execution began with. */
  readonly accounts: number;
  /** Number of these accounts that still have work. */
  readonly active: number;
  readonly ageMs: number;
}

/**
 * True if the execution should end although some of its accounts still have work. A running execution gets no further accounts, so one
 * long backlog would keep it running with unused capacity. The next execution serves the account of the backlog and waiting accounts.
 */
export const endsEarly = ({ accounts, active, ageMs }: ExecutionState): boolean =>
  ageMs >= HAND_OVER_AFTER_MS && active <= accounts * HAND_OVER_SHARE;

export interface DeliverDeps {
  readonly nowMs: () => number;
  /** Remaining run time of this execution. */
  readonly remainingMs: () => number;
  /** Posts the deliveries of one account; ends early when `remainingMs` becomes too small, after sending a wake-up. Never rejects. */
  readonly deliver: (accountId: string, remainingMs: () => number) => Promise<void>;
}

/** Posts the deliveries of the accounts concurrently, until all are posted or the execution ends. */
export const deliverAccounts = async (accountIds: readonly string[], { nowMs, remainingMs, deliver }: DeliverDeps): Promise<void> => {
  const startedAtMs = nowMs();
  const accounts = accountIds.length;
  let active = accounts;
  const remainingOfExecution = (): number => (endsEarly({ accounts, active, ageMs: nowMs() - startedAtMs }) ? 0 : remainingMs());
  const work = async (accountId: string): Promise<void> => {
    await deliver(accountId, remainingOfExecution);
    active -= 1;
  };
  await Promise.all(accountIds.map(work));
};
