import { randomUUID } from 'node:crypto';
import { apiKeyAggregate } from '../../domain/api-key/record.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { auditSampleKey, objectKey } from '../core/keys.ts';
import { type Table, type TransactItem, TransactionRefused } from '../core/table.ts';
import { type Actor, auditUpdates } from './entries.ts';

/** Entries that would drown the audit log: each is recorded at most once in any minute for a key [AUD-22, AUD-23, AUD-24]. */
export type SampledAction = 'api_key.used' | 'api_key.insufficient_scope' | 'rate_limit.exceeded';

/** What a key just did, or was refused. */
export interface Sample {
  readonly tenant: Tenant;
  readonly keyId: string;
  readonly actor: Actor;
  readonly action: SampledAction;
  /** Which operation was called. */
  readonly operation: string;
  /** Asked for when there is something to record. */
  readonly newAuditId: () => string;
  readonly nowMs: number;
}

const EVERY_MS = 60_000;
const MARK_TTL_SECONDS = 3600;
const MOST_MARKS = 1000;

/** When this process last saw each action of a key recorded: spares the write that the condition would refuse. */
const seenMs = new Map<string, number>();

/**
 * Records the sample unless one was recorded within the last minute, by whatever process: mark and entry are one
 * transaction. Never fails, and never has to: what cannot be recorded now is recorded at a later call.
 */
export const recordSample = async (table: Table, sample: Sample): Promise<void> => {
  const { keyId, action, nowMs } = sample;
  const name = `${keyId}#${action}`;
  if (nowMs - (seenMs.get(name) ?? 0) < EVERY_MS) return;
  if (seenMs.size >= MOST_MARKS) seenMs.clear();
  seenMs.set(name, nowMs);
  const audit = { action, resourceType: 'api_key', resourceId: keyId, metadata: { operation: sample.operation } };
  const stamp = { id: sample.newAuditId(), created: Math.floor(nowMs / 1000), nowMs };
  await table
    .transact([markOf(sample), ...auditUpdates(sample.tenant, sample.actor, audit, stamp)], randomUUID())
    .catch((error: unknown) => {
      // Refused: somebody else recorded it. Anything else: nothing is known to be recorded.
      if (!(error instanceof TransactionRefused)) seenMs.delete(name);
    });
};

/** The use of a key is marked by its `used_at`, next to the record, not in it: it is no change that anybody made. */
const markOf = ({ tenant, keyId, action, nowMs }: Sample): TransactItem => {
  const now = Math.floor(nowMs / 1000);
  if (action === 'api_key.used') {
    return {
      Update: {
        Key: objectKey(apiKeyAggregate, tenant, keyId),
        UpdateExpression: 'SET used_at = :now',
        // Whole seconds: a full minute is between two of which the later is above 60.
        ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(used_at) OR used_at < :before)',
        ExpressionAttributeValues: { ':now': now, ':before': now - EVERY_MS / 1000 },
      },
    };
  }
  return {
    Update: {
      Key: auditSampleKey(tenant, keyId, action),
      UpdateExpression: 'SET recorded_ms = :now, #ttl = :ttl',
      ConditionExpression: 'attribute_not_exists(recorded_ms) OR recorded_ms <= :before',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':now': nowMs, ':before': nowMs - EVERY_MS, ':ttl': now + MARK_TTL_SECONDS },
    },
  };
};
