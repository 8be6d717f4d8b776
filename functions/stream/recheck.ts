import type { Caller } from '../../shared/api/pipeline/state.ts';
import { logError } from '../../shared/platform/log-lines.ts';

/** Number of keys checked concurrently. */
const CONCURRENCY = 25;

/** An open connection of an API key. */
interface OpenConnection {
  readonly caller: Caller;
  /** Closes the connection as unauthorized. */
  readonly refuse: () => void;
}

/**
 * Checks each key with open connections once, and closes the connections of keys that are no longer valid [LIM-11]. A check
 * that fails with an error changes nothing; the next call repeats the check.
 */
export const closeRevokedConnections = async (
  connections: readonly OpenConnection[],
  isStillValid: (caller: Caller) => Promise<boolean>,
): Promise<void> => {
  const callers = [...new Map(connections.map(({ caller }) => [caller.id, caller])).values()];
  const refused = new Set<string>();
  while (callers.length > 0) {
    const checks = callers.splice(0, CONCURRENCY).map(async (caller) => {
      try {
        if (!(await isStillValid(caller))) refused.add(caller.id);
      } catch (error) {
        logError(error, { worker: 'stream-recheck' });
      }
    });
    await Promise.all(checks);
  }
  for (const { caller, refuse } of connections) if (refused.has(caller.id)) refuse();
};

/** Runs `task` repeatedly, `everyMs` after the previous run ended. Returns a function that stops the repetition. */
export const repeat = (everyMs: number, task: () => Promise<void>): (() => void) => {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const next = (): void => {
    timer = setTimeout(() => {
      task().finally(() => {
        if (!stopped) next();
      });
    }, everyMs);
  };
  next();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
};
