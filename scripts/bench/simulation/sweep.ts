import type { Process } from './engine.ts';
import { billingRun } from './run.ts';
import { backOff, busy, type World } from './world.ts';

const PAGE = 200;
/** How long a start that the quota refused waits before it is asked for again. */
const START_AGAIN_MS = 200;

/** Starts runs for those who wait, as far as the bound of runs allows. */
function* startRuns(world: World): Process {
  const { counts, queue, settings, simulation, starts } = world;
  for (const tenant of queue) {
    if (counts.runsNow >= settings.runsAtOnce) return;
    if (tenant.leasedUntilMs > simulation.nowMs()) continue;
    queue.delete(tenant);
    tenant.leasedUntilMs = Number.POSITIVE_INFINITY;
    counts.runsNow += 1;
    while (!starts.take(1)) yield backOff(world, 'starts', 0, START_AGAIN_MS, 1, START_AGAIN_MS);
    simulation.start(billingRun(world, tenant), () => {
      counts.runsNow -= 1;
      if (tenant.due.some(({ next, runQueue }) => next < runQueue)) queue.add(tenant);
      if (settings.starts === 'follow') simulation.start(startRuns(world));
    });
  }
}

/** Puts what is due in the shard into the runQueues of its tenants that have nothing of it, as far as it comes within its time. */
function* sweepShard(world: World, shard: number): Process {
  const { counts, costs, queue, settings, simulation } = world;
  const begunMs = simulation.nowMs();
  const pages = Math.ceil((world.left[shard] ?? 0) / PAGE);
  counts.pagesRead += pages;
  yield* busy(world, pages * costs.sweepPageMs);
  const emptied = world.emptied[shard] ?? [];
  function* lane(): Process {
    for (let next = emptied.pop(); next !== undefined; next = emptied.pop()) {
      const { tenant, due } = next;
      if (simulation.nowMs() - begunMs > settings.sweepMs) {
        emptied.push(next);
        return;
      }
      yield* busy(world, costs.queuePutMs);
      counts.queuePuts += 1;
      due.runQueue = Math.min(due.next + settings.idsInQueue, due.end);
      if (Number.isFinite(tenant.leasedUntilMs)) queue.add(tenant);
      if (settings.starts === 'sweep') yield* startRuns(world);
    }
  }
  yield simulation.together(Array.from({ length: settings.putsAtOnce }, lane));
}

function* sweep(world: World): Process {
  const { settings, simulation } = world;
  const shards = Array.from({ length: settings.shards }, (_, shard) => shard).values();
  function* lane(): Process {
    for (const shard of shards) yield* sweepShard(world, shard);
  }
  yield simulation.together(Array.from({ length: settings.sweepsAtOnce }, lane));
  yield* startRuns(world);
}

/** A sweep each minute, until everything is done. */
export function* eachMinute(world: World): Process {
  while (world.counts.renewals < world.charged.length) {
    world.simulation.start(sweep(world));
    yield world.settings.sweepEveryMs;
  }
}
