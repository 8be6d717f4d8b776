import type { IdSource } from '../domain/decision.ts';
import type { Payable } from '../domain/payable/record.ts';
import type { Refusal } from '../domain/refusal.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { Decrypt } from '../ports/cached-decrypt.ts';
import type { SecretsPort } from '../ports/index.ts';
import type { StoredAnswer } from '../store/core/idempotency.ts';
import type { Store } from '../store/writer/store.ts';

/** Dependencies of the flows that call the payment provider. */
export interface FlowDeps {
  readonly store: Store;
  readonly ids: IdSource;
  readonly nowMs: () => number;
  /** Public base URL of the service, without a trailing slash. */
  readonly baseUrl: string;
  readonly secrets: SecretsPort;
  /** Decrypts provider credentials; caches the decrypted credentials in the process. */
  readonly decryptCredential: Decrypt;
  /** Base URL of the provider's API, without `/v2` and without a trailing slash. */
  readonly providerBaseUrl: string;
  /** Whether this deployment has the sandbox provider. */
  readonly sandboxServed: boolean;
  /** Whether a renewal first looks for an existing charge at the provider. Needed after a backup was restored. Default: false. */
  readonly lookUpCharges?: boolean;
}

/** Path of the sandbox provider's API. */
export const SANDBOX_PROVIDER_PATH = '/sandbox/provider';

/**
 * URL at which the provider reports a change of a payment. It contains the service's payment id; the status is fetched from the provider.
 */
export const webhookUrlOf = (deps: FlowDeps, tenant: Tenant, paymentId: string): string =>
  `${deps.baseUrl}/provider/webhooks/${tenant.accountId}/${tenant.mode}/${paymentId}`;

/** Returns tenant and payment id from a URL of `webhookUrlOf`; `null` for any other URL. */
export const paymentOfWebhookUrl = (url: string): (Tenant & { readonly paymentId: string }) | null => {
  const [, accountId, mode, paymentId] = /\/provider\/webhooks\/([^/?#]+)\/(live|test)\/([^/?#]+)$/.exec(url) ?? [];
  if (accountId === undefined || paymentId === undefined) return null;
  return { accountId, mode: mode === 'live' ? 'live' : 'test', paymentId };
};

export const checkoutUrlOf = (baseUrl: string, tenant: Tenant, sessionId: string): string =>
  `${baseUrl}/checkout/${tenant.accountId}/${tenant.mode}/${sessionId}`;

export const paymentLinkUrlOf = (baseUrl: string, tenant: Tenant, linkId: string): string =>
  `${baseUrl}/pay/${tenant.accountId}/${tenant.mode}/${linkId}`;

/** URL of the hosted pages of a session or one-off payment. A stored `url` is used even if the account's domain has changed since. */
export const pagesUrlOf = (baseUrl: string, tenant: Tenant, { id, url }: Pick<Payable, 'id' | 'url'>): string =>
  url ?? checkoutUrlOf(baseUrl, tenant, id);

/** URL to which the provider redirects the buyer after verifying a new payment method. */
export const setupReturnUrlOf = (
  baseUrl: string,
  tenant: Tenant,
  { sessionId, setupId }: { readonly sessionId: string; readonly setupId: string },
): string => `${checkoutUrlOf(baseUrl, tenant, sessionId)}/return?setup=${setupId}`;

/** Dependencies of the flows that complete operations whose responses are stored for replays. */
export interface OperationDeps extends FlowDeps {
  /** Converts a refusal to the response that is stored for replays. */
  readonly refusalAnswer: (requestId: string) => (refusal: Refusal) => StoredAnswer;
}
