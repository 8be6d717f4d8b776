import { logError } from '../../shared/platform/log-lines.ts';
import type { Line } from './frames.ts';
import { createWakeSignal } from './wake-signal.ts';

/** Reads the log entries after a number, oldest first, up to the first number whose entry is still being written. */
export type ReadAfter = (position: number) => Promise<readonly Line[]>;

/** A follower of a log. Returns `false` if it cannot take more lines; then the tail removes the follower. */
export type Follower = (lines: readonly Line[]) => boolean;

/** The end of one log, read once for all followers. */
export interface Tail {
  /** Log number up to which everything was passed to the followers. */
  readonly position: () => number;
  /** Reads the log soon. */
  readonly wake: () => void;
  /** Passes every later page to `take` until `take` returns `false` or `leave` is called; then `ended` resolves. */
  readonly follow: (take: Follower) => { readonly ended: Promise<void>; readonly leave: () => void };
  readonly stop: () => void;
}

/** Follows a log from `start`: reads it after each `wake`, and every `pollMs` without one. Retries failed reads. */
export const openTail = (start: number, readAfter: ReadAfter, pollMs: number): Tail => {
  const wakeSignal = createWakeSignal();
  const followers = new Map<Follower, () => void>();
  let position = start;
  let stopped = false;
  const leave = (take: Follower): void => {
    const resolve = followers.get(take);
    followers.delete(take);
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
  const passTo = (take: Follower, lines: readonly Line[]): boolean => {
    try {
      return take(lines);
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
      for (const take of [...followers.keys()]) if (!passTo(take, lines)) leave(take);
    }
  };
  void run();
  return {
    position: () => position,
    wake: wakeSignal.notify,
    follow: (take) => {
      const ended = new Promise<void>((resolve) => followers.set(take, resolve));
      return { ended, leave: () => leave(take) };
    },
    stop: () => {
      stopped = true;
      wakeSignal.notify();
    },
  };
};
