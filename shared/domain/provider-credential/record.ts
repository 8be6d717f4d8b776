import type { Aggregate, BaseRecord, Migration } from '../aggregate.ts';
import type { ProviderAccountId } from '../payment/provider.ts';
import { livemode, type Tenant } from '../tenant.ts';

/** The account's API key at the payment provider, one per mode. The record's id is the id of the account. */
export interface ProviderCredential extends BaseRecord {
  /** Name of the registered provider (`PROVIDERS`) that the key belongs to. */
  readonly kind: string;
  /** The encrypted key. */
  readonly ciphertext: string;
  /** First 12 hex digits of the key's SHA-256. */
  readonly fingerprint: string;
  /** Id of the key's profile (account at the provider), as the provider reported it when the key was connected. */
  readonly profileId: ProviderAccountId;
}

/** The API's `provider_credential`, without the key. */
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

/** Version 1 stored no provider, because Mollie was the only one. */
const withKind: Migration = (record: ProviderCredential): ProviderCredential => ({ ...record, kind: 'mollie' });

export const providerCredentialAggregate: Aggregate<ProviderCredential, ProviderCredentialView> = {
  type: 'provider_credential',
  prefix: 'acct_',
  migrations: [withKind],
  view: viewProviderCredential,
  unlogged: true,
};
