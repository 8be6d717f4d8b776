import { type Key, lookupKey } from '../core/keys.ts';
import type { Table } from '../core/table.ts';

/** Somebody who asked for links of sign-in to be mailed to an address, which may be nobody's. */
export interface SignInRequest {
  readonly id: string;
  readonly email: string;
  /** The hash of what the asking browser keeps: no other one may use the links. */
  readonly browserHash: string;
  /** Unix seconds: until when the links work. */
  readonly expiresAt: number;
}

export const SIGN_IN_REQUEST_PREFIX = 'sir_';

const KEPT_SECONDS = 3600;

const requestKey = (id: string): Key => lookupKey(`console-sign-in#request#${id}`);

export const keepSignInRequest = (table: Table, { id, email, browserHash, expiresAt }: SignInRequest): Promise<void> =>
  table.put({ Item: { ...requestKey(id), email, browser_hash: browserHash, expires_at: expiresAt, ttl: expiresAt + KEPT_SECONDS } });

/** `null`: there is none, or it is forgotten. */
export const signInRequest = async (table: Table, id: string): Promise<SignInRequest | null> => {
  const item = await table.get(requestKey(id));
  if (item === null) return null;
  return { id, email: String(item.email), browserHash: String(item.browser_hash), expiresAt: Number(item.expires_at) };
};
