import { setTimeout as pause } from 'node:timers/promises';

/** Pauses between polls grow, so that a long wait sends few requests: some tests assert on the number of requests. */
const SHORTEST_MS = 10;
const LONGEST_MS = 150;

/** The deadline is longer on a busy CI machine and for a deployment. */
const DEADLINE_MS = process.env['STACK_OUTPUTS'] === undefined && process.env['CI'] === undefined ? 15_000 : 90_000;

/**
 * Polls until the value meets the condition, and returns it. Throws after the deadline, with a message from `describe`; the stack trace
 * starts at the caller.
 */
export const eventually = async <T>(
  poll: () => Promise<T> | T,
  condition: (value: T) => boolean,
  deadlineMs = DEADLINE_MS,
  describe = (value: T): string => `Expected: ${String(condition)}. Last value: ${JSON.stringify(value)?.slice(0, 1000)}`,
): Promise<T> => {
  const timeout = new Error('Timed out.');
  Error.captureStackTrace(timeout, eventually);
  const end = Date.now() + deadlineMs;
  for (let pauseMs = SHORTEST_MS; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_MS)) {
    const value = await poll();
    if (condition(value)) return value;
    if (Date.now() > end) {
      timeout.message = `Not within ${deadlineMs / 1000} s. ${describe(value)}`.trim();
      throw timeout;
    }
    await pause(pauseMs);
  }
};

/** Waits until the condition is true. Throws `message` after the deadline. */
export const until = async (
  condition: () => boolean | Promise<boolean>,
  deadlineMs = DEADLINE_MS,
  message = 'The condition was not met.',
): Promise<void> => {
  await eventually(condition, Boolean, deadlineMs, () => message);
};

/**
 * Calls `poll` until it returns a value other than `null`, and returns this value. Throws after the deadline, with `what` and the details
 * of `describe`.
 */
export const waitForValue = async <T>(
  what: string,
  deadlineMs: number,
  poll: () => Promise<T | null> | T | null,
  describe: () => string = () => '',
): Promise<T> => {
  const value = await eventually(
    poll,
    (polled) => polled !== null,
    deadlineMs,
    () => `${what}: no result. ${describe()}`,
  );
  if (value === null) throw new Error(what);
  return value;
};

/** Throws `message` unless the condition is true. */
export const ensure: (condition: boolean, message: string) => asserts condition = (condition, message) => {
  if (!condition) throw new Error(message);
};
