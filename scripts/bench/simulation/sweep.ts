import type { Process } from './engine.ts';
import { billingRun } from './run.ts';
import { backOff, busy, type World } from './world.ts';

const PAGE = 200;
/** Wait before the retry of a start that the quota refused. */
const START_RETRY_MS = 200;

/** Starts runs of waiting tenants, up to the maximum of concurrent runs. */
function* startRuns(world: World): Process {
  const { counts, waitingTenants, settings, simulation, startQuota } = world;
  for (const tenant of waitingTenants) {
    if (counts.runsNow >= settings.runsAtOnce) return;
    if (tenant.leasedUntilMs > simulation.nowMs()) continue;
    waitingTenants.delete(tenant);
    tenant.leasedUntilMs = Number.POSITIVE_INFINITY;
    counts.runsNow += 1;
    while (!startQuota.take(1)) yield backOff(world, 'starts', 0, START_RETRY_MS, 1, START_RETRY_MS);
    simulation.start(billingRun(world, tenant), () => {
      counts.runsNow -= 1;
      if (tenant.due.some(({ next, queuedEnd }) => next < queuedEnd)) waitingTenants.add(tenant);
      if (settings.starts === 'follow') simulation.start(startRuns(world));
    });
  }
}

/**
 * For each tenant whose run queue contains no ids of this shard, puts the tenant's next due ids of the shard into that queue. Stops at the
 * time limit.
 */
function* sweepShard(world: World, shard: number): Process {
  const { counts, costs, waitingTenants, settings, simulation } = world;
  const begunMs = simulation.nowMs();
  const pages = Math.ceil((world.dueCounts[shard] ?? 0) / PAGE);
  counts.pagesRead += pages;
  yield* busy(world, pages * costs.sweepPageMs);
  const unqueued = world.unqueued[shard] ?? [];
  function* worker(): Process {
    for (let entry = unqueued.pop(); entry !== undefined; entry = unqueued.pop()) {
      const { tenant, due } = entry;
      if (simulation.nowMs() - begunMs > settings.sweepMs) {
        unqueued.push(entry);
        return;
      }
      yield* busy(world, costs.queuePutMs);
      counts.queuePuts += 1;
      due.queuedEnd = Math.min(due.next + settings.idsInQueue, due.end);
      if (Number.isFinite(tenant.leasedUntilMs)) waitingTenants.add(tenant);
      if (settings.starts === 'sweep') yield* startRuns(world);
    }
  }
  yield simulation.concurrently(Array.from({ length: settings.putsAtOnce }, worker));
}

function* sweep(world: World): Process {
  const { settings, simulation } = world;
  const shards = Array.from({ length: settings.shards }, (_, shard) => shard).values();
  function* worker(): Process {
    for (const shard of shards) yield* sweepShard(world, shard);
  }
  yield simulation.concurrently(Array.from({ length: settings.sweepsAtOnce }, worker));
  yield* startRuns(world);
}

/** Starts a sweep every minute until all subscriptions are renewed. */
export function* sweepEveryMinute(world: World): Process {
  while (world.counts.renewals < world.charged.length) {
    world.simulation.start(sweep(world));
    yield world.settings.sweepEveryMs;
  }
}
