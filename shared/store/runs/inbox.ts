import type { Tenant } from '../../domain/kernel.ts';
import { inboxPartition } from '../core/keys.ts';
import type { Table } from '../core/table.ts';

/** So many of one shard are noted at a sweep: what is due beyond that is found again by the next one. */
export const MOST_NOTED = 200;

/**
 * Notes what a sweep of one shard found due for a tenant, in place of what the sweep before it noted there. A note is a hint:
 * the records say what is due, and what is lost of a note is found again by the next sweep.
 */
export const noteDue = (table: Table, tenant: Tenant, shard: number, ids: readonly string[]): Promise<void> =>
  table.put({ Item: { pk: inboxPartition(tenant), sk: String(shard).padStart(2, '0'), t: 'billing_inbox', ids: [...ids] } });

/** Takes the notes of one shard out of the tenant's inbox; none: it is empty. */
export const takeNoted = async (table: Table, tenant: Tenant): Promise<readonly string[]> => {
  const { items } = await table.query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': inboxPartition(tenant) },
    Limit: 1,
  });
  const [note] = items;
  if (note === undefined) return [];
  await table.delete({ Key: { pk: note.pk, sk: note.sk } });
  return note.ids as readonly string[];
};
