import type { RecordKind, Tenant } from '../domain/kernel.ts';
import { INDEX_DUE, objectKey } from './keys.ts';
import { conditionFailure, type Item, isUnderWay, type Table } from './table.ts';

/** An entry of the due index: something that has to happen to an object at a moment. */
export interface DueEntry {
  readonly pk: string;
  readonly sk: string;
  readonly dsk: string;
  readonly kind: string;
  /** Unix seconds, on the entry's clock. */
  readonly at: number;
}

const entryOf = (item: Item): DueEntry => ({
  pk: item.pk,
  sk: item.sk,
  dsk: String(item.dsk),
  kind: String(item.due_kind),
  at: Number(item.due_at),
});

const latest = (untilSeconds: number): string => `${String(untilSeconds).padStart(12, '0')}$`;

const PAGE = 200;

/** What of one real-time shard is due up to `untilSeconds`, earliest first: all of it, page by page as it is asked for. */
export async function* dueInShard(table: Table, shard: number, untilSeconds: number): AsyncGenerator<DueEntry> {
  let startKey: Record<string, unknown> | undefined;
  do {
    const { items, lastKey } = await table.query({
      IndexName: INDEX_DUE,
      KeyConditionExpression: 'dpk = :shard AND dsk < :until',
      ExpressionAttributeValues: { ':shard': `D#${shard}`, ':until': latest(untilSeconds) },
      Limit: PAGE,
      ...(startKey === undefined ? {} : { ExclusiveStartKey: startKey }),
    });
    yield* items.map(entryOf);
    startKey = lastKey;
  } while (startKey !== undefined);
}

/**
 * Claims a due entry until `untilSeconds` (real time): the object as it is when the claim is ours, `null` when it moved
 * on, is being changed at this moment, or another holds it. Any later change of the object lifts the claim.
 */
export const claimDue = async (table: Table, entry: DueEntry, nowSeconds: number, untilSeconds: number): Promise<Item | null> => {
  try {
    const item = await table.update({
      Key: { pk: entry.pk, sk: entry.sk },
      UpdateExpression: 'SET claimed_until = :until',
      ConditionExpression: 'dsk = :dsk AND (attribute_not_exists(claimed_until) OR claimed_until <= :now)',
      ExpressionAttributeValues: { ':dsk': entry.dsk, ':now': nowSeconds, ':until': untilSeconds },
      ReturnValues: 'ALL_NEW',
    });
    return item as Item;
  } catch (error) {
    if (conditionFailure(error) !== null || isUnderWay(error)) return null;
    throw error;
  }
};

/** Counts how often one due moment of an object was worked in one advance of its clock; starts anew for another. */
export const countTries = async (table: Table, aggregate: RecordKind, tenant: Tenant, id: string, turn: string): Promise<number> => {
  const Key = objectKey(aggregate, tenant, id);
  const item = await table.get(Key);
  const tries = item?.tried_turn === turn ? Number(item.tries) + 1 : 1;
  if (item !== null) {
    await table.update({
      Key,
      UpdateExpression: 'SET tried_turn = :turn, tries = :tries',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':turn': turn, ':tries': tries },
    });
  }
  return tries;
};
