import { randomUUID } from 'node:crypto';
import type { Due, RecordKind } from '../../domain/aggregate.ts';
import { DUE_KINDS, type DueKind, dueKindOf } from '../../domain/due.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { duePartition, dueShard, dueSortKey, dueUntil, INDEX_DUE, isClockPartition, objectKey } from './keys.ts';
import { conditionFailure, conditionMet, type Item, isTransactionConflict, type Table } from './table.ts';

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

/** Attributes of a claim (see `claimDue`), for use in REMOVE expressions. */
export const CLAIM_ATTRIBUTES = 'claimed_until, claim_id';

/** A claimed due entry. */
export interface DueClaim {
  readonly entry: DueEntry;
  /** Distinguishes this claim from later claims of the entry. */
  readonly claimId: string;
  /** The object's current item. */
  readonly item: Item;
}

/**
 * Claims a due entry until `untilSeconds` (real time). `null` if the entry has changed, is being changed, or is claimed already.
 * A later change of the object removes the claim.
 */
export const claimDue = async (table: Table, entry: DueEntry, nowSeconds: number, untilSeconds: number): Promise<DueClaim | null> => {
  const claimId = randomUUID();
  try {
    const item = await table.update({
      Key: { pk: entry.pk, sk: entry.sk },
      UpdateExpression: 'SET claimed_until = :until, claim_id = :claim',
      ConditionExpression: 'dsk = :dsk AND (attribute_not_exists(claimed_until) OR claimed_until <= :now)',
      ExpressionAttributeValues: { ':dsk': entry.dsk, ':now': nowSeconds, ':until': untilSeconds, ':claim': claimId },
      ReturnValues: 'ALL_NEW',
    });
    return { entry, claimId, item: item as Item };
  } catch (error) {
    if (conditionFailure(error) !== null || isTransactionConflict(error)) return null;
    throw error;
  }
};

/** Releases a claim, so that the next sweep finds the entry. Does nothing if the claim was removed or replaced. */
export const releaseDue = async (table: Table, { entry, claimId }: DueClaim): Promise<void> => {
  await conditionMet(
    table.update({
      Key: { pk: entry.pk, sk: entry.sk },
      UpdateExpression: `REMOVE ${CLAIM_ATTRIBUTES}`,
      ConditionExpression: 'claim_id = :claim',
      ExpressionAttributeValues: { ':claim': claimId },
    }),
  );
};

/**
 * Postpones a record's due entry to `untilSeconds`, unless the entry is on a test clock or not due before then. The next change of the
 * record sets the due time that the record's state requires.
 */
export const postponeDue = async (table: Table, kind: RecordKind, tenant: Tenant, id: string, untilSeconds: number): Promise<void> => {
  const Key = objectKey(kind, tenant, id);
  const item = await table.get(Key);
  const entry = item === null || item.dsk === undefined || isClockPartition(String(item.dpk)) ? null : entryOf(item);
  if (entry === null || entry.kind === null || entry.at >= untilSeconds) return;
  try {
    await table.update({
      Key,
      UpdateExpression: 'SET dsk = :later, due_at = :until',
      ConditionExpression: 'dsk = :dsk',
      ExpressionAttributeValues: { ':later': dueSortKey(untilSeconds, entry.kind, id), ':until': untilSeconds, ':dsk': entry.dsk },
    });
  } catch (error) {
    if (conditionFailure(error) === null && !isTransactionConflict(error)) throw error;
  }
};
