import type { Place } from './costs.ts';
import type { Counts } from './results.ts';
import type { Settings, Shape } from './settings.ts';
import { eachMinute } from './sweep.ts';
import { newWorld, type Task } from './world.ts';

const LIMIT_MS = 4 * 86_400_000;
/** The lateness of tenants with no more than so many is distinguished. */
const SMALL = 100;

/** How it went. Moments are milliseconds after the moment at which everything was due. */
export interface Outcome {
  readonly drainedMs: number;
  /** By subscription: how often it was charged. */
  readonly charged: Uint8Array;
  /** When the subscriptions of small tenants were settled, earliest first. */
  readonly smallSettledMs: Float64Array;
  readonly peakExecutions: Readonly<Record<Task, number>>;
  readonly counts: Counts;
}

/** Works every subscription of the shape. The same arguments have the same outcome. Throws when it takes more than four days. */
export const simulate = (shape: Shape, settings: Settings, place: Place, seed: number): Outcome => {
  const world = newWorld(shape, settings, place, seed);
  world.simulation.start(eachMinute(world));
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

/** The value that this share of the sorted values does not exceed; 0 of none. */
export const quantile = (sorted: Float64Array, share: number): number => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
