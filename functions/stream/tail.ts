import { logError } from '../../shared/platform/log-lines.ts';
import type { Line } from './frames.ts';
import { createWakeSignal } from './wake-signal.ts';

/** Reads the log entries after a number, oldest first, up to the first number whose entry is still being written. */
export type ReadAfter = (position: number) => Promise<readonly Line[]>;

/** Receives the next lines of a log. Returns `false` if it cannot take more lines; then the tail removes it. */
export type Follower = (lines: readonly Line[]) => boolean;

/** Reads the new lines of one log (like `tail -f`), once for all followers. */
export interface Tail {
  /** Log number up to which everything was passed to the followers. */
  readonly position: () => number;
  /** Reads the log soon. */
  readonly wake: () => void;
  /** Adds a follower. `removed` resolves when the follower is removed, because it returned `false` or `remove` was called. */
  readonly follow: (follower: Follower) => { readonly removed: Promise<void>; readonly remove: () => void };
  readonly stop: () => void;
}

/** Follows a log from `start`: reads it after each `wake`, and after `pollMs` without a `wake`. Retries failed reads. */
export const openTail = (start: number, readAfter: ReadAfter, pollMs: number): Tail => {
  const wakeSignal = createWakeSignal();
  /** Followers, with the function that resolves their `removed`. */
  const followers = new Map<Follower, () => void>();
  let position = start;
  let stopped = false;
  const remove = (follower: Follower): void => {
    const resolve = followers.get(follower);
    followers.delete(follower);
    resolve?.();
  };
  const readOrLog = async (): Promise<readonly Line[]> => {
    try {
      return await readAfter(position);
    } catch (error) {
      logError(error, { worker: 'stream-tail' });
      return [];
    }
  };
  const passTo = (follower: Follower, lines: readonly Line[]): boolean => {
    try {
      return follower(lines);
    } catch (error) {
      logError(error, { worker: 'stream-tail' });
      return false;
    }
  };
  const run = async (): Promise<void> => {
    while (!stopped) {
      const lines = await readOrLog();
      const last = lines.at(-1);
      if (last === undefined) {
        await wakeSignal.wait(pollMs);
        continue;
      }
      position = last.sequence;
      for (const follower of [...followers.keys()]) if (!passTo(follower, lines)) remove(follower);
    }
  };
  void run();
  return {
    position: () => position,
    wake: wakeSignal.notify,
    follow: (follower) => {
      const removed = new Promise<void>((resolve) => followers.set(follower, resolve));
      return { removed, remove: () => remove(follower) };
    },
    stop: () => {
      stopped = true;
      wakeSignal.notify();
    },
  };
};
