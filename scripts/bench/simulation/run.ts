import { MACHINE, PARTITION_UNITS } from './costs.ts';
import type { Process } from './engine.ts';
import { backOff, busy, type Task, type Tenant, type World } from './world.ts';

/** Parts of so many each. */
const inParts = (ids: readonly number[], size: number): readonly (readonly number[])[] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, index) => ids.slice(index * size, (index + 1) * size));

/** At most so many parts, as equal as can be. */
const dealt = (ids: readonly number[], parts: number): readonly (readonly number[])[] =>
  inParts(ids, Math.max(1, Math.ceil(ids.length / parts)));

/** Runs a function for the machine; where none is free, that is tried again as the machine does, each try a transition. */
function* invoke(world: World, task: Task, work: Process): Process {
  const { simulation, counts, costs, slots } = world;
  for (let attempt = 0; !slots[task].tryTake(); attempt += 1) {
    counts.transitions += 1;
    yield backOff(world, `${task} function`, attempt, 5000, 1.5, 60_000);
  }
  const begunMs = simulation.nowMs();
  yield* busy(world, costs.stepMs);
  yield* work;
  counts.invocations += 1;
  counts.executionMs += simulation.nowMs() - begunMs;
  slots[task].give();
}

/** The partition that has too little left for the transaction; `null` when it was taken of all. */
const shortOf = ({ partitions }: Tenant, phase: 'prepare' | 'settle', size: number): string | null => {
  const short = partitions.findIndex(([name, bucket]) => !bucket.take(PARTITION_UNITS[name][phase] * size));
  for (const [name, bucket] of partitions.slice(0, Math.max(0, short))) bucket.release(PARTITION_UNITS[name][phase] * size);
  return partitions[short]?.[0] ?? null;
};

/** One transaction; where a partition refuses it, it waits as the store does and is tried again. */
function* transact(world: World, tenant: Tenant, phase: 'prepare' | 'settle', size: number): Process {
  const { counts, costs, settings } = world;
  let attempt = 0;
  for (let short = shortOf(tenant, phase, size); short !== null; short = shortOf(tenant, phase, size)) {
    yield backOff(world, `${short} partition`, attempt, 4, 2, 500);
    attempt += 1;
  }
  counts[`${phase}Transactions`] += 1;
  yield* busy(world, (costs.transactionMs * size) / settings[`${phase}Batch`]);
}

function* prepare(world: World, tenant: Tenant, ids: readonly number[]): Process {
  yield* busy(world, (world.costs.prepareReadsMs * ids.length) / 100);
  for (const batch of inParts(ids, world.settings.prepareBatch)) yield* transact(world, tenant, 'prepare', batch.length);
}

function* settle(world: World, tenant: Tenant, ids: readonly number[]): Process {
  for (const batch of inParts(ids, world.settings.settleBatch)) {
    yield* transact(world, tenant, 'settle', batch.length);
    for (const id of batch) world.settledMs[id] = world.simulation.nowMs();
    world.counts.renewals += batch.length;
  }
}

/** Charges one after the other what no other lane of the share has taken. */
function* charge(world: World, tenant: Tenant, ids: IterableIterator<number>): Process {
  const { charged, costs, random } = world;
  for (const id of ids) {
    for (let attempt = 0; !tenant.provider.take(1); attempt += 1) {
      tenant.slowedDown = true;
      yield backOff(world, 'provider', attempt, 1000, 2, 30_000);
    }
    if (costs.chargeOwnMs > 0) yield* busy(world, costs.chargeOwnMs);
    yield costs.providerMs * (0.7 - 0.3 * Math.log(1 - random()));
    charged[id] = (charged[id] ?? 0) + 1;
  }
}

function* share(world: World, tenant: Tenant, ids: readonly number[]): Process {
  const left = ids.values();
  yield world.simulation.together(Array.from({ length: world.settings.chargesAtOnceInShare }, () => charge(world, tenant, left)));
}

/** Answers how many events it left in the machine's history, tries after refusals not counted. */
function* round(world: World, tenant: Tenant, ids: readonly number[]): Process<number> {
  const { counts, settings, simulation } = world;
  const shares = dealt(ids, Math.ceil(tenant.chargesAtOnce / settings.chargesAtOnceInShare));
  counts.transitions += MACHINE.round + MACHINE.share * shares.length;
  yield* invoke(world, 'prepare', prepare(world, tenant, ids));
  yield simulation.together(shares.map((part) => invoke(world, 'charge', share(world, tenant, part))));
  yield* invoke(world, 'settle', settle(world, tenant, ids));
  const { chargesAtOnce, slowedDown } = tenant;
  tenant.chargesAtOnce = slowedDown ? Math.max(1, chargesAtOnce >> 1) : Math.min(settings.chargesAtOnce, chargesAtOnce + 1);
  tenant.slowedDown = false;
  return MACHINE.historyOfRound + MACHINE.historyOfShare * shares.length;
}

/** Takes a round's subscriptions out of the run queue. */
const draw = ({ settings, left, emptied }: World, tenant: Tenant): readonly number[] => {
  const ids: number[] = [];
  let items = 0;
  for (const [shard, due] of tenant.due.entries()) {
    if (due.next === due.runQueue || items === settings.queueItemsOfIteration || ids.length === settings.roundSize) continue;
    items += 1;
    const to = Math.min(due.runQueue, due.next + settings.roundSize - ids.length);
    left[shard] = (left[shard] ?? 0) - (to - due.next);
    for (; due.next < to; due.next += 1) ids.push(due.next);
    if (to === due.runQueue && to < due.end) emptied[shard]?.push({ tenant, due });
  }
  return ids;
};

/** A run of the tenant's machine, which was given the tenant's lease: continues until the run queue is empty or it hands over. */
export function* billingRun(world: World, tenant: Tenant): Process {
  const { counts, random, settings, simulation } = world;
  counts.transitions += MACHINE.run;
  counts.runs += 1;
  counts.peakRuns = Math.max(counts.peakRuns, counts.runsNow);
  let [history, leaseKeptMs] = [0, 0];
  for (let rounds = 0; rounds < settings.roundsOfRun; rounds += 1) {
    if (random() < settings.breakOffsPerRound) {
      leaseKeptMs = settings.leaseMs;
      break;
    }
    const ids = draw(world, tenant);
    if (ids.length === 0) break;
    history += yield* round(world, tenant, ids);
  }
  counts.longestHistory = Math.max(counts.longestHistory, history);
  tenant.leasedUntilMs = simulation.nowMs() + leaseKeptMs;
}
