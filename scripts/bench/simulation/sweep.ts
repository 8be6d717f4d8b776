import type { Process } from './engine.ts';
import { billingRun } from './run.ts';
import { backOff, busy, type World } from './world.ts';

const PAGE = 200;
/** Wait before the retry of a start that the quota refused. */
const START_RETRY_MS = 200;

/** Starts runs of waiting tenants, up to the maximum of concurrent runs. */
function* startRuns(world: World): Process {
  const { counts, queue, settings, simulation, starts } = world;
  for (const tenant of queue) {
    if (counts.runsNow >= settings.runsAtOnce) return;
    if (tenant.leasedUntilMs > simulation.nowMs()) continue;
    queue.delete(tenant);
    tenant.leasedUntilMs = Number.POSITIVE_INFINITY;
    counts.runsNow += 1;
    while (!starts.take(1)) yield backOff(world, 'starts', 0, START_RETRY_MS, 1, START_RETRY_MS);
    simulation.start(billingRun(world, tenant), () => {
      counts.runsNow -= 1;
      if (tenant.due.some(({ next, runQueue }) => next < runQueue)) queue.add(tenant);
      if (settings.starts === 'follow') simulation.start(startRuns(world));
    });
  }
}

/** Puts due ids of the shard into the run queues of tenants that have none of this shard, until its time limit. */
function* sweepShard(world: World, shard: number): Process {
  const { counts, costs, queue, settings, simulation } = world;
  const begunMs = simulation.nowMs();
  const pages = Math.ceil((world.left[shard] ?? 0) / PAGE);
  counts.pagesRead += pages;
  yield* busy(world, pages * costs.sweepPageMs);
  const emptied = world.emptied[shard] ?? [];
  function* lane(): Process {
    for (let entry = emptied.pop(); entry !== undefined; entry = emptied.pop()) {
      const { tenant, due } = entry;
      if (simulation.nowMs() - begunMs > settings.sweepMs) {
        emptied.push(entry);
        return;
      }
      yield* busy(world, costs.queuePutMs);
      counts.queuePuts += 1;
      due.runQueue = Math.min(due.next + settings.idsInQueue, due.end);
      if (Number.isFinite(tenant.leasedUntilMs)) queue.add(tenant);
      if (settings.starts === 'sweep') yield* startRuns(world);
    }
  }
  yield simulation.concurrently(Array.from({ length: settings.putsAtOnce }, lane));
}

function* sweep(world: World): Process {
  const { settings, simulation } = world;
  const shards = Array.from({ length: settings.shards }, (_, shard) => shard).values();
  function* lane(): Process {
    for (const shard of shards) yield* sweepShard(world, shard);
  }
  yield simulation.concurrently(Array.from({ length: settings.sweepsAtOnce }, lane));
  yield* startRuns(world);
}

/** Starts a sweep every minute until all subscriptions are renewed. */
export function* sweepEveryMinute(world: World): Process {
  while (world.counts.renewals < world.charged.length) {
    world.simulation.start(sweep(world));
    yield world.settings.sweepEveryMs;
  }
}
