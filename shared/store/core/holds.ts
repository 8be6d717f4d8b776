import type { Key } from './keys.ts';
import { conditionMet, setAttributes, type Table } from './table.ts';

/**
 * An item that one process at a time holds: `holder` names the process, and after `expires_at_ms` another one can acquire the item. A holder
 * renews its hold before it expires.
 */
export interface Hold {
  readonly key: Key;
  readonly holder: string;
}

/** Further attributes of the item, which the holder writes with the hold. */
type Attributes = Readonly<Record<string, unknown>>;

/** Condition that `holder` holds the item. */
export const heldBy = (holder: string) => ({ ConditionExpression: 'holder = :holder', ExpressionAttributeValues: { ':holder': holder } });

/** Builds the update that acquires the item if it is free or expired, or renews the hold: also if the SDK repeats a call. */
export const acquisition = ({ key, holder }: Hold, nowMs: number, durationMs: number) => ({
  Key: key,
  UpdateExpression: 'SET holder = :holder, expires_at_ms = :expires',
  ConditionExpression: 'attribute_not_exists(holder) OR holder = :holder OR expires_at_ms <= :now',
  ExpressionAttributeValues: { ':holder': holder, ':now': nowMs, ':expires': nowMs + durationMs },
});

/** Acquires the item or renews the hold; `false` if another process holds the item. */
export const acquireHold = (table: Table, hold: Hold, nowMs: number, durationMs: number): Promise<boolean> =>
  conditionMet(table.update(acquisition(hold, nowMs, durationMs)));

/** Renews the hold, and sets attributes; `false` if another process has acquired the item. */
export const renewHold = (table: Table, hold: Hold, expiresAtMs: number, attributes: Attributes = {}): Promise<boolean> =>
  updateIfHeld(table, hold, setAttributes(hold.key, { ...attributes, expires_at_ms: expiresAtMs }));

const RELEASE = 'REMOVE holder, expires_at_ms';

/** Releases the item, and sets attributes; `false` if another process has acquired the item. */
export const releaseHold = (table: Table, hold: Hold, attributes: Attributes | null = null): Promise<boolean> => {
  if (attributes === null) return updateIfHeld(table, hold, { Key: hold.key, UpdateExpression: RELEASE });
  const update = setAttributes(hold.key, attributes);
  return updateIfHeld(table, hold, { ...update, UpdateExpression: `${update.UpdateExpression} ${RELEASE}` });
};

const updateIfHeld = (table: Table, { holder }: Hold, update: Parameters<Table['update']>[0]): Promise<boolean> => {
  const { ConditionExpression, ExpressionAttributeValues } = heldBy(holder);
  return conditionMet(
    table.update({
      ...update,
      ConditionExpression,
      ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ...ExpressionAttributeValues },
    }),
  );
};
