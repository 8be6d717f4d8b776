import { acquireHold, type Hold, releaseHold, renewHold } from '../core/holds.ts';
import { RUN_SLOTS, runSlotKey } from '../core/keys.ts';
import type { Table } from '../core/table.ts';

/**
 * A billing run has one of a limited number of slots, so that the runs of all tenants together stay within the reserved concurrency of
 * their functions. A slot that is not renewed for this long is free. A run renews its slot in each iteration, which takes less time.
 */
export const RUN_SLOT_MS = 180_000;

const holdOf = (slot: number, runId: string): Hold => ({ key: runSlotKey(slot), holder: runId });

/** Acquires one of `count` slots for the run that `runIdOf` names; `null`: all are taken. */
export const acquireSlot = async (
  table: Table,
  runIdOf: (slot: number) => string,
  count: number,
  nowMs: number,
): Promise<{ readonly slot: number; readonly runId: string } | null> => {
  const { items } = await table.query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': RUN_SLOTS },
  });
  const taken = new Set(items.filter((item) => Number(item.expires_at_ms ?? 0) > nowMs).map(({ sk }) => Number(sk)));
  for (let slot = 0; slot < count; slot += 1) {
    const runId = runIdOf(slot);
    if (!taken.has(slot) && (await acquireHold(table, holdOf(slot, runId), nowMs, RUN_SLOT_MS))) return { slot, runId };
  }
  return null;
};

/** Renews the slot, unless it has expired and another run has it. */
export const renewSlot = (table: Table, slot: number, runId: string, nowMs: number): Promise<boolean> =>
  renewHold(table, holdOf(slot, runId), nowMs + RUN_SLOT_MS);

/** Releases the slot, unless another run has it. */
export const releaseSlot = (table: Table, slot: number, runId: string): Promise<boolean> => releaseHold(table, holdOf(slot, runId));
