import type { Due, RecordKind } from '../../domain/aggregate.ts';
import { DUE_KINDS, type DueKind, dueKindOf } from '../../domain/due.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { duePartition, dueShard, dueSortKey, dueUntil, INDEX_DUE, isClockPartition, movedSortKey, objectKey } from './keys.ts';
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

export const dueAttributes = (tenant: Tenant, id: string, { at, kind, clockId }: Due): DueAttributes => ({
  // All renewals of a tenant are in one shard, so that one sweep enqueues them for the tenant's billing run.
  dpk: duePartition(tenant, clockId, DUE_KINDS[kind].worker === 'billing-run' ? `${tenant.accountId}#${tenant.mode}` : id),
  dsk: dueSortKey(at, kind, id),
  due_kind: kind,
  due_at: at,
});

const PAGE = 200;

/** Yields due entries of one real-time shard up to `untilSeconds`, earliest first, page by page. */
export async function* dueInShard(table: Table, shard: number, untilSeconds: number): AsyncGenerator<DueEntry> {
  let startKey: Record<string, unknown> | undefined;
  do {
    const { items, lastKey } = await table.query({
      IndexName: INDEX_DUE,
      KeyConditionExpression: 'dpk = :shard AND dsk < :until',
      ExpressionAttributeValues: { ':shard': dueShard(shard), ':until': dueUntil(untilSeconds) },
      Limit: PAGE,
      ...(startKey === undefined ? {} : { ExclusiveStartKey: startKey }),
    });
    yield* items.map(entryOf);
    startKey = lastKey;
  } while (startKey !== undefined);
}

/** A claimed due entry. */
export interface DueClaim {
  /** The entry before the claim. */
  readonly entry: DueEntry;
  /** Its sort key while it is claimed. */
  readonly claimedSortKey: string;
}

/**
 * Claims a due entry until `untilSeconds` (real time): moves it to that time, so that claimed entries never stand before others in the
 * index. `null` if the entry has changed, is being changed, or is claimed already. A later change of the object ends the claim.
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
 * Postpones a record's due entry to `untilSeconds`, unless the entry is on a test clock or not due before then. The next change of the
 * record sets the due time that the record's state requires.
 */
export const postponeDue = async (table: Table, kind: RecordKind, tenant: Tenant, id: string, untilSeconds: number): Promise<void> => {
  const item = await table.get(objectKey(kind, tenant, id));
  const entry = item === null || item.dsk === undefined || isClockPartition(String(item.dpk)) ? null : entryOf(item);
  if (entry === null || entry.at >= untilSeconds) return;
  await moveDue(table, entry, { dsk: movedSortKey(entry.dsk, untilSeconds), at: untilSeconds });
};
