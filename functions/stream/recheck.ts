import type { Caller } from '../../shared/api/pipeline/state.ts';
import { logError } from '../../shared/platform/log-lines.ts';

/** Keys looked at together. */
const AT_ONCE = 25;

/** Something open on behalf of a key. */
interface Open {
  readonly caller: Caller;
  readonly refuse: () => void;
}

/**
 * Looks once at every key that holds something open, and refuses what is held by one that opens nothing any more [LIM-11].
 * A look that fails decides nothing: the next round comes soon.
 */
export const recheck = async (open: readonly Open[], isStillValid: (caller: Caller) => Promise<boolean>): Promise<void> => {
  const callers = [...new Map(open.map(({ caller }) => [caller.id, caller])).values()];
  const refused = new Set<string>();
  while (callers.length > 0) {
    const looks = callers.splice(0, AT_ONCE).map(async (caller) => {
      try {
        if (!(await isStillValid(caller))) refused.add(caller.id);
      } catch (error) {
        logError(error, { worker: 'stream-recheck' });
      }
    });
    await Promise.all(looks);
  }
  for (const { caller, refuse } of open) if (refused.has(caller.id)) refuse();
};

/** Runs `round` again and again, `everyMs` after the last one ended. Gives what stops it. */
export const repeat = (everyMs: number, round: () => Promise<void>): (() => void) => {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const next = (): void => {
    timer = setTimeout(() => {
      round().finally(() => {
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
