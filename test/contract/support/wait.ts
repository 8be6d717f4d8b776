import { setTimeout as pause } from 'node:timers/promises';

const DEADLINE_MS = 60_000;
const BETWEEN_MS = 150;

/** Looks until what is seen is as wanted, and gives it back. Throws what was seen last when the deadline passes. */
export const eventually = async <T>(look: () => Promise<T>, wanted: (seen: T) => boolean, deadlineMs = DEADLINE_MS): Promise<T> => {
  const end = Date.now() + deadlineMs;
  for (;;) {
    const seen = await look();
    if (wanted(seen)) return seen;
    if (Date.now() > end) throw new Error(`Not within ${deadlineMs} ms; seen last: ${JSON.stringify(seen)?.slice(0, 1000)}`);
    await pause(BETWEEN_MS);
  }
};
