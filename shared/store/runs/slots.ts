import { RUN_SLOTS, runSlotKey } from '../core/keys.ts';
import { conditionMet, type Table } from '../core/table.ts';

/**
 * A billing run has one of a limited number of slots, so that the runs of all tenants together do not need more executions of the functions
 * than are reserved. The slot of a run that does not renew it for this long is free. Longer than an iteration of a run.
 */
export const SLOT_MS = 180_000;

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
    if (!taken.has(slot) && (await takeSlot(table, slot, runId, nowMs))) return { slot, runId };
  }
  return null;
};

const takeSlot = (table: Table, slot: number, runId: string, nowMs: number): Promise<boolean> =>
  conditionMet(
    table.update({
      Key: runSlotKey(slot),
      UpdateExpression: 'SET holder = :run, expires_at_ms = :expires',
      // The same run: a response was lost, and the SDK repeats the call.
      ConditionExpression: 'attribute_not_exists(expires_at_ms) OR expires_at_ms <= :now OR holder = :run',
      ExpressionAttributeValues: { ':run': runId, ':now': nowMs, ':expires': nowMs + SLOT_MS },
    }),
  );

/** Renews the slot, unless it has expired and another run has it. */
export const renewSlot = (table: Table, slot: number, runId: string, nowMs: number): Promise<boolean> =>
  conditionMet(
    table.update({
      Key: runSlotKey(slot),
      UpdateExpression: 'SET expires_at_ms = :expires',
      ConditionExpression: 'holder = :run',
      ExpressionAttributeValues: { ':run': runId, ':expires': nowMs + SLOT_MS },
    }),
  );

/** Releases the slot, unless another run has it. */
export const releaseSlot = async (table: Table, slot: number, runId: string): Promise<void> => {
  await conditionMet(
    table.update({
      Key: runSlotKey(slot),
      UpdateExpression: 'REMOVE holder, expires_at_ms',
      ConditionExpression: 'holder = :run',
      ExpressionAttributeValues: { ':run': runId },
    }),
  );
};
