import { costsOf, PARTITION_UNITS, type PartitionName, type Place } from './costs.ts';
import { type Bucket, newBucket, newSimulation, newSlots, type Process, randomFrom, type Simulation, type Slots } from './engine.ts';
import { type Counts, newCounts, noteRefusal } from './results.ts';
import type { Settings, Shape } from './settings.ts';

export type Task = keyof Settings['concurrency'];

/** What of a tenant is due in one shard: the subscriptions `next` to before `end`, of which those before `runQueue` were handed to it. */
interface DueShard {
  next: number;
  runQueue: number;
  readonly end: number;
}

export interface Tenant {
  readonly size: number;
  /** Its subscriptions are numbered from here. */
  readonly first: number;
  readonly due: readonly DueShard[];
  readonly partitions: readonly (readonly [PartitionName, Bucket])[];
  readonly provider: Bucket;
  leasedUntilMs: number;
  chargesAtOnce: number;
  slowedDown: boolean;
}

/** Everything that the processes work with. */
export interface World {
  readonly simulation: Simulation;
  readonly settings: Settings;
  readonly costs: ReturnType<typeof costsOf>;
  readonly random: () => number;
  readonly counts: Counts;
  readonly slots: Readonly<Record<Task, Slots>>;
  readonly processors: Slots;
  readonly starts: Bucket;
  /** Tenants with something in their run queue whose run is to be started, those first that waited longest. */
  readonly queue: Set<Tenant>;
  readonly tenants: readonly Tenant[];
  /** By shard: how many subscriptions are due in it, and of which tenants the run queue has nothing of it although something is due. */
  readonly left: number[];
  readonly emptied: { readonly tenant: Tenant; readonly due: DueShard }[][];
  /** By subscription: how often it was charged, and when it was settled. */
  readonly charged: Uint8Array;
  readonly settledMs: Float64Array;
}

const newTenant = (simulation: Simulation, settings: Settings, first: number, size: number, random: () => number): Tenant => {
  const rest = Math.floor(random() * settings.shards);
  let next = first;
  const due = Array.from({ length: settings.shards }, (_, shard): DueShard => {
    const turn = (shard + rest) % settings.shards;
    const share = Math.floor(size / settings.shards) + (turn < size % settings.shards ? 1 : 0);
    next += share;
    return { next: next - share, runQueue: next - share, end: next };
  });
  const partition = (name: PartitionName): Bucket => {
    const units = settings.partitionUnits * (name === 'log' ? settings.logPartitions : 1);
    return newBucket(simulation, units, units);
  };
  return {
    size,
    first,
    due,
    partitions: (Object.keys(PARTITION_UNITS) as PartitionName[]).map((name) => [name, partition(name)]),
    provider: newBucket(simulation, settings.providerPerSecond, settings.providerBurst),
    leasedUntilMs: 0,
    chargesAtOnce: settings.chargesAtOnce,
    slowedDown: false,
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
  const shards = Array.from({ length: settings.shards }, (_, shard) => shard);
  const { concurrency } = settings;
  return {
    simulation,
    settings,
    costs: costsOf(place),
    random,
    counts: newCounts(),
    slots: { prepare: newSlots(concurrency.prepare), charge: newSlots(concurrency.charge), settle: newSlots(concurrency.settle) },
    processors: newSlots(costsOf(place).processors),
    starts: newBucket(simulation, settings.startsPerSecond, settings.startsBurst),
    queue: new Set(),
    tenants,
    left: shards.map((shard) => tenants.reduce((sum, { due: { [shard]: due } }) => sum + (due === undefined ? 0 : due.end - due.next), 0)),
    emptied: shards.map((shard) =>
      tenants.flatMap((tenant) => {
        const due = tenant.due[shard];
        return due === undefined || due.next === due.end ? [] : [{ tenant, due }];
      }),
    ),
    charged: new Uint8Array(total),
    settledMs: new Float64Array(total),
  };
};

/** Notes a refusal; answers how long is waited after it: a random part of a time that grows with each attempt, up to `mostMs`. */
export const backOff = (
  { random, counts }: World,
  by: string,
  attempt: number,
  firstMs: number,
  growth: number,
  mostMs: number,
): number => {
  const waitMs = random() * Math.min(mostMs, firstMs * growth ** attempt);
  noteRefusal(counts, by, waitMs);
  return waitMs;
};

/** Separate Work. A process that has no separate processor waits for one. */
export function* busy({ costs, processors }: World, ms: number): Process {
  if (!Number.isFinite(costs.processors)) return yield ms;
  yield processors.take;
  yield ms;
  processors.give();
}
