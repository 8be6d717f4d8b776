import type { Aggregate, BaseRecord } from '../aggregate.ts';
import { livemode, type Tenant } from '../tenant.ts';

/** An encrypted signing secret. */
export interface SealedSecret {
  readonly ciphertext: string;
  /** First 12 hex digits of the secret's SHA-256 [WHE-18]. */
  readonly fingerprint: string;
}

/** A secret that a rotation replaced. Until `expiresAt` (Unix seconds of real time), deliveries are also signed with it. */
export interface FormerSecret extends SealedSecret {
  readonly expiresAt: number;
}

/** A range of sequence numbers of the event log: above `after`, up to and including `through` (`null`: no end yet). */
interface LogSpan {
  readonly after: number;
  readonly through: number | null;
}

export interface WebhookEndpoint extends BaseRecord {
  readonly url: string;
  /** Event type names, or `['*']` for all [WHE-15]. */
  readonly enabledEvents: readonly string[];
  readonly description: string | null;
  readonly status: 'enabled' | 'disabled';
  /** Last sequence number of the event log when the endpoint was created. Events up to this number are never sent. */
  readonly heardAfter: number;
  /** The events recorded while the endpoint was last disabled; they are never sent [WHE-21]. `null`: the endpoint was never disabled. */
  readonly disabledSpan: LogSpan | null;
  readonly secret: SealedSecret;
  /** Newest first. Expired secrets are removed at the next rotation. */
  readonly formerSecrets: readonly FormerSecret[];
}

/** Version 2 had no `heardAfter`: no events were excluded by their sequence number. */
type Version2 = Omit<WebhookEndpoint, 'heardAfter'>;

const withHeardAfter = (endpoint: Version2): WebhookEndpoint => ({ ...endpoint, heardAfter: 0 });

/** Version 1 had one former secret only. */
interface Version1 extends Omit<Version2, 'formerSecrets'> {
  readonly previousSecret: FormerSecret | null;
}

const withAllFormerSecrets = ({ previousSecret, ...rest }: Version1): Version2 => ({
  ...rest,
  formerSecrets: previousSecret === null ? [] : [previousSecret],
});

/** The secrets that sign a delivery at `now` (Unix seconds of real time), newest first [WHD-08, WHD-09]. */
export const signingSecrets = ({ secret, formerSecrets }: WebhookEndpoint, now: number): readonly SealedSecret[] => [
  secret,
  ...formerSecrets.filter(({ expiresAt }) => expiresAt > now),
];

/** The API's `webhook_endpoint` without the secret: only the responses that create or rotate the secret contain it [WHE-17]. */
export const viewWebhookEndpoint = (endpoint: WebhookEndpoint, tenant: Tenant) => ({
  id: endpoint.id,
  object: 'webhook_endpoint' as const,
  created: endpoint.created,
  livemode: livemode(tenant),
  url: endpoint.url,
  enabled_events: endpoint.enabledEvents,
  description: endpoint.description,
  status: endpoint.status,
  secret_fingerprint: endpoint.secret.fingerprint,
});
type WebhookEndpointView = ReturnType<typeof viewWebhookEndpoint>;

/** True when the endpoint is subscribed to events of `type`. */
export const listensTo = (endpoint: WebhookEndpoint, type: string): boolean =>
  endpoint.enabledEvents.includes('*') || endpoint.enabledEvents.includes(type);

/** True when the event with this sequence number was recorded while the endpoint was last disabled. */
export const wasDisabledAt = ({ disabledSpan }: WebhookEndpoint, sequence: number): boolean =>
  disabledSpan !== null && sequence > disabledSpan.after && (disabledSpan.through === null || sequence <= disabledSpan.through);

export const webhookEndpointAggregate: Aggregate<WebhookEndpoint, WebhookEndpointView> = {
  type: 'webhook_endpoint',
  prefix: 'we_',
  migrations: [withAllFormerSecrets, withHeardAfter],
  view: viewWebhookEndpoint,
};
