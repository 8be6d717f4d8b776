import type { Aggregate, BaseRecord, Change, RecordKind, RecordState, Stored } from '../../domain/aggregate.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { dueAttributes } from './due.ts';
import { customerIndexAttributes, objectKey, parentPartition, partitionOf, statePartition } from './keys.ts';
import { recordAttributes, recordText } from './packed-text.ts';
import type { Item, TransactItem } from './table.ts';

/** Attribute of an item. After a write of an item with this attribute, the event relay starts a check of usage limits (`startChecks`). */
export const USAGE_CHECK = 'usage_check';

/** Metadata of a write: its log number, its time in Unix seconds, and a nonce that identifies it. */
export interface Stamp {
  readonly seq: number;
  readonly changedAt: number;
  readonly nonce: string;
}

const indexAttributes = (kind: RecordKind, tenant: Tenant, { record: { id }, customerId, parentId, due, state }: RecordState) => {
  const partition = partitionOf(kind, tenant);
  return {
    ...customerIndexAttributes(partition, customerId, id),
    ...(parentId === null ? {} : { ppk: parentPartition(partition, parentId), psk: id }),
    ...(state === null ? {} : { fpk: statePartition(partition, state), fsk: id }),
    ...(due === null ? {} : dueAttributes(tenant, id, due)),
  };
};

/** Cache of serialized records: a batch builds the items of a decision once to count them, and again for each attempt to write them. */
const texts = new WeakMap<BaseRecord, ReturnType<typeof recordAttributes>>();

const textAttributes = (record: BaseRecord): ReturnType<typeof recordAttributes> => {
  const known = texts.get(record);
  if (known !== undefined) return known;
  const attributes = recordAttributes(JSON.stringify(record));
  texts.set(record, attributes);
  return attributes;
};

/** Builds the write that creates, replaces or deletes a record. Fails if the record changed since it was read. */
export const objectItem = ({ aggregate, id, stored, after, startsUsageCheck }: Change, tenant: Tenant, stamp: Stamp): TransactItem =>
  after === null
    ? { Delete: { Key: objectKey(aggregate, tenant, id), ...unchangedCondition(stored) } }
    : putObject(aggregate, tenant, stored, { ...after, startsUsageCheck }, stamp);

const putObject = (
  kind: RecordKind,
  tenant: Tenant,
  stored: Stored | null,
  after: RecordState & Pick<Change, 'startsUsageCheck'>,
  stamp: Stamp,
): TransactItem => ({
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
      ...textAttributes(after.record),
      ...ttlAttribute(after),
      ...(after.startsUsageCheck ? { [USAGE_CHECK]: true } : {}),
      ...indexAttributes(kind, tenant, after),
    },
    ...unchangedCondition(stored),
  },
});

/** The TTL attribute: the time after which DynamoDB deletes the item; none for a record that does not expire. */
export const ttlAttribute = ({ expiresAt: ttl }: RecordState): { readonly ttl?: number } => (ttl === null ? {} : { ttl });

/** Condition that the record is unchanged since it was read; if `before` is `null`, that the record does not exist. */
export const unchangedCondition = (before: Stored | null) => ({
  ConditionExpression: before === null ? 'attribute_not_exists(pk)' : 'v = :expected',
  ...(before === null ? {} : { ExpressionAttributeValues: { ':expected': before.version } }),
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
});

/** Schema version with which records of this kind are written. */
export const schemaVersionOf = ({ migrations = [] }: RecordKind): number => 1 + migrations.length;

/** Thrown for a record with a schema version that this release cannot read. Such a record must not be shown or overwritten. */
export class NewerRecord extends Error {
  constructor(type: string, id: string, written: number, known: number) {
    super(`${type} ${id} was written as schema version ${written}, but this release can read versions up to ${known}`);
    this.name = 'NewerRecord';
  }
}

/** The latest schema version that can be read. */
export const readableVersionOf = (kind: RecordKind): number => schemaVersionOf(kind) + (kind.laterVersions ?? []).length;

/**
 * Parses the record of an item and converts the record to the current schema version; an item without a version has version 1. Earlier
 * releases stored records as maps. Throws `NewerRecord` for a schema version that this release cannot read.
 */
export const recordOf = <R extends BaseRecord>(aggregate: Aggregate<R>, item: Item): R => {
  const [storedVersion, currentVersion] = [Number(item.schema_version ?? 1), schemaVersionOf(aggregate)];
  const readableVersion = readableVersionOf(aggregate);
  if (storedVersion > readableVersion) throw new NewerRecord(aggregate.type, item.sk, storedVersion, readableVersion);
  const text = recordText(item);
  const stored = text === undefined ? item.record : JSON.parse(text);
  const { migrations: upgrades = [], laterVersions = [] } = aggregate;
  const downgrades = laterVersions.slice(0, Math.max(0, storedVersion - currentVersion)).toReversed();
  const migrations = [...upgrades.slice(storedVersion - 1), ...downgrades];
  return migrations.reduce((record, migrate) => migrate(record), stored as BaseRecord) as R;
};

/** The attributes that `storedOf` reads, as a projection for queries of many records. */
const READ_BY_STORED_OF = ['sk', 'json', 'packed', 'dictionary', 'record', 'schema_version', 'v', 'seq', 'changed_at', 'used_at'];
export const STORED_PROJECTION = {
  ProjectionExpression: READ_BY_STORED_OF.map((name) => `#${name}`).join(', '),
  ExpressionAttributeNames: Object.fromEntries(READ_BY_STORED_OF.map((name) => [`#${name}`, name])),
};

/** Parses a record with its version and log number. Adds the attribute `used_at` (last use of an API key) as `lastUsedAt`. */
export const storedOf = <R extends BaseRecord>(aggregate: Aggregate<R>, item: Item): Stored<R> => {
  const record = recordOf(aggregate, item);
  return {
    record: item.used_at === undefined ? record : { ...record, lastUsedAt: item.used_at },
    version: Number(item.v),
    seq: Number(item.seq),
    changedAt: Number(item.changed_at),
  };
};
