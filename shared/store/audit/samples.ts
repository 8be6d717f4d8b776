import { randomUUID } from 'node:crypto';
import { apiKeyAggregate } from '../../domain/api-key/record.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { auditSampleKey, objectKey } from '../core/keys.ts';
import { type Table, type TransactItem, TransactionRefused } from '../core/table.ts';
import { type Actor, auditUpdates } from './entries.ts';

/** Frequent actions: each is recorded at most once per minute and API key [AUD-22, AUD-23, AUD-24]. */
export type SampledAction = 'api_key.used' | 'api_key.insufficient_scope' | 'rate_limit.exceeded';

/** One occurrence of a frequent action. */
export interface Sample {
  readonly tenant: Tenant;
  readonly keyId: string;
  readonly actor: Actor;
  readonly action: SampledAction;
  /** Id of the operation that was called. */
  readonly operation: string;
  readonly newAuditId: () => string;
  readonly nowMs: number;
}

const SAMPLE_INTERVAL_MS = 60_000;
const TTL_SECONDS = 3600;
const MAX_REMEMBERED = 1000;

/** When this process last recorded each action of a key, to avoid writes whose condition would fail. */
const lastRecordedMs = new Map<string, number>();

/**
 * Records the sample unless this or another process recorded one of the same key and action within the last minute. One transaction writes
 * the audit entry and the sample's time; it is refused if the stored time is less than a minute old. Ignores errors: a later call records
 * the next sample.
 */
export const recordSample = async (table: Table, sample: Sample): Promise<void> => {
  const { keyId, action, nowMs } = sample;
  const name = `${keyId}#${action}`;
  if (nowMs - (lastRecordedMs.get(name) ?? 0) < SAMPLE_INTERVAL_MS) return;
  if (lastRecordedMs.size >= MAX_REMEMBERED) lastRecordedMs.clear();
  lastRecordedMs.set(name, nowMs);
  const audit = { action, resourceType: 'api_key', resourceId: keyId, metadata: { operation: sample.operation } };
  const stamp = { id: sample.newAuditId(), created: Math.floor(nowMs / 1000), nowMs };
  await table
    .transact([sampleTimeItem(sample), ...auditUpdates(sample.tenant, sample.actor, audit, stamp)], randomUUID())
    .catch((error: unknown) => {
      // A refusal means that another process recorded a sample; after any other error the next call tries again.
      if (!(error instanceof TransactionRefused)) lastRecordedMs.delete(name);
    });
};

/**
 * Builds the write of a sample's time. For `api_key.used` it sets the attribute `used_at` of the API key's item, next to the record's JSON.
 */
const sampleTimeItem = ({ tenant, keyId, action, nowMs }: Sample): TransactItem => {
  const now = Math.floor(nowMs / 1000);
  if (action === 'api_key.used') {
    return {
      Update: {
        Key: objectKey(apiKeyAggregate, tenant, keyId),
        UpdateExpression: 'SET used_at = :now',
        // `<` because seconds are rounded down: a difference of 60 can be less than a full minute.
        ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(used_at) OR used_at < :before)',
        ExpressionAttributeValues: { ':now': now, ':before': now - SAMPLE_INTERVAL_MS / 1000 },
      },
    };
  }
  return {
    Update: {
      Key: auditSampleKey(tenant, keyId, action),
      UpdateExpression: 'SET recorded_ms = :now, #ttl = :ttl',
      ConditionExpression: 'attribute_not_exists(recorded_ms) OR recorded_ms <= :before',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':now': nowMs, ':before': nowMs - SAMPLE_INTERVAL_MS, ':ttl': now + TTL_SECONDS },
    },
  };
};
