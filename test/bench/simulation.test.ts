import { describe, expect, it } from 'vitest';
import { CONCURRENCY, runsAtOnce } from '../../infra/concurrency.ts';
import { newBucket, newSimulation, newSlots, type Process, randomFrom } from '../../scripts/bench/simulation/engine.ts';
import { readMachines } from '../../scripts/bench/simulation/machines.ts';
import { findingsOf, withoutProviderLimit } from '../../scripts/bench/simulation/part.ts';
import { DEPLOYED, type Settings, SHAPES } from '../../scripts/bench/simulation/settings.ts';
import { quantileOfSorted, simulate } from '../../scripts/bench/simulation/simulate.ts';
import { CHARGES_PER_BATCH } from '../../shared/domain/due.ts';
import { MAX_CONCURRENT_ADVANCES } from '../../shared/domain/test-clock/turns.ts';

describe('the simulation engine', () => {
  it("satisfies Little's law: the average number of processes is their arrival rate times their average duration", () => {
    const simulation = newSimulation();
    const random = randomFrom(7);
    const slots = newSlots(Number.POSITIVE_INFINITY);
    const [customers, betweenMs, stayMs] = [20_000, 10, 250];
    let [present, sinceMs, presentMs] = [0, 0, 0];
    const move = (by: number): void => {
      presentMs += present * (simulation.nowMs() - sinceMs);
      [present, sinceMs] = [present + by, simulation.nowMs()];
    };
    function* customer(): Process {
      yield slots.take;
      move(1);
      yield stayMs * 2 * random();
      move(-1);
      slots.release();
    }
    function* arrivals(): Process {
      for (let arrived = 0; arrived < customers; arrived += 1) {
        simulation.start(customer());
        yield -Math.log(1 - random()) * betweenMs;
      }
    }
    simulation.start(arrivals());
    simulation.run(3_600_000);
    expect(presentMs / simulation.nowMs() / (stayMs / betweenMs)).toBeCloseTo(1, 1);
  });

  it('has token buckets from which no more units can be taken than their burst and refill allow', () => {
    const simulation = newSimulation();
    const random = randomFrom(3);
    const bucket = newBucket(simulation, 100, 50);
    let [taken, refused] = [0, 0];
    function* taker(): Process {
      for (let tries = 0; tries < 5000; tries += 1) {
        const units = 1 + Math.floor(random() * 20);
        if (bucket.take(units)) taken += units;
        else refused += 1;
        expect(taken).toBeLessThanOrEqual(50 + simulation.nowMs() / 10);
        yield random() * 100;
      }
    }
    simulation.start(taker());
    simulation.run(3_600_000);
    expect(refused).toBeGreaterThan(0);
    expect(taken).toBeGreaterThan(0.9 * (simulation.nowMs() / 10));
  });

  it('gives each free slot to the process that has waited longest, and to no other process', () => {
    const simulation = newSimulation();
    const slots = newSlots(2);
    const served: number[] = [];
    function* user(name: number): Process {
      yield slots.take;
      served.push(name);
      yield 10;
      slots.release();
    }
    for (let name = 0; name < 7; name += 1) simulation.start(user(name));
    simulation.run(1000);
    expect(served).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect([slots.peak(), simulation.nowMs()]).toEqual([2, 40]);
  });
});

const SHAPE = [
  { tenants: 1, subscriptions: 3000 },
  { tenants: 40, subscriptions: 30 },
  { tenants: 10, subscriptions: 1 },
];
const TOTAL = 3000 + 40 * 30 + 10;
/** Low limits, so that every limit is reached. */
const TIGHT: Settings = {
  ...DEPLOYED,
  runsAtOnce: 5,
  iterationsOfRun: 7,
  failureRatePerIteration: 0.2,
  concurrency: { prepare: 2, charge: 2, settle: 1 },
  startsPerSecond: 1,
  startsBurst: 2,
  providerPerSecond: 5,
  providerBurst: 10,
};

describe('the simulated renewals on the first of a month', () => {
  it.each([
    ['as deployed', DEPLOYED],
    ['when only sweeps start runs', { ...DEPLOYED, endStartsNext: false }],
    ['with low limits', TIGHT],
  ])('charge every subscription exactly once, %s', (_name, settings) => {
    const { charged, counts, smallSettledMs } = simulate(SHAPE, settings, 'aws', 11);
    expect(charged.length).toBe(TOTAL);
    expect(charged.every((times) => times === 1)).toBe(true);
    expect(counts.renewals).toBe(TOTAL);
    expect(smallSettledMs.length).toBe(TOTAL - 3000);
    expect(quantileOfSorted(smallSettledMs, 0)).toBeGreaterThan(0);
  });

  it('stay within the limits; each refusal is counted for the limit that caused it', () => {
    const { counts, drainedMs, peakExecutions } = simulate(SHAPE, TIGHT, 'aws', 11);
    expect(peakExecutions).toEqual({ prepare: 2, charge: 2, settle: 1 });
    expect(counts.peakRuns).toBe(5);
    expect([...counts.refused.keys()].sort()).toEqual(expect.arrayContaining(['charge function', 'provider', 'starts']));
    expect(drainedMs / 1000).toBeGreaterThan((3000 - TIGHT.providerBurst) / TIGHT.providerPerSecond);
  });

  it('are no faster than the log partition allows, at 12 write units per renewal', () => {
    const eager = {
      ...DEPLOYED,
      chargesAtOnce: 100,
      chargesAtOnceInBatch: 100,
      partitionUnits: 200,
      logPartitions: 1,
      providerPerSecond: 1e9,
      providerBurst: 1e9,
    };
    const { counts, drainedMs } = simulate([{ tenants: 1, subscriptions: 3000 }], eager, 'aws', 1);
    expect(counts.refused.has('log partition')).toBe(true);
    // The units that are available at the start.
    const burst = 200;
    expect(3000).toBeLessThanOrEqual((burst + (200 * drainedMs) / 1000) / 12);
  });

  it('have the same outcome for the same seed, and a different outcome for another seed', () => {
    const [first, sameSeed, otherSeed] = [5, 5, 6].map((seed) => simulate(SHAPE, TIGHT, 'aws', seed));
    expect(sameSeed).toEqual(first);
    expect(otherSeed?.drainedMs).not.toBe(first?.drainedMs);
  });
});

/** Settings in which some steps retry rejected invocations quickly. `attempts`: the maximum number of retries of each of these steps. */
const withMaxAttempts = (settings: Settings, attempts: Partial<Record<keyof Settings['retries'], number>>): Settings => {
  const retryOf = (step: keyof Settings['retries']) => {
    const maxAttempts = attempts[step];
    return maxAttempts === undefined ? settings.retries[step] : { firstMs: 100, growth: 2, maxMs: 500, maxAttempts };
  };
  const retries = {
    prepare: retryOf('prepare'),
    prepareAhead: retryOf('prepareAhead'),
    charge: retryOf('charge'),
    settle: retryOf('settle'),
  };
  return { ...settings, retries };
};

describe('a rejected invocation', () => {
  it.each([
    ['charge', { charge: 1 }, 'untriedCharges'],
    ['prepare', { prepare: 1 }, 'failedSteps'],
  ] as const)('of the %s function is counted after the last retry, and the renewals are made anyway', (_what, attempts, counted) => {
    const crowded = { ...TIGHT, runsAtOnce: 20, startsPerSecond: 100, startsBurst: 100, concurrency: { prepare: 1, charge: 2, settle: 1 } };
    const { charged, counts } = simulate(SHAPE, withMaxAttempts(crowded, attempts), 'aws', 11);
    expect(counts[counted]).toBeGreaterThan(0);
    expect(charged.every((times) => times === 1)).toBe(true);
  });

  it('that prepares ahead is not counted; the renewals are prepared after the current iteration', () => {
    const { charged, counts } = simulate(SHAPE, withMaxAttempts(TIGHT, { prepareAhead: 0 }), 'aws', 11);
    expect(charged.every((times) => times === 1)).toBe(true);
    expect([counts.failedSteps, counts.untriedCharges]).toEqual([0, 0]);
  });

  it('is retried by the state machines with growing intervals, and fewer times if it prepares ahead', () => {
    const { retries, sweepsAtOnce } = readMachines();
    expect(sweepsAtOnce).toBeGreaterThan(1);
    for (const { firstMs, growth, maxMs } of Object.values(retries)) {
      expect(growth).toBeGreaterThan(1);
      expect(maxMs).toBeGreaterThan(firstMs);
      expect(firstMs).toBeGreaterThanOrEqual(1000);
    }
    expect(retries.prepareAhead.maxAttempts).toBeLessThan(retries.prepare.maxAttempts);
  });
});

describe('a million renewals that are due at once', () => {
  it('are made within the budgets', () => {
    const oneTenant = simulate(SHAPES['one-tenant'], withoutProviderLimit(DEPLOYED), 'aws', 1);
    const manyTenants = simulate(SHAPES['many-tenants'], DEPLOYED, 'aws', 1);
    const findings = findingsOf(oneTenant, manyTenants);
    expect(findings.map(({ budget }) => budget)).toEqual(['<= 10 s', '>= 125', '<= 27 min', '<= 1', '<= 0']);
    expect(findings.filter(({ verdict }) => verdict !== 'within')).toEqual([]);
  }, 120_000);

  it('exceed each budget in a deployment that is too small', () => {
    const small = withMaxAttempts({ ...TIGHT, concurrency: { prepare: 1, charge: 1, settle: 1 }, runsAtOnce: 20 }, { charge: 2 });
    const oneTenant = simulate(SHAPE, small, 'aws', 1);
    const many = simulate([{ tenants: 300, subscriptions: 40 }], small, 'aws', 1);
    expect(findingsOf(oneTenant, many).map(({ verdict }) => verdict)).toEqual(['over', 'over', 'over', 'over', 'over']);
  });
});

describe('the number of concurrent billing runs', () => {
  const batchesOf = (chargesAtOnce: number): number => Math.ceil(chargesAtOnce / CHARGES_PER_BATCH);
  /** Whether there are enough executions for this many runs, while `MAX_CONCURRENT_ADVANCES` other executions stay free for test clocks. */
  const fits = (runs: number, chargesAtOnce: number): boolean =>
    runs * batchesOf(chargesAtOnce) + MAX_CONCURRENT_ADVANCES <= CONCURRENCY.runCharge &&
    runs + MAX_CONCURRENT_ADVANCES <= CONCURRENCY.runPrepare;

  it('is the largest for which there are enough executions', () => {
    for (let chargesAtOnce = 1; chargesAtOnce <= 2000; chargesAtOnce += 1) {
      const runs = runsAtOnce(chargesAtOnce);
      expect([chargesAtOnce, runs === 1 || fits(runs, chargesAtOnce), fits(runs + 1, chargesAtOnce)]).toEqual([chargesAtOnce, true, false]);
    }
  });

  it('is at least one, even if there are not enough executions for the charges of one run', () => {
    expect(runsAtOnce(CONCURRENCY.runCharge * CHARGES_PER_BATCH + 1)).toBe(1);
    expect(runsAtOnce(1_000_000)).toBe(1);
  });

  it('is limited by the concurrency of the prepare function if runs make few charges', () => {
    expect(runsAtOnce(1)).toBe(CONCURRENCY.runPrepare - MAX_CONCURRENT_ADVANCES);
  });
});
