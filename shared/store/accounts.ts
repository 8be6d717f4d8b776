import { accountAggregate, newAccount } from '../domain/account/record.ts';
import { type ApiKey, apiKeyAggregate } from '../domain/api-key/record.ts';
import { change, type IdSource, type Mode } from '../domain/kernel.ts';
import { type Actor, SYSTEM } from './audit.ts';
import { hashApiKey, newApiKey, type Pepper, shownPrefix } from './credentials.ts';
import type { Store } from './store.ts';

/** A new account with the only two keys that are not made by another key. */
export interface NewAccount {
  readonly accountId: string;
  readonly liveKey: string;
  readonly testKey: string;
}

interface Parts {
  readonly store: Store;
  readonly ids: IdSource;
  /** Newest first; the newest hashes new keys. */
  readonly peppers: readonly Pepper[];
}

const OPERATOR: Actor = { ...SYSTEM, type: 'operator' };

/** Makes an account with one unrestricted key a mode. For operators with access to the table, never behind a route. */
export const createAccount = async (parts: Parts, given: { readonly name: string; readonly email: string }): Promise<NewAccount> => {
  const accountId = parts.ids.next('acct_');
  await parts.store.run({
    tenant: { accountId, mode: 'live' },
    actor: OPERATOR,
    load: async () => null,
    decide: (_state, { now }) => ({
      changes: [change(accountAggregate, null, newAccount({ id: accountId, created: now, ...given, countryCode: null }))],
      events: [],
      audit: { action: 'account.created', resourceType: 'account', resourceId: accountId },
      result: null,
    }),
  });
  const [liveKey, testKey] = await Promise.all([createFirstKey(parts, accountId, 'live'), createFirstKey(parts, accountId, 'test')]);
  return { accountId, liveKey, testKey };
};

/** The record of a key about to be shown to its owner for the only time. */
export const keyRecord = (
  secret: string,
  pepper: Pepper,
  given: { readonly id: string; readonly created: number; readonly label: string | null; readonly scopes: readonly string[] },
): ApiKey => ({
  ...given,
  prefix: shownPrefix(secret),
  hash: hashApiKey(secret, pepper),
  pepperVersion: pepper.version,
  lastUsedAt: null,
  revokedAt: null,
});

const createFirstKey = async ({ store, ids, peppers }: Parts, accountId: string, mode: Mode): Promise<string> => {
  const [pepper] = peppers;
  if (pepper === undefined) throw new Error('there is no pepper to hash keys with');
  const secret = newApiKey(mode);
  await store.run({
    tenant: { accountId, mode },
    actor: OPERATOR,
    load: async () => null,
    decide: (_state, { now }) => {
      const key = keyRecord(secret, pepper, { id: ids.next('ak_'), created: now, label: 'first key', scopes: ['*'] });
      return {
        changes: [change(apiKeyAggregate, null, key)],
        events: [],
        audit: { action: 'api_key.created', resourceType: 'api_key', resourceId: key.id },
        result: null,
      };
    },
  });
  return secret;
};
