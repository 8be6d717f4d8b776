import type { Tenant } from '../../domain/tenant.ts';
import { type Key, runQueuePartition } from '../core/keys.ts';
import { conditionMet, type Table } from '../core/table.ts';

/** Ids per queue item. Items are small, because a billing run takes whole items and stores their ids with its lease. */
const IDS_PER_ITEM = 800;
const MAX_ITEMS = 4;
/** Limit of ids that a sweep of one shard of the due index enqueues; the next sweep finds the rest. */
export const MAX_ENQUEUED = MAX_ITEMS * IDS_PER_ITEM;

/**
 * Enqueues the due subscriptions of a tenant that a sweep of one shard found, unless the items of an earlier sweep are still queued. The
 * queue may be incomplete or outdated: the records decide what is due, and a later sweep finds what was not enqueued.
 */
export const enqueueDue = async (table: Table, tenant: Tenant, shard: number, ids: readonly string[]): Promise<void> => {
  for (let index = 0; index * IDS_PER_ITEM < Math.min(ids.length, MAX_ENQUEUED); index += 1) {
    const sk = `${String(shard).padStart(2, '0')}#${index}`;
    const idsOfItem = ids.slice(index * IDS_PER_ITEM, Math.min((index + 1) * IDS_PER_ITEM, ids.length));
    const item = { pk: runQueuePartition(tenant), sk, t: 'billing_inbox', ids: idsOfItem };
    await conditionMet(table.put({ Item: item, ConditionExpression: 'attribute_not_exists(pk)' }));
  }
};

/** Removes items from the tenant's run queue until they contain at least `minimum` ids or the queue is empty; returns the ids. */
export const dequeueDue = async (table: Table, tenant: Tenant, minimum: number): Promise<readonly string[]> => {
  const { items } = await table.query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': runQueuePartition(tenant) },
  });
  const dequeuedIds: string[] = [];
  const keys: Key[] = [];
  for (const { pk, sk, ids } of items) {
    if (dequeuedIds.length >= minimum) break;
    dequeuedIds.push(...(ids as readonly string[]));
    keys.push({ pk, sk });
  }
  await Promise.all(keys.map((Key) => table.delete({ Key })));
  return dequeuedIds;
};
