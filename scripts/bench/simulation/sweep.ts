import type { Process } from './engine.ts';
import { billingRun } from './run.ts';
import { backOff, type Tenant, useProcessor, type World } from './world.ts';

/** Wait before the retry of a start that the quota refused. */
const START_RETRY_MS = 200;

/** Starts the tenant's run if a slot is free; returns whether it was started. */
function* startRun(world: World, tenant: Tenant): Process<boolean> {
  const { counts, costs, marked, settings, simulation, startQuota } = world;
  if (counts.runsNow >= settings.runsAtOnce) return false;
  marked.delete(tenant);
  tenant.leasedUntilMs = Number.POSITIVE_INFINITY;
  counts.runsNow += 1;
  yield* useProcessor(world, costs.startMs);
  while (!startQuota.take(1)) yield backOff(world, 'starts', 0, START_RETRY_MS, 1, START_RETRY_MS);
  simulation.start(billingRun(world, tenant), () => simulation.start(endRun(world, tenant)));
  return true;
}

/**
 * If the tenant has more due subscriptions, marks it again, as the last in the queue. Releases the slot: immediately, or, if the run
 * failed, when the slot expires. Then, if the setting `endStartsNext` is on, starts the run of the tenant that has waited longest.
 */
function* endRun(world: World, tenant: Tenant): Process {
  const { counts, costs, marked, settings, simulation } = world;
  yield* useProcessor(world, costs.endMs);
  if (tenant.next < tenant.end) marked.add(tenant);
  const leaseLeftMs = Number.isFinite(tenant.leasedUntilMs) ? tenant.leasedUntilMs - simulation.nowMs() : 0;
  if (leaseLeftMs > 0) yield settings.slotMs - settings.leaseMs + leaseLeftMs;
  counts.runsNow -= 1;
  if (!settings.endStartsNext) return;
  for (const waiting of marked) {
    if (waiting.leasedUntilMs > simulation.nowMs()) continue;
    yield* startRun(world, waiting);
    return;
  }
}

/** Reads the markers of a shard and starts runs until all slots are taken. */
function* sweepShard(world: World, shard: number): Process {
  const { costs, counts, marked, simulation } = world;
  counts.pagesRead += 1;
  yield* useProcessor(world, costs.sweepPageMs);
  for (const tenant of [...marked].filter((each) => each.shard === shard)) {
    if (!marked.has(tenant) || tenant.leasedUntilMs > simulation.nowMs()) continue;
    counts.markersRead += 1;
    yield* useProcessor(world, costs.markerMs);
    if (marked.has(tenant) && !(yield* startRun(world, tenant))) return;
  }
}

function* sweep(world: World): Process {
  const { settings, simulation } = world;
  const shards = Array.from({ length: settings.shards }, (_, shard) => shard).values();
  function* worker(): Process {
    for (const shard of shards) yield* sweepShard(world, shard);
  }
  yield simulation.concurrently(Array.from({ length: settings.sweepsAtOnce }, worker));
}

/** Starts a sweep every minute until all subscriptions are renewed. */
export function* sweepEveryMinute(world: World): Process {
  while (world.counts.renewals < world.charged.length) {
    world.simulation.start(sweep(world));
    yield world.settings.sweepEveryMs;
  }
}
