import { setTimeout as pause } from 'node:timers/promises';

/** Resolves as soon as the condition holds. Throws when it does not within the deadline. */
export const until = async (condition: () => boolean | Promise<boolean>, deadlineMs = 10_000): Promise<void> => {
  const end = Date.now() + deadlineMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`The condition did not hold within ${deadlineMs} ms.`);
    await pause(20);
  }
};
