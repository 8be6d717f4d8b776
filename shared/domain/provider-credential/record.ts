import type { Aggregate, BaseRecord, Migration } from '../aggregate.ts';
import type { ProviderName } from '../provider.ts';
import { livemode, type Tenant } from '../tenant.ts';

/** A mode's key to the payment provider; its id is the account's. */
export interface ProviderCredential extends BaseRecord {
  /** The registered provider that the key belongs to. */
  readonly kind: string;
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

/** The first release knew one provider. */
const named: Migration = (record: ProviderCredential): ProviderCredential => ({ ...record, kind: 'mollie' });

export const providerCredentialAggregate: Aggregate<ProviderCredential, ProviderCredentialView> = {
  type: 'provider_credential',
  prefix: 'acct_',
  migrations: [named],
  view: viewProviderCredential,
  unlogged: true,
};
