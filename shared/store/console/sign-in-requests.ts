import { type Key, lookupKey } from '../core/keys.ts';
import type { Table } from '../core/table.ts';

/** A request to mail sign-in links to an email address, which need not be a member's. */
export interface SignInRequest {
  readonly id: string;
  readonly email: string;
  /** Hash of the cookie of the requesting browser; no other browser can use the links. */
  readonly browserHash: string;
  /** Expiry of the links in Unix seconds. */
  readonly expiresAt: number;
}

export const SIGN_IN_REQUEST_PREFIX = 'sir_';

/** An expired item stays this long, to allow for clock differences. */
const TTL_MARGIN_SECONDS = 3600;

const requestKey = (id: string): Key => lookupKey(`console-sign-in#request#${id}`);

export const saveSignInRequest = (table: Table, { id, email, browserHash, expiresAt }: SignInRequest): Promise<void> =>
  table.put({ Item: { ...requestKey(id), email, browser_hash: browserHash, expires_at: expiresAt, ttl: expiresAt + TTL_MARGIN_SECONDS } });

/** Fetches a request; `null` if there is none or it was deleted. */
export const findSignInRequest = async (table: Table, id: string): Promise<SignInRequest | null> => {
  const item = await table.get(requestKey(id));
  if (item === null) return null;
  return { id, email: String(item.email), browserHash: String(item.browser_hash), expiresAt: Number(item.expires_at) };
};
