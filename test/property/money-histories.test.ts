import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atMostAtOnce } from '../../shared/platform/at-once.ts';
import { memoryFixture, openFixture } from '../store/support.ts';
import { seedOfTheDay } from '../support/seeds.ts';
import { Conservation } from './conservation/conservation.ts';
import { lives, type Step } from './histories/actions.ts';
import { booksOf, chargesIn, countsOf } from './histories/books.ts';
import { metricFaults } from './histories/metrics.ts';
import { behave, letWithdraw, newTrail, notice, paymentsIn, refundsIn, subscriptionsIn, take } from './histories/perform.ts';
import { faultsIn } from './histories/rules.ts';
import { beginHistory, endHistory, type History, type HistoryStage, openHistoryStage, pass, sweep, type Terms } from './histories/stage.ts';

/** How many histories; all of them are a separate step in CI. */
const HISTORIES = Number(process.env.MONEY_HISTORIES ?? 30);
/** Which one is the first, so that several processes can share them. */
const FIRST = Number(process.env.MONEY_FIRST_HISTORY ?? 0);
const DATED = seedOfTheDay('MONEY_SEED');
const HISTORIES_A_STAGE = 10;
/** One of so many stages has an engine: what is said of those in memory holds there. */
const STAGES_AN_ENGINE = 20;
/** Much of a history is waiting: for a provider that is in trouble, and for other writers. */
const STAGES_AT_ONCE = 6;
const MOST_TURNS = 20;
const HOUR = 3600;

interface Given {
  readonly terms: Terms;
  readonly steps: readonly Step[];
  /** What becomes of what the bank has not decided when all else is over. */
  readonly lastOutcome: 'paid' | 'failed';
}

const histories: fc.Arbitrary<Given> = fc.record({
  terms: fc.record({
    currency: fc.constantFrom('EUR' as const, 'EUR' as const, 'JPY' as const),
    interval: fc.constant('month' as const),
    amountCents: fc.constantFrom(1000, 1999, 333),
    taxBehavior: fc.constantFrom('inclusive' as const, 'exclusive' as const),
    rateBasisPoints: fc.constantFrom(2100, 700, null),
    reverseCharge: fc.constantFrom(false, false, true),
    trialDays: fc.constantFrom(0, 0, 0, 14),
  }),
  steps: lives,
  lastOutcome: fc.constantFrom('paid' as const, 'failed' as const),
});

/** What comes on its own: the bank's word, the provider's calls, time and its sweep. */
const proceed = async (history: History, lastOutcome: Given['lastOutcome'], seconds: number): Promise<void> => {
  const { fixture, sandbox } = history.shop;
  await behave(history, { charges: 'paid', refunds: 'refunded' });
  for (const { id } of await chargesIn(history)) await sandbox.settle(id, lastOutcome);
  for (const charge of await chargesIn(history)) {
    for (const refund of await sandbox.store.list('refund', `${charge.id}/`, { limit: 100, from: null })) {
      if (refund.status === 'pending') await sandbox.settleRefund(charge.id, refund.id, 'refunded');
    }
    await notice(history, fixture.store, charge);
  }
  pass(history, seconds);
  await sweep(history);
};

const isQuiet = async (history: History): Promise<boolean> =>
  [...(await paymentsIn(history)), ...(await refundsIn(history))].every(({ status }) => status !== 'pending');

/** Continues until nothing is under way, and a day more, for what is polled daily. */
const settle = async (history: History, lastOutcome: Given['lastOutcome']): Promise<void> => {
  letWithdraw(history, true);
  await proceed(history, lastOutcome, HOUR);
  for (let turn = 0; turn < MOST_TURNS && !(await isQuiet(history)); turn += 1) await proceed(history, lastOutcome, 7 * HOUR);
  await proceed(history, lastOutcome, 25 * HOUR);
  await proceed(history, lastOutcome, HOUR);
};

/** The same for the same number, alone or among others. */
const historyOf = (number: number): Given => {
  const [given] = fc.sample(histories, { numRuns: 1, seed: 17_000 + number, unbiased: true });
  if (given === undefined) throw new Error('no sample');
  return given;
};

const withMaps = (_key: string, value: unknown): unknown => (value instanceof Map ? [...value] : value);

/** What came of all histories together. */
interface Report {
  readonly seen: Record<string, number>;
  readonly faults: string[];
}

/** Where the value of a subscription is not what was paid, less what came back, to the cent. */
const lossesIn = async (history: History, values: Map<string, Conservation>): Promise<readonly string[]> => {
  const { shop } = history;
  const now = Math.floor(shop.fixture.clock.nowMs / 1000);
  const losses: string[] = [];
  for (const { id } of await subscriptionsIn(history)) {
    const value = values.get(id) ?? new Conservation();
    values.set(id, value);
    losses.push(...(await value.faults({ shop, subscriptionId: id }, now)).map((loss) => `${id}: ${loss}`));
  }
  return losses;
};

/** Lives one history through on a stage, and looks at what it left behind. */
const live = async (stage: HistoryStage, number: number, { seen, faults }: Report): Promise<void> => {
  const given = historyOf(number);
  const history = await beginHistory(stage, given.terms);
  const trail = newTrail();
  const values = new Map<string, Conservation>();
  const lost: string[] = [];
  const look = async (after: string): Promise<void> => {
    if (lost.length === 0) lost.push(...(await lossesIn(history, values)).map((loss) => `after ${after}: ${loss}`));
  };
  for (const [index, step] of given.steps.entries()) {
    await take(history, trail, step);
    await look(`step ${index}, ${step.actions.map(({ kind }) => kind).join(' and ')}`);
  }
  await settle(history, given.lastOutcome);
  await look('the end');
  const books = await booksOf(history);
  for (const [name, count] of Object.entries(countsOf(books))) seen[name] = (seen[name] ?? 0) + count;
  const found = [...lost, ...faultsIn(books), ...(await metricFaults(history, books))];
  if (found.length > 0) faults.push(`history ${number}: ${found.join('; ')}; ${JSON.stringify(given, withMaps)}`);
  await endHistory(history);
};

/** The histories from `first` on, one after the other, on a separate stage. */
const liveThrough = async (first: number, end: number, report: Report): Promise<void> => {
  const isOnEngine = (first / HISTORIES_A_STAGE) % STAGES_AN_ENGINE === 0;
  const stage = await openHistoryStage(isOnEngine ? await openFixture('dynoxide') : memoryFixture());
  for (let number = first; number < Math.min(first + HISTORIES_A_STAGE, end); number += 1) {
    await live(stage, number, report).catch((error: unknown) => {
      report.faults.push(`history ${number}: ${error instanceof Error ? error.stack : String(error)}`);
    });
  }
  await stage.close();
};

describe('histories of money', () => {
  it(`end with books that agree, here and at the provider: ${HISTORIES} seeded ones, and a quarter as many of the day`, async () => {
    const stagesFrom = (first: number, count: number): readonly (readonly [number, number])[] =>
      Array.from({ length: Math.ceil(count / HISTORIES_A_STAGE) }, (_none, index) => [first + index * HISTORIES_A_STAGE, first + count]);
    const stages = [...stagesFrom(FIRST, HISTORIES), ...stagesFrom(DATED, Math.ceil(HISTORIES / 4))];
    const report: Report = { seen: {}, faults: [] };
    await atMostAtOnce(STAGES_AT_ONCE, stages, ([first, end]) => liveThrough(first, end, report));
    process.stdout.write(`${HISTORIES} histories of money: ${JSON.stringify(report.seen)}\n`);
    expect(report.faults).toEqual([]);
    // Each kind of end was reached: a rule that is never asked proves nothing.
    if (HISTORIES >= 60) expect(Object.values(report.seen).every((count) => count > 0)).toBe(true);
  }, 3_600_000);
});
