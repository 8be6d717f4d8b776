import { wakeSlotKey } from '../core/keys.ts';
import { conditionMet, type Table } from '../core/table.ts';

/**
 * Duration of a slot: the lease with which one process of the event stream listens to a wake-up queue, whose messages report that events
 * were recorded. The process renews its slot before it expires.
 */
export const SLOT_MS = 60_000;

/**
 * Acquires or renews the lease of a wake-up queue; `true` if `holder` has the lease now. The lease is an optimisation: if two processes
 * listened, each would receive only some of the wake-ups, and would find the other events by polling.
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

/** Releases the lease of the queue, so that another process can acquire it immediately. */
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
