import { sweepShard } from '../../shared/flows/due/sweep.ts';
import { COUNTED_NOTICES, logNotice } from '../../shared/platform/log-lines.ts';
import { sweepDeps } from './deps.ts';

/** Runs every minute for each shard of the due index: claims due entries and passes them to their state machine or queue. */
export const handler = async ({ shard }: { readonly shard: number }): Promise<{ readonly claimed: number }> => {
  const { claimed, refused, lagSeconds } = await sweepShard(await sweepDeps(), shard);
  logNotice(COUNTED_NOTICES.sweep, { shard, claimed, refused, lagSeconds });
  return { claimed };
};
