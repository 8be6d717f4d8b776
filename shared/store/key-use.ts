import { apiKeyAggregate } from '../domain/api-key/record.ts';
import type { Tenant } from '../domain/kernel.ts';
import { objectKey } from './keys.ts';
import type { Table } from './table.ts';

const EVERY_MS = 60_000;
const MOST_KEYS = 1000;

/** When this process last saw each key stamped: spares the write that the condition would refuse. */
const seenMs = new Map<string, number>();

/**
 * Notes that a key was used, at most once a minute. Beside the record, not in it: it is no change that anybody made. A note
 * that cannot be written now is written at a later use.
 */
export const noteUse = async (table: Table, tenant: Tenant, keyId: string, nowMs: number): Promise<void> => {
  if (nowMs - (seenMs.get(keyId) ?? 0) < EVERY_MS) return;
  if (seenMs.size >= MOST_KEYS) seenMs.clear();
  seenMs.set(keyId, nowMs);
  const now = Math.floor(nowMs / 1000);
  await table
    .update({
      Key: objectKey(apiKeyAggregate, tenant, keyId),
      UpdateExpression: 'SET used_at = :now',
      ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(used_at) OR used_at <= :before)',
      ExpressionAttributeValues: { ':now': now, ':before': now - EVERY_MS / 1000 },
    })
    .catch(() => undefined);
};
