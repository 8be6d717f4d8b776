import type { IdSource, Tenant } from '../domain/kernel.ts';
import type { SecretsPort } from '../ports/index.ts';
import { createMollieProvider, PROVIDER_DEADLINE_MS } from '../provider/mollie.ts';
import type { PaymentProvider } from '../provider/port.ts';
import { sandboxSecret } from '../sandbox/secret.ts';
import { sandboxToken } from '../sandbox/token.ts';
import type { Store } from '../store/store.ts';

/** What the flows that reach the provider work with. */
export interface FlowParts {
  readonly store: Store;
  readonly ids: IdSource;
  readonly nowMs: () => number;
  /** Where the service is reached from outside, without a trailing slash. */
  readonly baseUrl: string;
  readonly secrets: SecretsPort;
}

/** Where the sandbox speaks the provider's wire format. */
export const SANDBOX_PROVIDER_PATH = '/sandbox/provider';

/**
 * The provider that moves this tenant's money: the sandbox in test mode. A live account without a provider
 * credential has none: `null`.
 */
export const providerOf = async (parts: FlowParts, tenant: Tenant): Promise<PaymentProvider | null> => {
  if (tenant.mode === 'live') return null;
  const secret = await sandboxSecret(parts.secrets, tenant.accountId);
  return createMollieProvider({
    baseUrl: `${parts.baseUrl}${SANDBOX_PROVIDER_PATH}`,
    apiKey: sandboxToken(tenant.accountId, secret),
    deadlineMs: PROVIDER_DEADLINE_MS,
    fetch,
  });
};

/** Where the provider tells of changes of a payment. It names our payment, which is believed only after asking the provider. */
export const webhookUrlOf = (parts: FlowParts, tenant: Tenant, paymentId: string): string =>
  `${parts.baseUrl}/provider/webhooks/${tenant.accountId}/${tenant.mode}/${paymentId}`;

export const checkoutUrlOf = (baseUrl: string, tenant: Tenant, sessionId: string): string =>
  `${baseUrl}/checkout/${tenant.accountId}/${tenant.mode}/${sessionId}`;
