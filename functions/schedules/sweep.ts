import { sweepShard } from '../../shared/flows/due/sweep.ts';
import { logError, logNotice, METRIC_LINES } from '../../shared/platform/log-lines.ts';
import { loggedStep } from '../../shared/runtime/step.ts';
import { writeHeartbeat } from '../../shared/store/event-log/heartbeats.ts';
import { sweepDeps } from './deps.ts';

/**
 * Runs every minute for each shard of the due index: claims due entries and passes them to their state machine or queue. For shard 0, also
 * writes the heartbeat of the minute (`heartbeats.ts`).
 */
export const handler = loggedStep('sweep', async ({ shard }: { readonly shard: number }): Promise<{ readonly claimed: number }> => {
  const deps = await sweepDeps();
  if (shard === 0) await writeHeartbeat(deps.store.table, deps.nowMs()).catch((error: unknown) => logError(error, { worker: 'sweep' }));
  const { claimed, refused, lagSeconds, waitingSeconds } = await sweepShard(deps, shard);
  logNotice(METRIC_LINES.sweep, { shard, claimed, refused, lagSeconds });
  if (waitingSeconds > 0) logNotice(METRIC_LINES.runsWaiting, { shard, lagSeconds: waitingSeconds });
  return { claimed };
});
