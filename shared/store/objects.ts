import type { BaseRecord, Change, RecordKind, RecordState, Stored, Tenant } from '../domain/kernel.ts';
import { dueAttributes } from './due.ts';
import { objectKey, ofCustomer, partitionOf } from './keys.ts';
import type { Item, TransactItem } from './table.ts';

/** What a write adds to a record: where in the log it stands, when it was, and whose write it is. */
export interface Stamp {
  readonly seq: number;
  readonly changedAt: number;
  readonly nonce: string;
}

const indexAttributes = (kind: RecordKind, tenant: Tenant, { record: { id }, customerId, parentId, due }: RecordState) => {
  const partition = partitionOf(kind, tenant);
  return {
    ...ofCustomer(partition, customerId, id),
    ...(parentId === null ? {} : { ppk: `${partition}#${parentId}`, psk: id }),
    ...(due === null ? {} : dueAttributes(tenant, id, due)),
  };
};

/** Creates a record, replaces the version that was read, or removes it. */
export const objectItem = ({ aggregate, id, stored, after }: Change, tenant: Tenant, stamp: Stamp): TransactItem =>
  after === null
    ? { Delete: { Key: objectKey(aggregate, tenant, id), ...expecting(stored) } }
    : putObject(aggregate, tenant, stored, after, stamp);

const putObject = (kind: RecordKind, tenant: Tenant, stored: Stored | null, after: RecordState, stamp: Stamp): TransactItem => ({
  Put: {
    Item: {
      ...objectKey(kind, tenant, after.record.id),
      t: 'object',
      type: kind.type,
      v: (stored?.version ?? 0) + 1,
      seq: stamp.seq,
      changed_at: stamp.changedAt,
      nonce: stamp.nonce,
      record: after.record,
      ...indexAttributes(kind, tenant, after),
    },
    ...expecting(stored),
  },
});

/** The condition that a record still is as it was read; `null`: that there is none. */
export const expecting = (before: Stored | null) => ({
  ConditionExpression: before === null ? 'attribute_not_exists(pk)' : 'v = :expected',
  ...(before === null ? {} : { ExpressionAttributeValues: { ':expected': before.version } }),
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
});

/** The record inside an item. `used_at` is stamped beside the record (an API key's last use) and shown with it. */
export const storedOf = <R extends BaseRecord>(item: Item): Stored<R> => ({
  record: (item.used_at === undefined ? item.record : { ...(item.record as R), lastUsedAt: item.used_at }) as R,
  version: Number(item.v),
  seq: Number(item.seq),
  changedAt: Number(item.changed_at),
});
