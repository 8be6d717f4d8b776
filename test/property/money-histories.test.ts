import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TAX_MODES } from '../../shared/domain/tax/modes.ts';
import { runConcurrently } from '../../shared/platform/run-concurrently.ts';
import { memoryFixture, openFixture } from '../store/support.ts';
import { seedOfTheDay } from '../support/seeds.ts';
import { Conservation } from './conservation/conservation.ts';
import { historySteps, type Step } from './histories/actions.ts';
import {
  beginHistory,
  type Environment,
  endHistory,
  type History,
  type HistoryTerms,
  openEnvironment,
  passTime,
  sweep,
} from './histories/environment.ts';
import { journalViolations } from './histories/journal.ts';
import { BUYER_KINDS } from './histories/markets.ts';
import { metricViolations } from './histories/metrics.ts';
import { allowCancel, noResults, runStep, setBehavior } from './histories/perform.ts';
import { fetchProviderPayments, paymentsIn, refundsIn, subscriptionsIn } from './histories/queries.ts';
import { recordViolations } from './histories/record-rules.ts';
import { countsOf, readHistoryRecords } from './histories/records.ts';
import { sendAllWebhooks } from './histories/requests.ts';

/** How many histories run with fixed seeds; `npm run fuzz` sets more. In addition, a quarter as many run with seeds of the day. */
const HISTORIES = Number(process.env.MONEY_HISTORIES ?? 30);
/** Number of the first history with a fixed seed. To split the histories among processes, set a different one for each process. */
const FIRST_FIXED = Number(process.env.MONEY_FIRST_HISTORY ?? 0);
/** Number of the first history with a seed of the day. */
const FIRST_DAILY = seedOfTheDay('MONEY_SEED');
const HISTORIES_PER_STORE = 10;
/** One in this many stores is on a DynamoDB engine, the others are in memory. */
const STORES_PER_ENGINE = 20;
/** How many stores are used concurrently. Histories mostly wait: for the slow provider and for concurrent writers. */
const CONCURRENT_STORES = 6;
const MAX_ROUNDS = 20;
const HOUR = 3600;

interface HistoryPlan {
  readonly terms: HistoryTerms;
  readonly steps: readonly Step[];
  /** The bank's decision on charges that are pending at the end. */
  readonly lastOutcome: 'paid' | 'failed';
}

const histories: fc.Arbitrary<HistoryPlan> = fc.record({
  terms: fc.record({
    currency: fc.constantFrom('EUR' as const, 'EUR' as const, 'JPY' as const),
    interval: fc.constant('month' as const),
    amountCents: fc.constantFrom(1000, 1999, 333),
    taxBehavior: fc.constantFrom('inclusive' as const, 'exclusive' as const),
    rateBasisPoints: fc.constantFrom(2100, 700, 0, null, null, null),
    taxMode: fc.constantFrom(...TAX_MODES),
    buyer: fc.constantFrom(...BUYER_KINDS),
    trialDays: fc.constantFrom(0, 0, 0, 14),
  }),
  steps: historySteps,
  lastOutcome: fc.constantFrom('paid' as const, 'failed' as const),
});

/** Completes pending bank decisions, sends all webhooks, lets time pass and sweeps. */
const proceed = async (history: History, lastOutcome: HistoryPlan['lastOutcome'], seconds: number): Promise<void> => {
  const { sandbox } = history.shop;
  await setBehavior(history, { charges: 'paid', refunds: 'refunded' });
  for (const { id } of await fetchProviderPayments(history)) await sandbox.settle(id, lastOutcome);
  for (const charge of await fetchProviderPayments(history)) {
    for (const refund of await sandbox.store.list('refund', `${charge.id}/`, { limit: 100, from: null })) {
      if (refund.status === 'pending') await sandbox.settleRefund(charge.id, refund.id, 'refunded');
    }
  }
  await sendAllWebhooks(history);
  passTime(history, seconds);
  await sweep(history);
};

/** Whether no payment and no refund is pending. */
const isQuiet = async (history: History): Promise<boolean> =>
  [...(await paymentsIn(history)), ...(await refundsIn(history))].every(({ status }) => status !== 'pending');

/** Proceeds until nothing is pending, then for one more day, so that daily polls run. */
const settle = async (history: History, lastOutcome: HistoryPlan['lastOutcome']): Promise<void> => {
  allowCancel(history, true);
  await proceed(history, lastOutcome, HOUR);
  for (let round = 0; round < MAX_ROUNDS && !(await isQuiet(history)); round += 1) await proceed(history, lastOutcome, 7 * HOUR);
  await proceed(history, lastOutcome, 25 * HOUR);
  await proceed(history, lastOutcome, HOUR);
};

/** Generates the history with this number; the result depends on the number alone. */
const generateHistory = (number: number): HistoryPlan => {
  const [plan] = fc.sample(histories, { numRuns: 1, seed: 17_000 + number, unbiased: true });
  if (plan === undefined) throw new Error('fast-check returned no sample.');
  return plan;
};

/** A replacer for `JSON.stringify` that writes maps as lists of entries. */
const withMaps = (_key: string, value: unknown): unknown => (value instanceof Map ? [...value] : value);

/** The results of all histories: record counts (see `countsOf`), and violated rules. */
interface TestReport {
  readonly counts: Record<string, number>;
  readonly violations: string[];
}

/** Checks that the money paid for each subscription is conserved, to the cent. */
const moneyViolations = async (history: History, conservations: Map<string, Conservation>): Promise<readonly string[]> => {
  const { shop } = history;
  const now = Math.floor(shop.fixture.clock.nowMs / 1000);
  const violations: string[] = [];
  for (const { id } of await subscriptionsIn(history)) {
    const conservation = conservations.get(id) ?? new Conservation();
    conservations.set(id, conservation);
    violations.push(...(await conservation.violations({ shop, subscriptionId: id }, now)).map((violation) => `${id}: ${violation}`));
  }
  return violations;
};

/** Runs one history and checks its records. */
const runHistory = async (environment: Environment, number: number, report: TestReport): Promise<void> => {
  const plan = generateHistory(number);
  const history = await beginHistory(environment, plan.terms);
  const results = noResults();
  const conservations = new Map<string, Conservation>();
  const violations: string[] = [];
  const check = async (after: string): Promise<void> => {
    if (violations.length === 0)
      violations.push(...(await moneyViolations(history, conservations)).map((violation) => `after ${after}: ${violation}`));
  };
  for (const [index, step] of plan.steps.entries()) {
    await runStep(history, results, step);
    await check(`step ${index}, ${step.actions.map(({ kind }) => kind).join(' and ')}`);
  }
  await settle(history, plan.lastOutcome);
  await check('the end');
  const records = await readHistoryRecords(history);
  for (const [name, count] of Object.entries(countsOf(records))) report.counts[name] = (report.counts[name] ?? 0) + count;
  const allViolations = [
    ...violations,
    ...recordViolations(records),
    ...journalViolations(records, plan.terms),
    ...(await metricViolations(history, records)),
  ];
  if (allViolations.length > 0) report.violations.push(`history ${number}: ${allViolations.join('; ')}; ${JSON.stringify(plan, withMaps)}`);
  await endHistory(history);
};

/** Runs up to ten histories in one store, one after the other: the numbers from `first` to at most `end - 1`. */
const runHistories = async (first: number, end: number, report: TestReport): Promise<void> => {
  const isOnEngine = (first / HISTORIES_PER_STORE) % STORES_PER_ENGINE === 0;
  const environment = await openEnvironment(isOnEngine ? await openFixture('dynoxide') : memoryFixture());
  for (let number = first; number < Math.min(first + HISTORIES_PER_STORE, end); number += 1) {
    await runHistory(environment, number, report).catch((error: unknown) => {
      report.violations.push(`history ${number}: ${error instanceof Error ? error.stack : String(error)}`);
    });
  }
  await environment.close();
};

describe('random payment histories', () => {
  it(`end with records that match the provider's: ${HISTORIES} fixed seeds, and a quarter as many seeds of the day`, async () => {
    const rangesFrom = (first: number, count: number): readonly (readonly [number, number])[] =>
      Array.from({ length: Math.ceil(count / HISTORIES_PER_STORE) }, (_none, index) => [
        first + index * HISTORIES_PER_STORE,
        first + count,
      ]);
    const ranges = [...rangesFrom(FIRST_FIXED, HISTORIES), ...rangesFrom(FIRST_DAILY, Math.ceil(HISTORIES / 4))];
    const report: TestReport = { counts: {}, violations: [] };
    await runConcurrently(CONCURRENT_STORES, ranges, ([first, end]) => runHistories(first, end, report));
    process.stdout.write(`${HISTORIES} payment histories: ${JSON.stringify(report.counts)}\n`);
    expect(report.violations).toEqual([]);
    // Each count is above zero, since a rule that applies to no record proves nothing.
    if (HISTORIES >= 240) expect(Object.values(report.counts).every((count) => count > 0)).toBe(true);
  }, 3_600_000);
});
