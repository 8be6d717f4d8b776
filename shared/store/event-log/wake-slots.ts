import { wakeSlotKey } from '../core/keys.ts';
import { conditionFailure, type Table } from '../core/table.ts';

/** A holder that is not heard of for this long has lost its queue. */
export const SLOT_MS = 60_000;

/**
 * Takes a queue of wake-ups, or keeps it: `true` while `holder` is the one to listen to it. A lease only spares wake-ups, no
 * one relies on it: two listeners at once would share them, and each finds by its poll what the other was reported.
 */
export const holdSlot = async (table: Table, queueName: string, holder: string, nowMs: number): Promise<boolean> =>
  ifAllowed(
    table.update({
      Key: wakeSlotKey(queueName),
      UpdateExpression: 'SET holder = :holder, expires_at_ms = :expires',
      ConditionExpression: 'attribute_not_exists(holder) OR holder = :holder OR expires_at_ms <= :now',
      ExpressionAttributeValues: { ':holder': holder, ':expires': nowMs + SLOT_MS, ':now': nowMs },
    }),
  );

/** Lets the queue go, for the next process to take at once. */
export const freeSlot = async (table: Table, queueName: string, holder: string): Promise<void> => {
  await ifAllowed(
    table.update({
      Key: wakeSlotKey(queueName),
      UpdateExpression: 'REMOVE holder, expires_at_ms',
      ConditionExpression: 'holder = :holder',
      ExpressionAttributeValues: { ':holder': holder },
    }),
  );
};

const ifAllowed = async (update: Promise<unknown>): Promise<boolean> => {
  try {
    await update;
    return true;
  } catch (error) {
    if (conditionFailure(error) === null) throw error;
    return false;
  }
};
