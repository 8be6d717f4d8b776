import { setTimeout as pause } from 'node:timers/promises';

/** Between two looks: short at first, longer with each, since looking may be what is counted. */
const SHORTEST_MS = 10;
const LONGEST_MS = 150;

/** Longer on a busy CI machine and against a deployment. */
const DEADLINE_MS = process.env['STACK_OUTPUTS'] === undefined && process.env['CI'] === undefined ? 15_000 : 60_000;

/**
 * Looks until what is seen is as wanted, and returns it. Throws when the deadline passes, with the condition, `what` and what was
 * seen last; the stack starts at the caller.
 */
export const eventually = async <T>(
  look: () => Promise<T> | T,
  wanted: (seen: T) => boolean,
  deadlineMs = DEADLINE_MS,
  what = (seen: T): string => `Wanted: ${String(wanted)}. Last seen: ${JSON.stringify(seen)?.slice(0, 1000)}`,
): Promise<T> => {
  const late = new Error('Not in time.');
  Error.captureStackTrace(late, eventually);
  const end = Date.now() + deadlineMs;
  for (let betweenMs = SHORTEST_MS; ; betweenMs = Math.min(betweenMs * 1.5, LONGEST_MS)) {
    const seen = await look();
    if (wanted(seen)) return seen;
    if (Date.now() > end) {
      late.message = `Not within ${deadlineMs / 1000} s. ${what(seen)}`.trim();
      throw late;
    }
    await pause(betweenMs);
  }
};

/** Resolves as soon as the condition holds. Throws when it does not within the deadline. */
export const until = async (
  condition: () => boolean | Promise<boolean>,
  deadlineMs = DEADLINE_MS,
  what = 'The condition did not hold.',
): Promise<void> => {
  await eventually(condition, Boolean, deadlineMs, () => what);
};

/**
 * Asks again and again until there is an answer, and gives it. Fails with `what` when there is none within the deadline;
 * `seen` tells what there was instead.
 */
export const answerTo = async <T>(
  what: string,
  deadlineMs: number,
  ask: () => Promise<T | null> | T | null,
  seen: () => string = () => '',
): Promise<T> => {
  const found = await eventually(
    ask,
    (answer) => answer !== null,
    deadlineMs,
    () => `${what} did not come about. ${seen()}`,
  );
  if (found === null) throw new Error(what);
  return found;
};

/** Throws with `message` unless the condition holds. */
export const ensure: (condition: boolean, message: string) => asserts condition = (condition, message) => {
  if (!condition) throw new Error(message);
};
