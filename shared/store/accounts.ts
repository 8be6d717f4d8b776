import { type Account, accountAggregate, newAccount } from '../domain/account/record.ts';
import { setSuspension } from '../domain/account/suspend.ts';
import { createApiKey } from '../domain/api-key/create.ts';
import { change, type IdSource, type Mode } from '../domain/kernel.ts';
import { type Actor, SYSTEM } from './audit.ts';
import { mintApiKey, type Pepper } from './credentials.ts';
import { setClosed } from './gate.ts';
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
      audit: { action: 'account.created', resourceType: 'account', resourceId: accountId, accountWide: true },
      result: null,
    }),
  });
  const [liveKey, testKey] = await Promise.all([createFirstKey(parts, accountId, 'live'), createFirstKey(parts, accountId, 'test')]);
  return { accountId, liveKey, testKey };
};

const createFirstKey = async ({ store, peppers }: Parts, accountId: string, mode: Mode): Promise<string> => {
  const { secret, ...kept } = mintApiKey(mode, peppers);
  await store.run({
    tenant: { accountId, mode },
    actor: OPERATOR,
    load: async () => ({ creatorScopes: ['*'], isKnownScope: () => true }),
    decide: (state, context) => createApiKey({ ...kept, label: 'first key', scopes: ['*'] }, state, context),
  });
  return secret;
};

/**
 * Suspends an account or lets it go on, from the next request of any of its keys on; `null` when there is no such account.
 * The record says so and the gate enforces it; run again, it mends a run that broke off between the two. For operators only.
 */
export const suspendAccount = async (store: Store, accountId: string, suspended: boolean): Promise<Account | null> => {
  const tenant = { accountId, mode: 'live' } as const;
  const outcome = await store.run({
    tenant,
    actor: OPERATOR,
    load: async () => ({ account: await store.get(accountAggregate, tenant, accountId) }),
    decide: (state, context) => setSuspension({ suspended }, state, context),
  });
  if (outcome.kind !== 'done') return null;
  await setClosed(store.table, accountId, suspended);
  return outcome.result;
};
