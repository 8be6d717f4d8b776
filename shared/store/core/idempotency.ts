import { createHash } from 'node:crypto';
import { DAY_SECONDS } from '../../domain/periods.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { customerIndexAttributes, idempotencyKey, idempotencyPartition } from './keys.ts';
import type { Item, TransactItem } from './table.ts';

/** Retention of idempotency keys [IDEM-05]. */
export const IDEMPOTENCY_SECONDS = DAY_SECONDS;

/** A response stored for replays. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
  /** `body` is encrypted, because it contains a secret. */
  readonly sealed: boolean;
  /** Id of the API key or session that alone gets the replay, because the body has a secret; absent: every caller of the tenant gets it. */
  readonly onlyTo?: string;
}

/** Content of a record: the response, or the id of the unfinished operation or payment attempt that will produce the response. */
export type Remembered = { readonly answer: StoredAnswer } | { readonly operationId: string };

/** An idempotency record to write in the transaction of the change. */
export interface IdempotencyWrite {
  readonly keyHash: string;
  /** Hash of method, path and JSON body: detects a different request with the same key [IDEM-06, IDEM-07]. */
  readonly fingerprint: string;
  /** `null` deletes the record, so that the key can be used again. */
  readonly remembered: Remembered | null;
  /** Id of the operation or payment attempt whose record this write replaces; `null` for a new key. */
  readonly replaces: string | null;
}

/** A stored idempotency record. */
export interface IdempotencyRecord {
  readonly fingerprint: string;
  readonly remembered: Remembered;
}

export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('hex');

export const requestFingerprintOf = (method: string, path: string, canonicalBody: string): string =>
  hashOfKey(`${method} ${path}\n${canonicalBody}`);

/**
 * Builds the write of a record. The write fails if an unexpired record exists, unless it is the record of operation `replaces`.
 * `customerId`: the customer whose data the response contains.
 */
export const idempotencyItem = (
  tenant: Tenant,
  write: IdempotencyWrite,
  customerId: string | null,
  nonce: string,
  nowMs: number,
): TransactItem => {
  const nowSeconds = Math.floor(nowMs / 1000);
  const Key = idempotencyKey(tenant, write.keyHash);
  const condition = {
    ConditionExpression: `attribute_not_exists(pk) OR expires_at <= :now${write.replaces === null ? '' : ' OR operation_id = :replaces'}`,
    ExpressionAttributeValues: { ':now': nowSeconds, ...(write.replaces === null ? {} : { ':replaces': write.replaces }) },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
  if (write.remembered === null) return { Delete: { Key, ...condition } };
  const { remembered } = write;
  return {
    Put: {
      Item: {
        ...Key,
        ...customerIndexAttributes(idempotencyPartition(tenant), customerId, write.keyHash),
        t: 'idempotency',
        fingerprint: write.fingerprint,
        ...('answer' in remembered ? { answer: remembered.answer } : { operation_id: remembered.operationId }),
        expires_at: nowSeconds + IDEMPOTENCY_SECONDS,
        ttl: nowSeconds + IDEMPOTENCY_SECONDS,
        nonce,
      },
      ...condition,
    },
  };
};

/** Parses an item; `null` if it expired (DynamoDB deletes expired items up to days later). */
export const idempotencyRecordOf = (item: Item, nowMs: number): IdempotencyRecord | null =>
  Number(item.expires_at) * 1000 <= nowMs
    ? null
    : {
        fingerprint: String(item.fingerprint),
        remembered: item.answer === undefined ? { operationId: String(item.operation_id) } : { answer: item.answer as StoredAnswer },
      };
