import { heartbeatKey } from '../core/keys.ts';
import type { Table } from '../core/table.ts';

/** Kind of the items, in their attribute `t`. */
export const HEARTBEAT = 'heartbeat';
const KEPT_SECONDS = 3600;

/**
 * Writes an item for the relay, which logs a line for each. Without these lines, a relay that receives nothing looks the same as one for
 * which no event was recorded.
 */
export const writeHeartbeat = async (table: Table, nowMs: number): Promise<void> => {
  const at = Math.floor(nowMs / 1000);
  await table.put({ Item: { ...heartbeatKey(at), t: HEARTBEAT, at, ttl: at + KEPT_SECONDS } });
};
