import { wakeSlotKey } from '../core/keys.ts';
import { conditionMet, type Table } from '../core/table.ts';

/** Duration of a slot: the lease of the process that listens to a wake-up queue, unless the process renews it. */
export const SLOT_MS = 60_000;

/**
 * Acquires or renews the lease of a wake-up queue; `true` if `holder` has the lease now. The lease is an optimisation: two listeners would
 * share the wake-ups, and polling covers the rest.
 */
export const acquireWakeSlot = async (table: Table, queueName: string, holder: string, nowMs: number): Promise<boolean> =>
  conditionMet(
    table.update({
      Key: wakeSlotKey(queueName),
      UpdateExpression: 'SET holder = :holder, expires_at_ms = :expires',
      ConditionExpression: 'attribute_not_exists(holder) OR holder = :holder OR expires_at_ms <= :now',
      ExpressionAttributeValues: { ':holder': holder, ':expires': nowMs + SLOT_MS, ':now': nowMs },
    }),
  );

/** Releases the queue, so that another process can take it immediately. */
export const releaseWakeSlot = async (table: Table, queueName: string, holder: string): Promise<void> => {
  await conditionMet(
    table.update({
      Key: wakeSlotKey(queueName),
      UpdateExpression: 'REMOVE holder, expires_at_ms',
      ConditionExpression: 'holder = :holder',
      ExpressionAttributeValues: { ':holder': holder },
    }),
  );
};
