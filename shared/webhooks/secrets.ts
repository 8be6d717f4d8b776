import type { Tenant } from '../domain/tenant.ts';
import { signingSecrets, type WebhookEndpoint } from '../domain/webhook-endpoint/record.ts';
import type { Cipher } from '../ports/index.ts';
import { openerOf } from '../ports/opener.ts';

/** What an endpoint's secret is sealed with: a ciphertext moved to another endpoint does not open. */
export const secretContext = (accountId: string, endpointId: string): Readonly<Record<string, string>> => ({ accountId, endpointId });

/**
 * Opens the secrets that sign an endpoint's deliveries: the current one, and the former ones while they still do
 * [WHD-08, WHD-09]. Opened secrets are kept as long as the opener lives.
 */
export const secretOpener = (cipher: Cipher) => {
  const open = openerOf(async () => cipher);
  return (tenant: Tenant, endpoint: WebhookEndpoint, nowSeconds: number): Promise<readonly string[]> => {
    const context = secretContext(tenant.accountId, endpoint.id);
    return Promise.all(signingSecrets(endpoint, nowSeconds).map(({ ciphertext }) => open(ciphertext, context)));
  };
};
