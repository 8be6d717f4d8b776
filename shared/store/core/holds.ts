import type { Key } from './keys.ts';
import { conditionMet, type Table } from './table.ts';

/**
 * An item that one process at a time holds: `holder` names the process, and after `expires_at_ms` another process can acquire the item. A
 * holder renews its hold before the hold expires.
 */
export interface Hold {
  readonly key: Key;
  readonly holder: string;
}

/** Condition that `holder` holds the item. */
export const heldBy = (holder: string) => ({ ConditionExpression: 'holder = :holder', ExpressionAttributeValues: { ':holder': holder } });

type Values = Readonly<Record<string, unknown>>;

/** Builds an update of the item that fails unless `holder` holds the item. */
export const updateOfHolder = ({ key: Key, holder }: Hold, UpdateExpression: string, values: Values = {}) => {
  const { ConditionExpression, ExpressionAttributeValues } = heldBy(holder);
  return { Key, UpdateExpression, ConditionExpression, ExpressionAttributeValues: { ...ExpressionAttributeValues, ...values } };
};

/**
 * Builds the update that acquires a free or expired item, or renews the hold. Because the holder can acquire the item again, a call that
 * the SDK repeats also succeeds.
 */
export const acquisition = ({ key, holder }: Hold, nowMs: number, durationMs: number) => ({
  Key: key,
  UpdateExpression: 'SET holder = :holder, expires_at_ms = :expires',
  ConditionExpression: 'attribute_not_exists(holder) OR holder = :holder OR expires_at_ms <= :now',
  ExpressionAttributeValues: { ':holder': holder, ':now': nowMs, ':expires': nowMs + durationMs },
});

/** Acquires the item or renews the hold; `false` if another process holds the item. */
export const acquireHold = (table: Table, hold: Hold, nowMs: number, durationMs: number): Promise<boolean> =>
  conditionMet(table.update(acquisition(hold, nowMs, durationMs)));

/** Renews the hold; `false` if another process has acquired the item. */
export const renewHold = (table: Table, hold: Hold, expiresAtMs: number): Promise<boolean> =>
  updateIfHeld(table, hold, 'SET expires_at_ms = :expires', { ':expires': expiresAtMs });

/** Update expression that releases an item. */
export const RELEASE = 'REMOVE holder, expires_at_ms';

/** Releases the item; `false` if another process has acquired the item. */
export const releaseHold = (table: Table, hold: Hold): Promise<boolean> => updateIfHeld(table, hold, RELEASE);

const updateIfHeld = (table: Table, hold: Hold, UpdateExpression: string, values?: Values): Promise<boolean> =>
  conditionMet(table.update(updateOfHolder(hold, UpdateExpression, values)));
