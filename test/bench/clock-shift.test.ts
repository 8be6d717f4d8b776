import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

const PRELOAD = new URL('../../scripts/support/clock-shift.mjs', import.meta.url).href;
const DAY_MS = 86_400_000;

/** Program that prints the times of a process with a shifted clock. `mtime` is a date that is created by Node instead of the program. */
const PROGRAM = `
  import { statSync } from 'node:fs';
  const mtime = statSync(process.execPath).mtime;
  process.stdout.write(JSON.stringify({
    now: Date.now(), newDate: new Date().getTime(), fixedDate: new Date(5).getTime(), text: Date.parse(Date()),
    utc: Date.UTC(1970, 0, 2), isDate: mtime instanceof Date && new Date() instanceof Date,
  }));
`;

const timesOf = (seconds: number) =>
  JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
      env: { ...process.env, NODE_OPTIONS: `--import=${PRELOAD}`, CLOCK_SHIFT_SECONDS: String(seconds) },
      encoding: 'utf8',
    }),
  );

it.each([0, 32 * 86_400])('a clock that is %d seconds ahead shifts the current time and no other dates', (seconds) => {
  const startedMs = Date.now();
  const { now, newDate, fixedDate, text, utc, isDate } = timesOf(seconds);
  // The text has no milliseconds, so its time may be up to a second earlier.
  for (const timeMs of [now, newDate, text + 1000]) {
    expect(timeMs).toBeGreaterThanOrEqual(startedMs + seconds * 1000);
    expect(timeMs).toBeLessThan(startedMs + seconds * 1000 + DAY_MS / 24);
  }
  expect({ fixedDate, utc, isDate }).toEqual({ fixedDate: 5, utc: DAY_MS, isDate: true });
});
