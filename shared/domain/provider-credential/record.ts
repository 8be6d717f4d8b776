import type { Aggregate, BaseRecord } from '../aggregate.ts';
import type { ProviderName } from '../provider.ts';
import { livemode, type Mode, type Tenant } from '../tenant.ts';

/** A mode's key to the payment provider; its id is the account's. */
export interface ProviderCredential extends BaseRecord {
  /** The key as it is kept: readable for calls, never in the clear. */
  readonly ciphertext: string;
  /** First 12 hex digits of the key's SHA-256. */
  readonly fingerprint: string;
  /** Whose key it is, as the provider shown when it was connected. */
  readonly profileId: ProviderName;
}

/** Without the key, which is never shown again. */
export const viewProviderCredential = (credential: ProviderCredential, tenant: Tenant) => ({
  id: credential.id,
  object: 'provider_credential' as const,
  created: credential.created,
  livemode: livemode(tenant),
  connected: true,
  fingerprint: credential.fingerprint,
  profile_id: credential.profileId,
});
type ProviderCredentialView = ReturnType<typeof viewProviderCredential>;

/** True when the key has the provider's form for this mode: `live_` or `test_`, then 30 or more letters and digits. */
export const isProviderKey = (key: string, mode: Mode): boolean => key.startsWith(`${mode}_`) && /^[a-z]+_[A-Za-z0-9]{30,128}$/.test(key);

export const providerCredentialAggregate: Aggregate<ProviderCredential, ProviderCredentialView> = {
  type: 'provider_credential',
  prefix: 'acct_',
  view: viewProviderCredential,
  unlogged: true,
};
