import { change } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext } from '../decision.ts';
import { isEventType } from '../event-types.ts';
import { invalidParam, Refusal } from '../refusal.ts';
import { type SealedSecret, type WebhookEndpoint, webhookEndpointAggregate } from './record.ts';

/** Maximum number of endpoints per mode, including disabled ones [WHE-25]. */
export const MAX_ENDPOINTS = 16;
export const ENDPOINT_COUNTER = 'webhook_endpoints';

export const endpointLimitRefusal = new Refusal(
  'webhook_endpoint_limit_reached',
  `The limit of ${MAX_ENDPOINTS} webhook endpoints per mode is reached, including disabled ones. Delete one first.`,
);

/** Refuses an empty list and a list with an unknown event type (400) [WHE-20]. */
export const eventTypesRefusal = (enabledEvents: readonly string[]): Refusal | null => {
  const unknownType = enabledEvents.find((name) => name !== '*' && !isEventType(name));
  if (enabledEvents.length > 0 && unknownType === undefined) return null;
  const message = unknownType === undefined ? 'At least one event type is required.' : `${unknownType} is not an event type.`;
  return invalidParam('enabled_events', message);
};

export interface CreateWebhookEndpoint {
  /** Created by the caller, because the secret is encrypted for this id. */
  readonly id: string;
  /** The caller has checked that the host of the URL resolves to a public IP address. */
  readonly url: string;
  readonly enabledEvents?: readonly string[] | undefined;
  readonly description?: string | null | undefined;
  readonly secret: SealedSecret;
  /** Last sequence number of the event log before the request; earlier events are not sent. */
  readonly lastSequence: number;
}

/** Creates an enabled endpoint. Refuses unknown event types (400) and more than `MAX_ENDPOINTS` endpoints. */
export const createWebhookEndpoint = (
  command: CreateWebhookEndpoint,
  _state: null,
  ctx: DecisionContext,
): Decision<WebhookEndpoint> | Refusal => {
  const enabledEvents = command.enabledEvents ?? ['*'];
  const refusal = eventTypesRefusal(enabledEvents);
  if (refusal !== null) return refusal;
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
