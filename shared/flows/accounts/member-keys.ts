import { keysOfMember } from '../../domain/api-key/keys-of-member.ts';
import { type ApiKey, apiKeyAggregate } from '../../domain/api-key/record.ts';
import { revokeApiKey } from '../../domain/api-key/revoke.ts';
import type { Mode, Tenant } from '../../domain/tenant.ts';
import type { Actor } from '../../store/audit/entries.ts';
import type { Store } from '../../store/writer/store.ts';
import { loadAll } from '../load/records.ts';

/** An API key with its tenant. */
export interface KeyOfAccount {
  readonly tenant: Tenant;
  readonly key: ApiKey;
}

const MODES: readonly Mode[] = ['live', 'test'];

/** Lists the keys that a member created, directly or with another key, including revoked keys. Live keys first; newest first per mode. */
export const listKeysCreatedBy = async (store: Store, accountId: string, memberId: string): Promise<readonly KeyOfAccount[]> => {
  const keys = await Promise.all(
    MODES.map(async (mode) => {
      const tenant: Tenant = { accountId, mode };
      return keysOfMember(memberId, await loadAll(store, apiKeyAggregate, tenant)).map((key) => ({ tenant, key }));
    }),
  );
  return keys.flat();
};

/** Revokes keys one by one, each with an audit entry. Idempotent; after an interruption, repeat the call. */
export const revokeKeys = async (store: Store, actor: Actor, keys: readonly KeyOfAccount[]): Promise<void> => {
  for (const { tenant, key } of keys) {
    const outcome = await store.run({
      tenant,
      actor,
      load: async () => ({ key: await store.get(apiKeyAggregate, tenant, key.id) }),
      nowOf: () => null,
      decide: (state, context) => revokeApiKey(null, state, context),
    });
    if (outcome.kind === 'refused') throw new Error(`The key ${key.id} could not be revoked: ${outcome.refusal.message}`);
  }
};
