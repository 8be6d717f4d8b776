import type { Aggregate, BaseRecord, Stored, Tenant } from '../domain/kernel.ts';
import { duePartition, dueSortKey, objectKey, ofCustomer, partitionOf } from './keys.ts';
import type { Item, TransactItem } from './table.ts';

/** What a write adds to a record: where in the log it stands, when it was, and whose write it is. */
export interface Stamp {
  readonly seq: number;
  readonly changedAt: number;
  readonly nonce: string;
}

const indexAttributes = (aggregate: Aggregate, tenant: Tenant, record: BaseRecord): Record<string, unknown> => {
  const partition = partitionOf(aggregate, tenant);
  const parentId = aggregate.parentIdOf?.(record) ?? null;
  const due = aggregate.dueOf?.(record) ?? null;
  return {
    ...ofCustomer(partition, aggregate.customerIdOf?.(record) ?? null, record.id),
    ...(parentId === null ? {} : { ppk: `${partition}#${parentId}`, psk: record.id }),
    ...(due === null
      ? {}
      : {
          dpk: duePartition(tenant, due.clockId, record.id),
          dsk: dueSortKey(due.at, due.kind, record.id),
          due_kind: due.kind,
          due_at: due.at,
        }),
  };
};

/** Creates a record, or replaces the version that was read. */
export const putObject = (aggregate: Aggregate, tenant: Tenant, before: Stored | null, after: BaseRecord, stamp: Stamp): TransactItem => ({
  Put: {
    Item: {
      ...objectKey(aggregate, tenant, after.id),
      t: 'object',
      type: aggregate.type,
      v: (before?.version ?? 0) + 1,
      seq: stamp.seq,
      changed_at: stamp.changedAt,
      nonce: stamp.nonce,
      record: after,
      ...indexAttributes(aggregate, tenant, after),
    },
    ...expecting(before),
  },
});

/** Removes the version that was read. */
export const deleteObject = (aggregate: Aggregate, tenant: Tenant, before: Stored): TransactItem => ({
  Delete: { Key: objectKey(aggregate, tenant, before.record.id), ...expecting(before) },
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
