import type { Tenant } from '../domain/kernel.ts';
import type { WebhookEndpoint } from '../domain/webhook-endpoint/record.ts';
import type { Cipher } from '../ports/index.ts';

/** What an endpoint's secret is sealed with: a ciphertext moved to another endpoint does not open. */
export const secretContext = (accountId: string, endpointId: string): Readonly<Record<string, string>> => ({ accountId, endpointId });

const MAX_KEPT = 500;

/**
 * Opens the secrets that sign an endpoint's deliveries: the current one, and the former one while it still does
 * [WHD-08, WHD-09]. Opened secrets are kept as long as the opener lives.
 */
export const secretOpener = (cipher: Cipher) => {
  const opened = new Map<string, Promise<string>>();
  const open = (ciphertext: string, context: Readonly<Record<string, string>>): Promise<string> => {
    const known = opened.get(ciphertext);
    if (known !== undefined) return known;
    if (opened.size >= MAX_KEPT) opened.clear();
    const opening = cipher.decrypt(ciphertext, context);
    opened.set(ciphertext, opening);
    opening.catch(() => opened.delete(ciphertext));
    return opening;
  };
  return (tenant: Tenant, endpoint: WebhookEndpoint, nowSeconds: number): Promise<readonly string[]> => {
    const context = secretContext(tenant.accountId, endpoint.id);
    const { secret, previousSecret } = endpoint;
    const signing = previousSecret !== null && previousSecret.expiresAt > nowSeconds ? [secret, previousSecret] : [secret];
    return Promise.all(signing.map(({ ciphertext }) => open(ciphertext, context)));
  };
};
