import type { KeyCheck } from '../../domain/provider-credential/connect.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { fingerprintOf } from '../../platform/credentials.ts';
import type { Cipher } from '../../ports/index.ts';
import type { FailureKind } from '../../provider/port.ts';
import { adapterOf, PROVIDER_DEADLINE_MS, type ProviderKind } from '../../provider/registry.ts';
import { credentialContext } from '../provider.ts';

/** Failures that say nothing about the key. */
const NO_RESPONSE: readonly FailureKind[] = ['unavailable', 'rate_limited'];

/** A provider's API key, and the configured base URL. */
export interface ProviderKey {
  readonly kind: ProviderKind;
  readonly apiKey: string;
  readonly providerBaseUrl: string;
}

/** Checks the key by fetching its provider profile, and encrypts an accepted key. */
export const checkKey = async (cipher: Cipher, tenant: Tenant, { kind, apiKey, providerBaseUrl }: ProviderKey): Promise<KeyCheck> => {
  const adapter = adapterOf(kind);
  const baseUrl = adapter.baseUrl(providerBaseUrl);
  // `name` is the profile id, which is not known before the fetch.
  const provider = adapter.open({ name: 'unknown', baseUrl, apiKey, deadlineMs: PROVIDER_DEADLINE_MS, fetch });
  const profile = await provider.getProfile();
  if (!profile.ok) return { kind: NO_RESPONSE.includes(profile.kind) ? 'no_response' : 'rejected' };
  const ciphertext = await cipher.encrypt(apiKey, credentialContext(tenant));
  return { kind: 'accepted', provider: kind, profileId: profile.value.id, ciphertext, fingerprint: fingerprintOf(apiKey) };
};
