import type { Place } from './costs.ts';
import type { Counts } from './results.ts';
import type { Settings, Shape } from './settings.ts';
import { sweepEveryMinute } from './sweep.ts';
import { newWorld, type Task } from './world.ts';

const LIMIT_MS = 4 * 86_400_000;
/** Tenants with at most this many subscriptions are small; the delays of small tenants are reported separately. */
const SMALL = 100;

/** Result of a simulation. Times are milliseconds. All subscriptions are due at 0. */
export interface Outcome {
  /** When the last subscription was settled. */
  readonly drainedMs: number;
  /** Number of charges by subscription. */
  readonly charged: Uint8Array;
  /** When the subscriptions of small tenants were settled, earliest first. */
  readonly smallSettledMs: Float64Array;
  readonly peakExecutions: Readonly<Record<Task, number>>;
  readonly counts: Counts;
}

/** Renews every subscription of the shape. The same arguments give the same outcome. Throws if it takes more than four simulated days. */
export const simulate = (shape: Shape, settings: Settings, place: Place, seed: number): Outcome => {
  const world = newWorld(shape, settings, place, seed);
  world.simulation.start(sweepEveryMinute(world));
  world.simulation.run(LIMIT_MS);
  const { charged, counts, settledMs, slots, tenants } = world;
  const small = tenants
    .filter(({ size }) => size <= SMALL)
    .flatMap(({ first, size }) => Array.from(settledMs.subarray(first, first + size)));
  return {
    drainedMs: settledMs.reduce((latest, each) => Math.max(latest, each), 0),
    charged,
    smallSettledMs: Float64Array.from(small).sort(),
    peakExecutions: { prepare: slots.prepare.peak(), charge: slots.charge.peak(), settle: slots.settle.peak() },
    counts,
  };
};

/** Returns a quantile of sorted values: `probability` 0.99 is the 99th percentile. Returns 0 without values. */
export const quantileOfSorted = (sorted: Float64Array, probability: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * probability) - 1)] ?? 0;
