import type { PublicKey } from '../../platform/signing-key.ts';
import { type Key, lookupKey } from '../core/keys.ts';
import type { Table } from '../core/table.ts';

/** How long a published key is trusted. A process that signs publishes its key again before this is over. */
export const OPERATOR_KEY_SECONDS = 3600;

const KEPT_SECONDS = 3600;

const operatorKeyKey = (id: string): Key => lookupKey(`operator-key#${id}`);

/** A published key, and until when it is trusted, in Unix seconds. */
export interface PublishedKey {
  readonly spki: string;
  readonly expiresAt: number;
}

/** Publishes the public half of the key that operator tokens are signed with. Only what signs them may write here. */
export const publishOperatorKey = async (table: Table, { id, spki }: PublicKey, nowSeconds: number): Promise<void> => {
  const expiresAt = nowSeconds + OPERATOR_KEY_SECONDS;
  await table.put({ Item: { ...operatorKeyKey(id), spki, expires_at: expiresAt, ttl: expiresAt + KEPT_SECONDS } });
};

/** The published key with this id; `null` if there is none or it expired. */
export const findOperatorKey = async (table: Table, id: string, nowSeconds: number): Promise<PublishedKey | null> => {
  const item = await table.get(operatorKeyKey(id));
  const found = item === null ? null : { spki: String(item.spki), expiresAt: Number(item.expires_at) };
  return found !== null && nowSeconds < found.expiresAt ? found : null;
};
