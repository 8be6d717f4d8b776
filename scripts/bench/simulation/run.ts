import { PARTITION_UNITS, STATE_MACHINE_COUNTS } from './costs.ts';
import type { Process } from './engine.ts';
import type { Retry } from './machines.ts';
import { backOff, type Task, type Tenant, useProcessor, type World } from './world.ts';

/** Splits ids into parts of `size`. */
const chunksOf = (ids: readonly number[], size: number): readonly (readonly number[])[] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, index) => ids.slice(index * size, (index + 1) * size));

/** Splits ids into at most `parts` parts of equal size. */
const equalChunks = (ids: readonly number[], parts: number): readonly (readonly number[])[] =>
  chunksOf(ids, Math.max(1, Math.ceil(ids.length / parts)));

/**
 * Invokes a function from the state machine. While the function's concurrency limit is reached, retries as the state machine does; each
 * retry counts as a transition.
 * Returns whether the function started: `false` after the last retry.
 */
function* invoke(world: World, task: Task, retry: Retry, work: Process): Process<boolean> {
  const { simulation, counts, costs, slots } = world;
  for (let attempt = 0; !slots[task].tryTake(); attempt += 1) {
    if (attempt >= retry.maxAttempts) return false;
    counts.transitions += 1;
    yield backOff(world, `${task} function`, attempt, retry.firstMs, retry.growth, retry.maxMs);
  }
  const begunMs = simulation.nowMs();
  yield* useProcessor(world, costs.stepMs);
  yield* work;
  counts.invocations += 1;
  counts.executionMs += simulation.nowMs() - begunMs;
  slots[task].release();
  return true;
}

/** Invokes the function of a required step. If it did not start after all retries, counts the step as failed and invokes it again. */
function* invokeStep(world: World, task: 'prepare' | 'settle', work: Process): Process {
  while (!(yield* invoke(world, task, world.settings.retries[task], work))) world.counts.failedSteps += 1;
}

/** Takes the units of a transaction from all partitions; returns `null`. If a partition has too few, takes none and returns its name. */
const takeUnits = ({ partitions }: Tenant, phase: 'prepare' | 'settle', size: number): string | null => {
  const throttled = partitions.findIndex(([name, bucket]) => !bucket.take(PARTITION_UNITS[name][phase] * size));
  for (const [name, bucket] of partitions.slice(0, Math.max(0, throttled))) bucket.release(PARTITION_UNITS[name][phase] * size);
  return partitions[throttled]?.[0] ?? null;
};

/** Makes one transaction; if a partition throttles it, waits as the store does and retries. */
function* transact(world: World, tenant: Tenant, phase: 'prepare' | 'settle', size: number): Process {
  const { counts, costs, settings } = world;
  let attempt = 0;
  for (let throttled = takeUnits(tenant, phase, size); throttled !== null; throttled = takeUnits(tenant, phase, size)) {
    yield backOff(world, `${throttled} partition`, attempt, 4, 2, 500);
    attempt += 1;
  }
  counts[`${phase}Transactions`] += 1;
  yield* useProcessor(world, (costs.transactionMs * size) / settings[`${phase}Batch`]);
}

function* prepare(world: World, tenant: Tenant, ids: readonly number[]): Process {
  yield* useProcessor(world, (world.costs.prepareReadsMs * ids.length) / 100);
  for (const batch of chunksOf(ids, world.settings.prepareBatch)) yield* transact(world, tenant, 'prepare', batch.length);
}

function* settle(world: World, tenant: Tenant, ids: readonly number[]): Process {
  const { settleBatch, settlesAtOnce } = world.settings;
  const batches = chunksOf(ids, settleBatch).values();
  function* worker(): Process {
    for (const batch of batches) {
      yield* transact(world, tenant, 'settle', batch.length);
      for (const id of batch) world.settledMs[id] = world.simulation.nowMs();
      world.counts.renewals += batch.length;
    }
  }
  yield world.simulation.concurrently(Array.from({ length: settlesAtOnce }, worker));
}

/** Charges ids one after the other. Takes each id from the iterator that all concurrent charges of the batch share. */
function* charge(world: World, tenant: Tenant, ids: IterableIterator<number>): Process {
  const { charged, costs, random } = world;
  for (const id of ids) {
    for (let attempt = 0; !tenant.provider.take(1); attempt += 1) {
      tenant.slowedDown = true;
      yield backOff(world, 'provider', attempt, 1000, 2, 30_000);
    }
    if (costs.chargeOwnMs > 0) yield* useProcessor(world, costs.chargeOwnMs);
    // A random response time with the mean `providerMs`: at least 70 % of the mean, plus an exponentially distributed part.
    yield costs.providerMs * (0.7 - 0.3 * Math.log(1 - random()));
    charged[id] = (charged[id] ?? 0) + 1;
  }
}

/** Makes the charges of a batch and applies their outcomes. */
function* chargeAll(world: World, tenant: Tenant, ids: readonly number[]): Process {
  const remaining = ids.values();
  yield world.simulation.concurrently(Array.from({ length: world.settings.chargesAtOnceInBatch }, () => charge(world, tenant, remaining)));
  yield* settle(world, tenant, ids);
}

/** Invokes the function for a batch. If it did not start after all retries, counts the charges as not tried and invokes it again. */
function* chargeBatch(world: World, tenant: Tenant, ids: readonly number[]): Process {
  const work = chargeAll(world, tenant, ids);
  while (!(yield* invoke(world, 'charge', world.settings.retries.charge, work))) world.counts.untriedCharges += ids.length;
}

/** Work of the step that ends an iteration: none. `invoke` adds the time that each step takes. */
function* endIteration(): Process {}

/**
 * Runs an iteration, and prepares the renewals of the next one at the same time. Returns how many events the iteration adds to the
 * execution's history, not counting retries.
 */
function* runIteration(world: World, tenant: Tenant, ids: readonly number[], nextIds: readonly number[]): Process<number> {
  const { counts, settings, simulation } = world;
  const batches = equalChunks(ids, Math.ceil(tenant.chargesAtOnce / settings.chargesAtOnceInBatch));
  counts.transitions += STATE_MACHINE_COUNTS.iteration + STATE_MACHINE_COUNTS.batch * batches.length;
  const preparing = prepare(world, tenant, nextIds);
  let isPrepared = false;
  function* prepareAhead(): Process {
    isPrepared = yield* invoke(world, 'prepare', settings.retries.prepareAhead, preparing);
  }
  yield simulation.concurrently([...batches.map((batch) => chargeBatch(world, tenant, batch)), prepareAhead()]);
  yield* invokeStep(world, 'settle', endIteration());
  if (!isPrepared && nextIds.length > 0) yield* invokeStep(world, 'prepare', preparing);
  // The limit on concurrent charges: halved if the provider answered 429 in this iteration, raised by one if it did so only earlier in the
  // run, and doubled if it never did.
  const { chargesAtOnce, slowedDown, wasSlowedDown } = tenant;
  const raised = Math.min(settings.chargesAtOnce, wasSlowedDown ? chargesAtOnce + 1 : chargesAtOnce * 2);
  tenant.chargesAtOnce = slowedDown ? Math.max(1, chargesAtOnce >> 1) : raised;
  tenant.wasSlowedDown ||= slowedDown;
  tenant.slowedDown = false;
  return STATE_MACHINE_COUNTS.historyOfIteration + STATE_MACHINE_COUNTS.historyOfBatch * batches.length;
}

/** Reads the subscriptions of the next iteration from the tenant's list; returns their ids. */
const readList = ({ settings }: World, tenant: Tenant): readonly number[] => {
  const from = tenant.next;
  tenant.next = Math.min(tenant.end, from + settings.iterationSize);
  return Array.from({ length: tenant.next - from }, (_, index) => from + index);
};

/** Runs the tenant's state machine until nothing is due or the iteration limit is reached. The tenant's lease is already acquired. */
export function* billingRun(world: World, tenant: Tenant): Process {
  const { counts, random, settings, simulation } = world;
  counts.transitions += STATE_MACHINE_COUNTS.run;
  counts.runs += 1;
  counts.peakRuns = Math.max(counts.peakRuns, counts.runsNow);
  tenant.chargesAtOnce = Math.min(settings.chargesAtOnce, settings.chargesAtOnceInBatch);
  tenant.wasSlowedDown = false;
  let [history, leaseKeptMs] = [0, 0];
  let ids = readList(world, tenant);
  if (ids.length > 0) yield* invokeStep(world, 'prepare', prepare(world, tenant, ids));
  for (let iterations = 1; ids.length > 0; iterations += 1) {
    if (random() < settings.failureRatePerIteration) {
      // The next run continues the renewals that this one has prepared.
      tenant.next = ids[0] ?? tenant.next;
      leaseKeptMs = settings.leaseMs;
      break;
    }
    const nextIds = iterations < settings.iterationsOfRun ? readList(world, tenant) : [];
    history += yield* runIteration(world, tenant, ids, nextIds);
    ids = nextIds;
  }
  counts.longestHistory = Math.max(counts.longestHistory, history);
  tenant.leasedUntilMs = simulation.nowMs() + leaseKeptMs;
}
