import type { Aggregate, BaseRecord, JsonObject, Tenant } from '../kernel.ts';
import { livemode } from '../kernel.ts';

/** A signing secret as it is kept: readable for signing, never in the clear. */
export interface SealedSecret {
  readonly ciphertext: string;
  /** First 12 hex digits of the secret's SHA-256 [WHE-18]. */
  readonly fingerprint: string;
}

export interface WebhookEndpoint extends BaseRecord {
  readonly url: string;
  /** Event type names, or `['*']` for all [WHE-15]. */
  readonly enabledEvents: readonly string[];
  readonly description: string | null;
  readonly status: 'enabled' | 'disabled';
  readonly secret: SealedSecret;
  /** After a rotation: signs too until `expiresAt` (Unix seconds, real time). */
  readonly previousSecret: (SealedSecret & { readonly expiresAt: number }) | null;
}

/** Without the secret, which only the answers of creation and rotation carry [WHE-17]. */
export const viewWebhookEndpoint = (endpoint: WebhookEndpoint, tenant: Tenant): JsonObject => ({
  id: endpoint.id,
  object: 'webhook_endpoint',
  created: endpoint.created,
  livemode: livemode(tenant),
  url: endpoint.url,
  enabled_events: endpoint.enabledEvents,
  description: endpoint.description,
  status: endpoint.status,
  secret_fingerprint: endpoint.secret.fingerprint,
});

/** True when the endpoint is subscribed to events of `type`. */
export const listensTo = (endpoint: WebhookEndpoint, type: string): boolean =>
  endpoint.enabledEvents.includes('*') || endpoint.enabledEvents.includes(type);

export const webhookEndpointAggregate: Aggregate<WebhookEndpoint> = {
  type: 'webhook_endpoint',
  prefix: 'we_',
  view: viewWebhookEndpoint,
};
