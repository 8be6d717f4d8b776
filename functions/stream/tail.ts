import { logError } from '../../shared/platform/log-lines.ts';
import { createBell } from './bell.ts';
import type { Line } from './frames.ts';

/** Reads a log: the entries after a number, oldest first, as far as they are settled. */
export type ReadAfter = (position: number) => Promise<readonly Line[]>;

/** Somebody at the end of a log. Answers whether it can take more; one that can't is let go. */
export type Take = (lines: readonly Line[]) => boolean;

/** The end of one log, read once for all who follow it. */
export interface Tail {
  /** The number up to which everything was handed to those who follow. */
  readonly position: () => number;
  /** Looks soon. */
  readonly wake: () => void;
  /** Hands every later page to `take` until it refuses one or `left` is called. Resolves then. */
  readonly follow: (take: Take) => { readonly left: Promise<void>; readonly leave: () => void };
  readonly stop: () => void;
}

/** Follows a log from `start`, woken or by its poll. A read that fails is tried again: the log waits. */
export const openTail = (start: number, readAfter: ReadAfter, pollMs: number): Tail => {
  const bell = createBell();
  const followers = new Map<Take, () => void>();
  let position = start;
  let stopped = false;
  const leave = (take: Take): void => {
    const resolve = followers.get(take);
    followers.delete(take);
    resolve?.();
  };
  const readSafely = async (): Promise<readonly Line[]> => {
    try {
      return await readAfter(position);
    } catch (error) {
      logError(error, { worker: 'stream-tail' });
      return [];
    }
  };
  const handed = (take: Take, lines: readonly Line[]): boolean => {
    try {
      return take(lines);
    } catch (error) {
      logError(error, { worker: 'stream-tail' });
      return false;
    }
  };
  const run = async (): Promise<void> => {
    while (!stopped) {
      const lines = await readSafely();
      const last = lines.at(-1);
      if (last === undefined) {
        await bell.wait(pollMs);
        continue;
      }
      position = last.sequence;
      for (const take of [...followers.keys()]) if (!handed(take, lines)) leave(take);
    }
  };
  void run();
  return {
    position: () => position,
    wake: bell.ring,
    follow: (take) => {
      const left = new Promise<void>((resolve) => followers.set(take, resolve));
      return { left, leave: () => leave(take) };
    },
    stop: () => {
      stopped = true;
      bell.ring();
    },
  };
};
