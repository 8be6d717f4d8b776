import type { KeyCheck } from '../../domain/provider-credential/connect.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { fingerprintOf } from '../../platform/credentials.ts';
import type { Cipher } from '../../ports/index.ts';
import { createMollieProvider, PROVIDER_DEADLINE_MS } from '../../provider/mollie/adapter.ts';
import type { FailureKind } from '../../provider/port.ts';
import { credentialContext } from '../provider.ts';

/** These does not mention the key. */
const NO_RESPONSE: readonly FailureKind[] = ['unavailable', 'rate_limited'];

/** Asks the provider whose key this is, and encrypts one that it knows. */
export const checkKey = async (cipher: Cipher, providerBaseUrl: string, tenant: Tenant, apiKey: string): Promise<KeyCheck> => {
  const asked = createMollieProvider({ name: 'unknown', baseUrl: providerBaseUrl, apiKey, deadlineMs: PROVIDER_DEADLINE_MS, fetch });
  const profile = await asked.getProfile();
  if (!profile.ok) return { kind: NO_RESPONSE.includes(profile.kind) ? 'no_response' : 'rejected' };
  const ciphertext = await cipher.encrypt(apiKey, credentialContext(tenant));
  return { kind: 'accepted', profileId: profile.value.id, ciphertext, fingerprint: fingerprintOf(apiKey) };
};
