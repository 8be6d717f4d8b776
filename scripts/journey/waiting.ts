import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 100;

/**
 * Asks again and again until there is an answer, and gives it. Fails with `what` when there is none within the deadline;
 * `seen` tells what there was instead.
 */
export const eventually = async <T>(
  what: string,
  deadlineMs: number,
  ask: () => Promise<T | null> | T | null,
  seen: () => string = () => '',
): Promise<T> => {
  const end = Date.now() + deadlineMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (Date.now() > end) throw new Error(`${what} did not come about within ${deadlineMs / 1000} s. ${seen()}`.trim());
    await pause(POLL_MS);
  }
};

/** Throws with `message` unless the condition holds. */
export const ensure: (condition: boolean, message: string) => asserts condition = (condition, message) => {
  if (!condition) throw new Error(message);
};
