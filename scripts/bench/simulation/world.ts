import { costsOf, PARTITION_UNITS, type PartitionName, type Place } from './costs.ts';
import { type Bucket, newBucket, newSimulation, newSlots, type Process, randomFrom, type Simulation, type Slots } from './engine.ts';
import { type Counts, countRefusal, newCounts } from './results.ts';
import type { Settings, Shape } from './settings.ts';

export type Task = keyof Settings['concurrency'];

export interface Tenant {
  readonly size: number;
  /** The number of the tenant's first subscription. */
  readonly first: number;
  /** The subscriptions `next` to `end - 1` are not renewed yet. */
  next: number;
  readonly end: number;
  /** The shard of the tenant's marker. A marker is the due entry for which the sweep starts a run. */
  readonly shard: number;
  /** Write units that the tenant's partitions have left. */
  readonly partitions: readonly (readonly [PartitionName, Bucket])[];
  /** Charges that the provider accepts now. */
  readonly provider: Bucket;
  /** Infinite while a run of the tenant is active. */
  leasedUntilMs: number;
  chargesAtOnce: number;
  /** Whether the provider refused a charge in this iteration. */
  slowedDown: boolean;
  /** Whether the provider refused a charge in an earlier iteration of this run. */
  wasSlowedDown: boolean;
}

/** State and dependencies of the processes. */
export interface World {
  readonly simulation: Simulation;
  readonly settings: Settings;
  readonly costs: ReturnType<typeof costsOf>;
  readonly random: () => number;
  readonly counts: Counts;
  readonly slots: Readonly<Record<Task, Slots>>;
  readonly processors: Slots;
  readonly startQuota: Bucket;
  /** Tenants whose markers are due, longest wait first. */
  readonly marked: Set<Tenant>;
  readonly tenants: readonly Tenant[];
  /** By subscription: number of charges. */
  readonly charged: Uint8Array;
  /** By subscription: time of settlement. */
  readonly settledMs: Float64Array;
}

const newTenant = (simulation: Simulation, settings: Settings, first: number, size: number, random: () => number): Tenant => {
  const partition = (name: PartitionName): Bucket => {
    const units = settings.partitionUnits * (name === 'log' ? settings.logPartitions : 1);
    return newBucket(simulation, units, units);
  };
  return {
    size,
    first,
    next: first,
    end: first + size,
    shard: Math.floor(random() * settings.shards),
    partitions: (Object.keys(PARTITION_UNITS) as PartitionName[]).map((name) => [name, partition(name)]),
    provider: newBucket(simulation, settings.providerPerSecond, settings.providerBurst),
    leasedUntilMs: 0,
    chargesAtOnce: settings.chargesAtOnce,
    slowedDown: false,
    wasSlowedDown: false,
  };
};

export const newWorld = (shape: Shape, settings: Settings, place: Place, seed: number): World => {
  const simulation = newSimulation();
  const random = randomFrom(seed);
  const sizes = shape.flatMap(({ tenants, subscriptions }) => Array.from({ length: tenants }, () => subscriptions));
  let total = 0;
  const tenants = sizes.map((size) => {
    total += size;
    return newTenant(simulation, settings, total - size, size, random);
  });
  const { concurrency } = settings;
  return {
    simulation,
    settings,
    costs: costsOf(place),
    random,
    counts: newCounts(),
    slots: { prepare: newSlots(concurrency.prepare), charge: newSlots(concurrency.charge), settle: newSlots(concurrency.settle) },
    processors: newSlots(costsOf(place).processors),
    startQuota: newBucket(simulation, settings.startsPerSecond, settings.startsBurst),
    marked: new Set(tenants),
    tenants,
    charged: new Uint8Array(total),
    settledMs: new Float64Array(total),
  };
};

/** Counts a refusal; returns the wait after it: random, up to a time that grows with each attempt to at most `maxMs`. */
export const backOff = (
  { random, counts }: World,
  source: string,
  attempt: number,
  firstMs: number,
  growth: number,
  maxMs: number,
): number => {
  const waitMs = random() * Math.min(maxMs, firstMs * growth ** attempt);
  countRefusal(counts, source, waitMs);
  return waitMs;
};

/** Uses a processor for `ms` milliseconds. If the number of processors is limited, waits for a free one. */
export function* useProcessor({ costs, processors }: World, ms: number): Process {
  if (!Number.isFinite(costs.processors)) return yield ms;
  yield processors.take;
  yield ms;
  processors.release();
}
