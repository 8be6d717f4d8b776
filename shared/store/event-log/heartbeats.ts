import { heartbeatKey } from '../core/keys.ts';
import type { Table } from '../core/table.ts';

/** Value of the attribute `t` of a heartbeat item. */
export const HEARTBEAT = 'heartbeat';
const KEPT_SECONDS = 3600;

/**
 * Writes an item for which the event relay (`functions/workers/event-relay.ts`) logs a line. If the lines stop, the relay receives
 * nothing; without heartbeats, that would look like a time without events.
 */
export const writeHeartbeat = async (table: Table, nowMs: number): Promise<void> => {
  const at = Math.floor(nowMs / 1000);
  await table.put({ Item: { ...heartbeatKey(at), t: HEARTBEAT, at, ttl: at + KEPT_SECONDS } });
};
