import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { atMostAtOnce } from '../../../shared/platform/at-once.ts';
import { memoryFixture, openFixture } from '../../store/support.ts';
import { seedOfTheDay } from '../../support/seeds.ts';
import { openGround } from './life.ts';
import { live, lives, type Report } from './living.ts';

/** How many lives; all of them are a separate step in CI. */
const LIVES = Number(process.env.LIVES ?? 12);
/** Which one is the first, so that several processes can share them. */
const FIRST = Number(process.env.FIRST_LIFE ?? 0);
const DATED = seedOfTheDay('LIVES_SEED');
/** A life waits now and then for what runs next to it. */
const AT_ONCE = 3;
/** A failing life is reported as short as it can be found in this time; `SHRINK=0`: as it was. */
const SHRINK_MS = 180_000;
const AS_IT_WAS = process.env.SHRINK === '0';

/** How often what happened in all of them. */
const happenings = new Map<string, number>();

const inMemory = async (reported: Report): Promise<void> => {
  const ground = await openGround(memoryFixture());
  const life = await live(ground, reported).finally(ground.close);
  for (const [what, times] of life.happenings) happenings.set(what, (happenings.get(what) ?? 0) + times);
};

/** What is wrong with the life of this number; `null`: nothing. The same for the same number, alone or among others. */
const faultOf = async (number: number): Promise<string | null> => {
  const property = fc.asyncProperty(lives, inMemory);
  const details = await fc.check(property, {
    seed: 23_000 + number,
    numRuns: 1,
    unbiased: true,
    interruptAfterTimeLimit: SHRINK_MS,
    endOnFailure: AS_IT_WAS,
  });
  if (!details.failed) return null;
  const [reported] = details.counterexample ?? [];
  const error = details.errorInstance instanceof Error ? details.errorInstance.stack : String(details.errorInstance);
  return [`life ${number}`, error, JSON.stringify(reported?.terms), ...(reported?.deeds ?? []).map(String)].join('\n  ');
};

/** In so many lives each of these happens once at the very least: no action comes to nothing. */
const WITHIN: Readonly<Record<string, number>> = {
  paused: 6,
  'plan change: paid': 16,
  'plan change: free': 12,
  'plan change: declined': 80,
  'plan change: pending': 200,
  'change paid by the bank': 200,
  'credit carried': 30,
  'from licensed to licensed': 16,
  'from licensed to metered': 24,
  'from metered to licensed': 40,
  'from metered to metered': 60,
  'to month': 50,
  'to year': 24,
  'resumption: free': 12,
  'resumption: paid': 24,
  'resumption: declined': 200,
  'reauthorization paid': 6,
  'reauthorization paid when past due': 40,
  usage: 12,
  'usage reported late': 40,
  'plan change, killed': 12,
  'plan change, twice': 120,
  'resumption, killed': 30,
  'resumption, twice': 40,
  'usage, killed': 8,
  'reauthorization, killed': 20,
};

// What the service tells of the troubles that it meets, thousands of times.
beforeAll(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterAll(() => {
  vi.restoreAllMocks();
  const reported = [...happenings].sort(([one], [other]) => (one < other ? -1 : 1)).map(([what, times]) => `${what}: ${times}`);
  process.stdout.write(`in ${LIVES} lives:\n  ${reported.join('\n  ')}\n`);
});

/** Some of them on an engine, one after the other: what is said of those in memory holds there. */
const ON_ENGINE = Math.ceil(LIVES / 20);

describe('lives of subscriptions', () => {
  it(`go so on an engine, too: ${ON_ENGINE} of them`, async () => {
    const ground = await openGround(await openFixture('dynoxide'));
    const reported = fc.sample(lives, { numRuns: ON_ENGINE, seed: 91_000 + FIRST, unbiased: true });
    for (const each of reported) await live(ground, each);
    await ground.close();
  }, 3_600_000);

  it(`go as the rules say, whatever happens in them: ${LIVES} seeded ones, and a quarter as many of the day`, async () => {
    const numbersFrom = (first: number, count: number) => Array.from({ length: count }, (_none, index) => first + index);
    const numbers = [...numbersFrom(FIRST, LIVES), ...numbersFrom(DATED, Math.ceil(LIVES / 4))];
    const faults: string[] = [];
    await atMostAtOnce(AT_ONCE, numbers, async (number) => {
      const fault = await faultOf(number);
      if (fault !== null) faults.push(fault);
    });
    expect(faults.join('\n\n')).toBe('');
    const missing = Object.entries(WITHIN).filter(([what, lives]) => (happenings.get(what) ?? 0) < Math.floor(LIVES / lives));
    expect(missing).toEqual([]);
  }, 3_600_000);
});
