import type { Aggregate, BaseRecord, Change, RecordKind, RecordState, Stored } from '../../domain/aggregate.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { dueAttributes } from './due.ts';
import { objectKey, ofCustomer, parentPartition, partitionOf, statePartition } from './keys.ts';
import type { Item, TransactItem } from './table.ts';

/** What a write adds to a record: where in the log it is, when it was, and whose write it is. */
export interface Stamp {
  readonly seq: number;
  readonly changedAt: number;
  readonly nonce: string;
}

const indexAttributes = (kind: RecordKind, tenant: Tenant, { record: { id }, customerId, parentId, due, state }: RecordState) => {
  const partition = partitionOf(kind, tenant);
  return {
    ...ofCustomer(partition, customerId, id),
    ...(parentId === null ? {} : { ppk: parentPartition(partition, parentId), psk: id }),
    ...(state === null ? {} : { fpk: statePartition(partition, state), fsk: id }),
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
      schema_version: schemaVersionOf(kind),
      v: (stored?.version ?? 0) + 1,
      seq: stamp.seq,
      changed_at: stamp.changedAt,
      nonce: stamp.nonce,
      json: JSON.stringify(after.record),
      ...forgottenAt(after),
      ...indexAttributes(kind, tenant, after),
    },
    ...expecting(stored),
  },
});

/** The attribute by which the table removes an item on its own. */
export const forgottenAt = ({ expiresAt: ttl }: RecordState): { readonly ttl?: number } => (ttl === null ? {} : { ttl });

/** The condition that a record still is as it was read; `null`: that there is none. */
export const expecting = (before: Stored | null) => ({
  ConditionExpression: before === null ? 'attribute_not_exists(pk)' : 'v = :expected',
  ...(before === null ? {} : { ExpressionAttributeValues: { ':expected': before.version } }),
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
});

/** The version that records of this kind are written as. */
export const schemaVersionOf = ({ migrations: upgrades = [] }: RecordKind): number => 1 + upgrades.length;

/** A record in a form that this release does not know, which it must neither show nor write over. */
export class NewerRecord extends Error {
  constructor(type: string, id: string, written: number, known: number) {
    super(`${type} ${id} was written as schema version ${written}, and this release knows ${known}`);
    this.name = 'NewerRecord';
  }
}

/**
 * The record inside an item, in its newest form; items of before there were schema versions are of the first, and former
 * releases stored records as maps, which keep no order of fields. Throws `NewerRecord` where a newer release wrote it.
 */
export const recordOf = <R extends BaseRecord>(aggregate: Aggregate<R>, item: Item): R => {
  const [written, known] = [Number(item.schema_version ?? 1), schemaVersionOf(aggregate)];
  if (written > known) throw new NewerRecord(aggregate.type, item.sk, written, known);
  const stored = item.json === undefined ? item.record : JSON.parse(String(item.json));
  const steps = aggregate.migrations?.slice(written - 1) ?? [];
  return steps.reduce((record, step) => step(record), stored as BaseRecord) as R;
};

/** The attributes that `storedOf` reads: a query of many records need not carry what the indexes are made of. */
const READ_BY_STORED_OF = ['sk', 'json', 'record', 'schema_version', 'v', 'seq', 'changed_at', 'used_at'];
export const RECORD_ONLY = {
  ProjectionExpression: READ_BY_STORED_OF.map((name) => `#${name}`).join(', '),
  ExpressionAttributeNames: Object.fromEntries(READ_BY_STORED_OF.map((name) => [`#${name}`, name])),
};

/** A record with what the store knows of it. `used_at` is stamped next to the record (an API key's last use) and shown with it. */
export const storedOf = <R extends BaseRecord>(aggregate: Aggregate<R>, item: Item): Stored<R> => {
  const record = recordOf(aggregate, item);
  return {
    record: item.used_at === undefined ? record : { ...record, lastUsedAt: item.used_at },
    version: Number(item.v),
    seq: Number(item.seq),
    changedAt: Number(item.changed_at),
  };
};
