import type { Tenant } from '../../domain/tenant.ts';
import { type Key, runQueuePartition } from '../core/keys.ts';
import { conditionFailure, type Table } from '../core/table.ts';

/** A run takes a note whole and keeps it with its lease, so a note is small; a sweep writes a few of them. */
const IN_A_NOTE = 800;
const MOST_NOTES = 4;
/** So many of one shard are noted at a sweep: what is due beyond that is found again by the next one. */
export const MOST_NOTED = MOST_NOTES * IN_A_NOTE;

/**
 * Notes what a sweep of one shard found due for a tenant, unless the note of an earlier sweep waits there still. A note is a hint:
 * the records say what is due, and what no note says is found again by a later sweep.
 */
export const noteDue = async (table: Table, tenant: Tenant, shard: number, ids: readonly string[]): Promise<void> => {
  for (let note = 0; note * IN_A_NOTE < Math.min(ids.length, MOST_NOTED); note += 1) {
    const sk = `${String(shard).padStart(2, '0')}#${note}`;
    await putNote(table, { pk: runQueuePartition(tenant), sk }, ids.slice(note * IN_A_NOTE, (note + 1) * IN_A_NOTE));
  }
};

const putNote = async (table: Table, key: Key, ids: readonly string[]): Promise<void> => {
  try {
    await table.put({ Item: { ...key, t: 'billing_inbox', ids: [...ids] }, ConditionExpression: 'attribute_not_exists(pk)' });
  } catch (error) {
    if (conditionFailure(error) === null) throw error;
  }
};

/** Takes notes out of the tenant's run queue until there are `wanted` ids, or more; none: it is empty. */
export const takeNoted = async (table: Table, tenant: Tenant, wanted: number): Promise<readonly string[]> => {
  const { items } = await table.query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': runQueuePartition(tenant) },
  });
  const taken: string[] = [];
  const keys: Key[] = [];
  for (const { pk, sk, ids } of items) {
    if (taken.length >= wanted) break;
    taken.push(...(ids as readonly string[]));
    keys.push({ pk, sk });
  }
  await Promise.all(keys.map((Key) => table.delete({ Key })));
  return taken;
};
