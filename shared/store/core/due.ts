import type { DueWork, RecordKind } from '../../domain/aggregate.ts';
import { billingListOf, type DueKind, dueKindOf } from '../../domain/due.ts';
import type { Tenant } from '../../domain/tenant.ts';
import {
  afterDue,
  billingListPartition,
  clockDuePartition,
  dueShard,
  dueShardOf,
  dueSortKey,
  dueUntil,
  INDEX_DUE,
  isClockPartition,
  movedSortKey,
  objectKey,
} from './keys.ts';
import { conditionMet, type Item, isTransactionConflict, type Table } from './table.ts';

/** An entry of the due index: the time and kind of work due for an object. */
export interface DueEntry {
  readonly pk: string;
  readonly sk: string;
  /** Sort key in the due index; contains the due time and kind, so that it changes with them. */
  readonly dsk: string;
  /** Current name of the kind; `null` if this release does not know it. */
  readonly kind: DueKind | null;
  /** Unix seconds; simulated time for an entry on a test clock. */
  readonly at: number;
}

const entryOf = (item: Item): DueEntry => ({
  pk: item.pk,
  sk: item.sk,
  dsk: String(item.dsk),
  kind: dueKindOf(String(item.due_kind), item.sk),
  at: Number(item.due_at),
});

/** Attributes of the due index. Only `dueAttributes` builds them, so that every entry has a known kind. */
export interface DueAttributes {
  readonly dpk: string;
  readonly dsk: string;
  readonly due_kind: DueKind;
  readonly due_at: number;
}

export const dueAttributes = (tenant: Tenant, id: string, due: DueWork): DueAttributes => ({
  dpk: partitionOf(tenant, id, due),
  dsk: dueSortKey(due.at, due.kind, id),
  due_kind: due.kind,
  due_at: due.at,
});

/** Partition of a due entry: the partition of its test clock or of its tenant's billing list, or one of the shards. */
const partitionOf = (tenant: Tenant, id: string, { kind, clockId }: DueWork): string => {
  if (clockId !== null) return clockDuePartition(tenant, clockId);
  const list = billingListOf(kind);
  return list === null ? dueShardOf(id) : billingListPartition(tenant, list);
};

const PAGE = 200;

/** Yields due entries of one real-time shard up to `untilSeconds`, earliest first, page by page. */
export const dueInShard = (table: Table, shard: number, untilSeconds: number): AsyncGenerator<DueEntry> =>
  dueEntriesIn(table, dueShard(shard), untilSeconds);

/** Yields due entries of a partition of the index up to `untilSeconds`, earliest first, page by page. */
export async function* dueEntriesIn(table: Table, partition: string, untilSeconds: number): AsyncGenerator<DueEntry> {
  for (let after = ''; ; ) {
    const entries = await duePage(table, partition, { after, untilSeconds, limit: PAGE });
    yield* entries;
    const last = entries.at(-1);
    if (last === undefined || entries.length < PAGE) return;
    after = last.dsk;
  }
}

/** Range of a partition of the due index: entries after the sort key `after` that are due at `untilSeconds` or before. */
interface DueRange {
  readonly after: string;
  readonly untilSeconds: number;
  readonly limit: number;
}

/** Reads up to `limit` entries of the range, earliest first. The index can be some milliseconds old. */
export const duePage = async (table: Table, partition: string, { after, untilSeconds, limit }: DueRange): Promise<readonly DueEntry[]> => {
  const [from, to] = [afterDue(after), dueUntil(untilSeconds)];
  if (from > to || limit < 1) return [];
  const { items } = await table.query({
    IndexName: INDEX_DUE,
    KeyConditionExpression: 'dpk = :partition AND dsk BETWEEN :from AND :to',
    ExpressionAttributeValues: { ':partition': partition, ':from': from, ':to': to },
    Limit: limit,
  });
  return items.map(entryOf);
};

/** A claimed due entry. */
export interface DueClaim {
  /** The entry before the claim. */
  readonly entry: DueEntry;
  /** Its sort key while it is claimed. */
  readonly claimedSortKey: string;
}

/**
 * Claims a due entry until `untilSeconds` (real time): moves it to that time, so that the index lists it after the entries that are due
 * now. `null` if the entry has changed, is being changed, or is claimed already. A later change of the object ends the claim.
 */
export const claimDue = async (table: Table, entry: DueEntry, untilSeconds: number): Promise<DueClaim | null> => {
  const claimedSortKey = movedSortKey(entry.dsk, untilSeconds);
  return (await moveDue(table, entry, { dsk: claimedSortKey, at: untilSeconds })) ? { entry, claimedSortKey } : null;
};

/** Releases a claim, so that the next sweep finds the entry. Does nothing if the claim has ended. */
export const releaseDue = async (table: Table, { entry, claimedSortKey }: DueClaim): Promise<void> => {
  await moveDue(table, { ...entry, dsk: claimedSortKey }, entry);
};

/** Moves an entry in the index. `false` if it has changed or its object is being changed. */
const moveDue = async (
  table: Table,
  { pk, sk, dsk }: Pick<DueEntry, 'pk' | 'sk' | 'dsk'>,
  to: Pick<DueEntry, 'dsk' | 'at'>,
): Promise<boolean> => {
  try {
    return await conditionMet(
      table.update({
        Key: { pk, sk },
        UpdateExpression: 'SET dsk = :to, due_at = :at',
        ConditionExpression: 'dsk = :from',
        ExpressionAttributeValues: { ':from': dsk, ':to': to.dsk, ':at': to.at },
      }),
    );
  } catch (error) {
    if (isTransactionConflict(error)) return false;
    throw error;
  }
};

/**
 * Postpones a record's due entry to `untilSeconds` if it is due earlier and not on a test clock. The next change of the record sets the due
 * time that the record's state requires.
 */
export const postponeDue = async (table: Table, kind: RecordKind, tenant: Tenant, id: string, untilSeconds: number): Promise<void> => {
  const item = await table.get(objectKey(kind, tenant, id));
  const entry = item === null || item.dsk === undefined || isClockPartition(String(item.dpk)) ? null : entryOf(item);
  if (entry === null || entry.at >= untilSeconds) return;
  await moveDue(table, entry, { dsk: movedSortKey(entry.dsk, untilSeconds), at: untilSeconds });
};
