import { createHash } from 'node:crypto';
import { DAY_SECONDS } from '../../domain/periods.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { idempotencyKey, idempotencyPartition, type Key, ofCustomer } from './keys.ts';
import type { Item, TransactItem } from './table.ts';

/** Keys are remembered this long [IDEM-05]. */
export const IDEMPOTENCY_SECONDS = DAY_SECONDS;

/** An answer kept for replays. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
  /** `body` is a ciphertext, since it holds a secret. */
  readonly sealed: boolean;
  /** The id of the one API key or session that the answer is replayed to, since it shows a secret; without it, any of the account and mode. */
  readonly onlyTo?: string;
}

/** What is kept under a key: the answer, or the unfinished operation that will make it. */
export type Remembered = { readonly answer: StoredAnswer } | { readonly operationId: string };

/** The record that goes into the transaction of the change. */
export interface IdempotencyWrite {
  readonly keyHash: string;
  /** Of method, path and body as JSON: another request under the same key is distinguished by it [IDEM-06, IDEM-07]. */
  readonly fingerprint: string;
  /** `null`: nothing is kept, so that the key may be tried again. */
  readonly remembered: Remembered | null;
  /** The operation whose mark this takes the place of; `null` for a key that is new. */
  readonly replaces: string | null;
}

/** What is remembered, as read. */
export interface IdempotencyRecord {
  readonly fingerprint: string;
  readonly remembered: Remembered;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export const hashOfKey = (key: string): string => sha256(key);

export const fingerprintOf = (method: string, path: string, canonicalBody: string): string => sha256(`${method} ${path}\n${canonicalBody}`);

export const idempotencyAddress = (tenant: Tenant, keyHash: string): Key => idempotencyKey(tenant, keyHash);

/**
 * The write of a record: where none is, or one whose 24 hours are over, or the mark of the operation that it replaces.
 * `customerId`: whose data the answer shows.
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
        ...ofCustomer(idempotencyPartition(tenant), customerId, write.keyHash),
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

/** What is remembered inside an item; `null` when its time is over (expired items linger in the table). */
export const idempotencyRecordOf = (item: Item, nowMs: number): IdempotencyRecord | null =>
  Number(item.expires_at) * 1000 <= nowMs
    ? null
    : {
        fingerprint: String(item.fingerprint),
        remembered: item.answer === undefined ? { operationId: String(item.operation_id) } : { answer: item.answer as StoredAnswer },
      };
