import type { PublicKey } from '../../platform/signing-key.ts';
import { type Key, lookupKey } from '../core/keys.ts';
import type { Table } from '../core/table.ts';

/** How long a published key is trusted. A process that signs with a key publishes it again before this time is over. */
export const OPERATOR_KEY_SECONDS = 3600;

/** An expired item stays this long, to allow for clock differences. */
const TTL_MARGIN_SECONDS = 3600;

const lookupKeyOf = (id: string): Key => lookupKey(`operator-key#${id}`);

/** A published key in SPKI format; `expiresAt` in Unix seconds. */
export interface PublishedKey {
  readonly spki: string;
  readonly expiresAt: number;
}

/** Publishes the public key that verifies operator tokens. Only the functions that sign tokens have write access. */
export const publishOperatorKey = async (table: Table, { id, spki }: PublicKey, nowSeconds: number): Promise<void> => {
  const expiresAt = nowSeconds + OPERATOR_KEY_SECONDS;
  await table.put({ Item: { ...lookupKeyOf(id), spki, expires_at: expiresAt, ttl: expiresAt + TTL_MARGIN_SECONDS } });
};

/** Finds a published key by id; `null` if there is none or it has expired. */
export const findOperatorKey = async (table: Table, id: string, nowSeconds: number): Promise<PublishedKey | null> => {
  const item = await table.get(lookupKeyOf(id));
  const key = item === null ? null : { spki: String(item.spki), expiresAt: Number(item.expires_at) };
  return key !== null && nowSeconds < key.expiresAt ? key : null;
};
