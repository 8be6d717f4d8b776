import { setTimeout as pause } from 'node:timers/promises';
import type { Key } from './keys.ts';
import { conditionFailure, type Table } from './table.ts';

export interface FlightTimes {
  readonly nowMs: () => number;
  /** Longer than the work can take: anyone who has not finished by then is taken for dead. */
  readonly leaseMs: number;
  /** How long somebody who came in the meantime waits: each pause twice as long as the one before. */
  readonly pausesMs: readonly number[];
}

const TTL_SECONDS = 3600;

/** The end of the lease, which is this caller's alone; `null` while another one holds it. */
const acquire = async (table: Table, key: Key, { nowMs, leaseMs }: FlightTimes): Promise<number | null> => {
  const now = nowMs();
  const untilMs = now + leaseMs;
  try {
    await table.put({
      Item: { ...key, until_ms: untilMs, ttl: Math.ceil(untilMs / 1000) + TTL_SECONDS },
      ConditionExpression: 'attribute_not_exists(pk) OR until_ms <= :now',
      ExpressionAttributeValues: { ':now': now },
    });
    return untilMs;
  } catch (error) {
    if (conditionFailure(error) === null) throw error;
    return null;
  }
};

const release = async (table: Table, key: Key, untilMs: number): Promise<void> => {
  try {
    await table.delete({ Key: key, ConditionExpression: 'until_ms = :until', ExpressionAttributeValues: { ':until': untilMs } });
  } catch (error) {
    // Somebody else took it over: it is theirs to release.
    if (conditionFailure(error) === null) throw error;
  }
};

/** Waits until the work that was under way has ended, however it did, or until patience has. */
const waitForEnd = async (table: Table, key: Key, { nowMs, pausesMs }: FlightTimes): Promise<boolean> => {
  for (const pauseMs of pausesMs) {
    await pause(pauseMs);
    const item = await table.get(key);
    if (item === null || Number(item.until_ms) <= nowMs()) return true;
  }
  return false;
};

/**
 * Does `work` once for all who ask for it at once, in this process or another. Anyone who finds it under way waits for its end and
 * reads the result where the work left it. Rejects with what `work` threw, for the one who did it.
 * - `did`: this caller did it.
 * - `waited`: another one did, and ended in the meantime.
 * - `under_way`: another one still does; no more patience.
 */
export const singleFlight = async (
  table: Table,
  key: Key,
  times: FlightTimes,
  work: () => Promise<unknown>,
): Promise<'did' | 'waited' | 'under_way'> => {
  const untilMs = await acquire(table, key, times);
  if (untilMs === null) return (await waitForEnd(table, key, times)) ? 'waited' : 'under_way';
  try {
    await work();
  } finally {
    await release(table, key, untilMs);
  }
  return 'did';
};
