import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

const PRELOAD = new URL('../../scripts/support/clock-shift.mjs', import.meta.url).href;
const DAY_MS = 86_400_000;

/** Program that prints the times of a process with a shifted clock; Node creates the date `earlier`. */
const PROGRAM = `
  import { statSync } from 'node:fs';
  const earlier = statSync(process.execPath).mtime;
  process.stdout.write(JSON.stringify({
    now: Date.now(), fresh: new Date().getTime(), given: new Date(5).getTime(), text: Date.parse(Date()),
    utc: Date.UTC(1970, 0, 2), isDate: earlier instanceof Date && new Date() instanceof Date,
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
  const { now, fresh, given, text, utc, isDate } = timesOf(seconds);
  for (const shown of [now, fresh, text + 1000]) {
    expect(shown).toBeGreaterThanOrEqual(startedMs + seconds * 1000);
    expect(shown).toBeLessThan(startedMs + seconds * 1000 + DAY_MS / 24);
  }
  expect({ given, utc, isDate }).toEqual({ given: 5, utc: DAY_MS, isDate: true });
});
