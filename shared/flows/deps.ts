import type { IdSource } from '../domain/decision.ts';
import type { Payable } from '../domain/payable/record.ts';
import type { Refusal } from '../domain/refusal.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { SecretsPort } from '../ports/index.ts';
import type { Opener } from '../ports/opener.ts';
import type { StoredAnswer } from '../store/core/idempotency.ts';
import type { Store } from '../store/writer/store.ts';

/** What the flows that reach the provider work with. */
export interface FlowDeps {
  readonly store: Store;
  readonly ids: IdSource;
  readonly nowMs: () => number;
  /** Where the service is reached from outside, without a trailing slash. */
  readonly baseUrl: string;
  readonly secrets: SecretsPort;
  /** Opens provider credentials; lives as long as the process, so that a key is decrypted once. */
  readonly openCredential: Opener;
  /** Where connected provider accounts are reached, without `/v2` and trailing slash. */
  readonly providerBaseUrl: string;
  /** Whether this deployment has the sandbox provider. */
  readonly sandboxServed: boolean;
}

/** Where the sandbox speaks the provider's wire format. */
export const SANDBOX_PROVIDER_PATH = '/sandbox/provider';

/** Where the provider tells of changes of a payment. It names our payment, which is believed only after asking the provider. */
export const webhookUrlOf = (deps: FlowDeps, tenant: Tenant, paymentId: string): string =>
  `${deps.baseUrl}/provider/webhooks/${tenant.accountId}/${tenant.mode}/${paymentId}`;

/** Which payment the address of a provider webhook names; `null` for another address. The inverse of `webhookUrlOf`. */
export const paymentOfWebhookUrl = (url: string): (Tenant & { readonly paymentId: string }) | null => {
  const [, accountId, mode, paymentId] = /\/provider\/webhooks\/([^/?#]+)\/(live|test)\/([^/?#]+)$/.exec(url) ?? [];
  if (accountId === undefined || paymentId === undefined) return null;
  return { accountId, mode: mode === 'live' ? 'live' : 'test', paymentId };
};

export const checkoutUrlOf = (baseUrl: string, tenant: Tenant, sessionId: string): string =>
  `${baseUrl}/checkout/${tenant.accountId}/${tenant.mode}/${sessionId}`;

/** Where the pages of a session or one-off payment are: as its buyer was reported, whatever the account's domain is by now. */
export const pagesUrlOf = (baseUrl: string, tenant: Tenant, { id, url }: Pick<Payable, 'id' | 'url'>): string =>
  url ?? checkoutUrlOf(baseUrl, tenant, id);

/** Where the provider sends the buyer back to who proved a method for the wallet. */
export const setupReturnUrlOf = (
  baseUrl: string,
  tenant: Tenant,
  { sessionId, setupId }: { readonly sessionId: string; readonly setupId: string },
): string => `${checkoutUrlOf(baseUrl, tenant, sessionId)}/return?setup=${setupId}`;

/** What flows work with that finish an operation whose caller may ask again. */
export interface OperationParts extends FlowDeps {
  /** A refusal as the response that is stored for replays. */
  readonly refusalAnswer: (requestId: string) => (refusal: Refusal) => StoredAnswer;
}
