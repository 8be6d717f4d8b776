import type { Aggregate, BaseRecord } from '../aggregate.ts';
import { livemode, type Tenant } from '../tenant.ts';

/** A signing secret as it is kept: readable for signing, never in the clear. */
export interface SealedSecret {
  readonly ciphertext: string;
  /** First 12 hex digits of the secret's SHA-256 [WHE-18]. */
  readonly fingerprint: string;
}

/** A secret that was rotated out. It signs too until `expiresAt` (Unix seconds, real time). */
export interface FormerSecret extends SealedSecret {
  readonly expiresAt: number;
}

/** A stretch of the event log; `through: null`: to its end. */
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
  /** The log number up to which everything is older than the endpoint, and never sent to it. */
  readonly heardAfter: number;
  /** What was recorded while it was last disabled, by log numbers: it is never sent [WHE-21]. `null`: never disabled. */
  readonly disabledSpan: LogSpan | null;
  readonly secret: SealedSecret;
  /** Newest first; those whose time is over are dropped at the next rotation. */
  readonly formerSecrets: readonly FormerSecret[];
}

/** Version 2 did not say where in the log the endpoint began. */
type WithoutBeginning = Omit<WebhookEndpoint, 'heardAfter'>;

const fromTheBeginning = (endpoint: WithoutBeginning): WebhookEndpoint => ({ ...endpoint, heardAfter: 0 });

/** Version 1 kept the latest former secret only. */
interface WithOneFormer extends Omit<WithoutBeginning, 'formerSecrets'> {
  readonly previousSecret: FormerSecret | null;
}

const withEveryFormer = ({ previousSecret, ...rest }: WithOneFormer): WithoutBeginning => ({
  ...rest,
  formerSecrets: previousSecret === null ? [] : [previousSecret],
});

/** The secrets that sign a delivery made at `now` (Unix seconds, real time), newest first [WHD-08, WHD-09]. */
export const signingSecrets = ({ secret, formerSecrets }: WebhookEndpoint, now: number): readonly SealedSecret[] => [
  secret,
  ...formerSecrets.filter(({ expiresAt }) => expiresAt > now),
];

/** Without the secret, which only the answers of creation and rotation carry [WHE-17]. */
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

/** True when the event of that log number was recorded while the endpoint was disabled. */
export const wasDisabledAt = ({ disabledSpan }: WebhookEndpoint, sequence: number): boolean =>
  disabledSpan !== null && sequence > disabledSpan.after && (disabledSpan.through === null || sequence <= disabledSpan.through);

export const webhookEndpointAggregate: Aggregate<WebhookEndpoint, WebhookEndpointView> = {
  type: 'webhook_endpoint',
  prefix: 'we_',
  migrations: [withEveryFormer, fromTheBeginning],
  view: viewWebhookEndpoint,
};
