import { change } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext } from '../decision.ts';
import { isEventType } from '../event-types.ts';
import { Refusal } from '../refusal.ts';
import { type SealedSecret, type WebhookEndpoint, webhookEndpointAggregate } from './record.ts';

/** Endpoints of one mode, disabled ones included [WHE-25]. */
export const MAX_ENDPOINTS = 16;
export const ENDPOINT_COUNTER = 'webhook_endpoints';

export const endpointLimitRefusal = new Refusal(
  'webhook_endpoint_limit_reached',
  `At most ${MAX_ENDPOINTS} webhook endpoints can exist in a mode; disabled ones count.`,
);

/** Refuses names that are no event type [WHE-20]. */
export const refuseEvents = (enabledEvents: readonly string[]): Refusal | null => {
  const unknown = enabledEvents.find((name) => name !== '*' && !isEventType(name));
  if (enabledEvents.length > 0 && unknown === undefined) return null;
  const message = unknown === undefined ? 'At least one event type is needed.' : `${unknown} is no event type.`;
  return new Refusal('parameter_invalid', message, { param: 'enabled_events' });
};

export interface CreateWebhookEndpoint {
  /** Minted by the caller, because the secret is sealed for this id. */
  readonly id: string;
  /** Already found to resolve to a public address. */
  readonly url: string;
  readonly enabledEvents?: readonly string[] | undefined;
  readonly description?: string | null | undefined;
  readonly secret: SealedSecret;
  /** The highest log number allocated before the call: what was answered before it is at or below. */
  readonly lastSequence: number;
}

/** Registers an endpoint; the seventeenth of a mode is refused in the transaction itself. */
export const createWebhookEndpoint = (
  command: CreateWebhookEndpoint,
  _state: null,
  ctx: DecisionContext,
): Decision<WebhookEndpoint> | Refusal => {
  const enabledEvents = command.enabledEvents ?? ['*'];
  const refused = refuseEvents(enabledEvents);
  if (refused !== null) return refused;
  const endpoint: WebhookEndpoint = {
    id: command.id,
    created: ctx.now,
    url: command.url,
    enabledEvents,
    description: command.description ?? null,
    status: 'enabled',
    heardAfter: command.lastSequence,
    disabledSpan: null,
    secret: command.secret,
    formerSecrets: [],
  };
  return {
    changes: [change(webhookEndpointAggregate, null, endpoint)],
    events: [{ type: 'webhook_endpoint.created', subjectId: endpoint.id }],
    audit: audited('webhook_endpoint', 'created', endpoint.id),
    guards: [{ kind: 'count', name: ENDPOINT_COUNTER, by: 1, max: MAX_ENDPOINTS, refusal: endpointLimitRefusal }],
    result: endpoint,
  };
};
