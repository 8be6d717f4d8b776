import { setTimeout as pause } from 'node:timers/promises';
import type { Key } from './keys.ts';
import { conditionMet, type Table } from './table.ts';

export interface FlightTimes {
  readonly nowMs: () => number;
  /** Must exceed the duration of the work: after this time another caller can acquire the lease. */
  readonly leaseMs: number;
  /** Pauses between the polls of a waiting caller. */
  readonly pausesMs: readonly number[];
}

const TTL_SECONDS = 3600;

/** Acquires the lease and returns its expiry in milliseconds; `null` while another caller holds it. */
const acquire = async (table: Table, key: Key, { nowMs, leaseMs }: FlightTimes): Promise<number | null> => {
  const now = nowMs();
  const untilMs = now + leaseMs;
  const acquired = await conditionMet(
    table.put({
      Item: { ...key, until_ms: untilMs, ttl: Math.ceil(untilMs / 1000) + TTL_SECONDS },
      ConditionExpression: 'attribute_not_exists(pk) OR until_ms <= :now',
      ExpressionAttributeValues: { ':now': now },
    }),
  );
  return acquired ? untilMs : null;
};

/** Releases the lease, unless it has expired and another caller has acquired it. */
const release = (table: Table, key: Key, untilMs: number): Promise<boolean> =>
  conditionMet(table.delete({ Key: key, ConditionExpression: 'until_ms = :until', ExpressionAttributeValues: { ':until': untilMs } }));

/** Waits until the other caller's work has ended or failed; `false` if it is still running after all pauses. */
const waitForEnd = async (table: Table, key: Key, { nowMs, pausesMs }: FlightTimes): Promise<boolean> => {
  for (const pauseMs of pausesMs) {
    await pause(pauseMs);
    const item = await table.get(key);
    if (item === null || Number(item.until_ms) <= nowMs()) return true;
  }
  return false;
};

/**
 * Runs `work` once for concurrent callers in any process. The other callers wait and read the result where the work stored it.
 * If `work` fails, only the caller that ran it gets the error.
 * - `did`: this caller ran `work`.
 * - `waited`: another caller ran `work`, which has ended.
 * - `under_way`: another caller is still running `work`.
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
