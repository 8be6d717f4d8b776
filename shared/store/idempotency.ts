import { createHash } from 'node:crypto';
import type { Tenant } from '../domain/kernel.ts';
import { idempotencyKey, type Key } from './keys.ts';
import type { Item, TransactItem } from './table.ts';

/** Keys are remembered this long [IDEM-05]. */
const IDEMPOTENCY_SECONDS = 24 * 3600;

/** An answer kept for replays. `sealed`: `body` is a ciphertext, since the answer showed a secret. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
  readonly sealed: boolean;
}

/** The record that goes into the transaction of the change. */
export interface IdempotencyWrite {
  readonly keyHash: string;
  /** Of method, path and body as JSON: another request under the same key is told apart by it [IDEM-06, IDEM-07]. */
  readonly fingerprint: string;
  readonly answer: StoredAnswer;
}

/** A remembered answer as read. */
export interface IdempotencyRecord {
  readonly fingerprint: string;
  readonly answer: StoredAnswer;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export const hashOfKey = (key: string): string => sha256(key);

export const fingerprintOf = (method: string, path: string, canonicalBody: string): string => sha256(`${method} ${path}\n${canonicalBody}`);

export const idempotencyAddress = (tenant: Tenant, keyHash: string): Key => idempotencyKey(tenant, keyHash);

/** The write of a record; free, or taken by one whose 24 hours are over. */
export const idempotencyItem = (tenant: Tenant, write: IdempotencyWrite, nonce: string, nowMs: number): TransactItem => {
  const nowSeconds = Math.floor(nowMs / 1000);
  return {
    Put: {
      Item: {
        ...idempotencyKey(tenant, write.keyHash),
        t: 'idempotency',
        fingerprint: write.fingerprint,
        answer: write.answer,
        expires_at: nowSeconds + IDEMPOTENCY_SECONDS,
        ttl: nowSeconds + IDEMPOTENCY_SECONDS,
        nonce,
      },
      ConditionExpression: 'attribute_not_exists(pk) OR expires_at <= :now',
      ExpressionAttributeValues: { ':now': nowSeconds },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
};

/** The remembered answer inside an item; `null` when its time is over (expired items linger in the table). */
export const idempotencyRecordOf = (item: Item, nowMs: number): IdempotencyRecord | null =>
  Number(item.expires_at) * 1000 <= nowMs ? null : { fingerprint: String(item.fingerprint), answer: item.answer as StoredAnswer };
