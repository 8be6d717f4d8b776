import type { Tenant } from '../domain/tenant.ts';
import { signingSecrets, type WebhookEndpoint } from '../domain/webhook-endpoint/record.ts';
import { cachedDecrypt } from '../ports/cached-decrypt.ts';
import type { Cipher } from '../ports/index.ts';

/** Encryption context of an endpoint's secret, so that the ciphertext of another endpoint cannot be used in its place. */
export const secretContext = (accountId: string, endpointId: string): Readonly<Record<string, string>> => ({ accountId, endpointId });

/**
 * Returns a function that decrypts an endpoint's signing secrets: the current secret, and rotated secrets while they still
 * sign [WHD-08, WHD-09]. The function caches decrypted secrets.
 */
export const createSecretDecrypter = (cipher: Cipher) => {
  const decrypt = cachedDecrypt(async () => cipher);
  return (tenant: Tenant, endpoint: WebhookEndpoint, nowSeconds: number): Promise<readonly string[]> => {
    const context = secretContext(tenant.accountId, endpoint.id);
    return Promise.all(signingSecrets(endpoint, nowSeconds).map(({ ciphertext }) => decrypt(ciphertext, context)));
  };
};
