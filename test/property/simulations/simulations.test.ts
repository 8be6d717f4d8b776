import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runConcurrently } from '../../../shared/platform/run-concurrently.ts';
import { memoryFixture, openFixture } from '../../store/support.ts';
import { seedOfTheDay } from '../../support/seeds.ts';
import { runSimulation, type SimulationPlan, simulationPlans } from './run.ts';
import { openSharedShop } from './simulation.ts';

/** How many simulations run with fixed seeds; `npm run fuzz` sets more. In addition, a quarter as many run with seeds of the day. */
const SIMULATIONS = Number(process.env.SIMULATIONS ?? 12);
/** Number of the first simulation with a fixed seed. Processes that share the work need numbers that are at least `SIMULATIONS` apart. */
const FIRST_FIXED = Number(process.env.FIRST_SIMULATION ?? 0);
/** Number of the first simulation with a seed of the day. */
const FIRST_DAILY = seedOfTheDay('SIMULATION_SEED');
/** How many simulations run concurrently. A simulation sometimes waits for I/O. */
const CONCURRENCY = 3;
/** Time for shrinking a failing simulation; `SHRINK=0` reports it unshrunk. */
const SHRINK_MS = 180_000;
const SKIP_SHRINKING = process.env.SHRINK === '0';

/** How often each kind of action succeeded in all simulations. */
const actionCounts = new Map<string, number>();

const runInMemory = async (plan: SimulationPlan): Promise<void> => {
  const sharedShop = await openSharedShop(memoryFixture());
  const simulation = await runSimulation(sharedShop, plan).finally(sharedShop.close);
  for (const [kind, times] of simulation.actionCounts) actionCounts.set(kind, (actionCounts.get(kind) ?? 0) + times);
};

/** Runs the simulation with this number. Returns its failure, or `null`. The result depends on the number alone. */
const failureOf = async (number: number): Promise<string | null> => {
  const property = fc.asyncProperty(simulationPlans, runInMemory);
  const details = await fc.check(property, {
    seed: 23_000 + number,
    numRuns: 1,
    unbiased: true,
    interruptAfterTimeLimit: SHRINK_MS,
    endOnFailure: SKIP_SHRINKING,
  });
  if (!details.failed) return null;
  const [plan] = details.counterexample ?? [];
  const error = details.errorInstance instanceof Error ? details.errorInstance.stack : String(details.errorInstance);
  return [`simulation ${number}`, error, JSON.stringify(plan?.terms), ...(plan?.steps ?? []).map(String)].join('\n  ');
};

/**
 * Each of these outcomes must occur at least once per this many simulations. `killed`: the process died during the action. `change`: the
 * pending charge of a plan change or resumption.
 */
const SIMULATIONS_PER_SUCCESS: Readonly<Record<string, number>> = {
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
  'usage, killed': 16,
  'usage event': 20,
  'usage event, killed': 30,
  'reauthorization, killed': 20,
};

// Hides the log lines of the service about the injected faults.
beforeAll(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterAll(() => {
  vi.restoreAllMocks();
  const lines = [...actionCounts].sort(([left], [right]) => (left < right ? -1 : 1)).map(([kind, times]) => `${kind}: ${times}`);
  process.stdout.write(`in ${SIMULATIONS} simulations:\n  ${lines.join('\n  ')}\n`);
});

/** How many simulations run on a DynamoDB engine, one after the other. */
const ON_ENGINE = Math.ceil(SIMULATIONS / 20);

describe('simulated subscriptions', () => {
  it(`match the model on a DynamoDB engine: ${ON_ENGINE} simulations`, async () => {
    const sharedShop = await openSharedShop(await openFixture('dynoxide'));
    const plans = fc.sample(simulationPlans, { numRuns: ON_ENGINE, seed: 91_000 + FIRST_FIXED, unbiased: true });
    for (const each of plans) await runSimulation(sharedShop, each);
    await sharedShop.close();
  }, 3_600_000);

  it(`match the model in memory: ${SIMULATIONS} fixed seeds, and a quarter as many seeds of the day`, async () => {
    const numbersFrom = (first: number, count: number) => Array.from({ length: count }, (_none, index) => first + index);
    const numbers = [...numbersFrom(FIRST_FIXED, SIMULATIONS), ...numbersFrom(FIRST_DAILY, Math.ceil(SIMULATIONS / 4))];
    const failures: string[] = [];
    await runConcurrently(CONCURRENCY, numbers, async (number) => {
      const failure = await failureOf(number);
      if (failure !== null) failures.push(failure);
    });
    expect(failures.join('\n\n')).toBe('');
    const missing = Object.entries(SIMULATIONS_PER_SUCCESS).filter(
      ([kind, count]) => (actionCounts.get(kind) ?? 0) < Math.floor(SIMULATIONS / count),
    );
    expect(missing).toEqual([]);
  }, 3_600_000);
});
