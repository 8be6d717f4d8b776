import type { Stored } from '../domain/aggregate.ts';
import { audited, type Decision, type DecisionContext } from '../domain/decision.ts';
import type { EventType } from '../domain/event-types.ts';
import { Refusal } from '../domain/refusal.ts';
import { type JsonObject, livemode } from '../domain/tenant.ts';
import { type Delivery, newDelivery } from '../domain/webhook-delivery/record.ts';
import { viewWebhookEndpoint, type WebhookEndpoint } from '../domain/webhook-endpoint/record.ts';
import { deliveryId } from '../store/deliveries/delivery-id.ts';
import { eventId } from '../store/event-log/event-id.ts';
import { jsonOf } from '../store/event-log/event-text.ts';

/** Type of the test event if the caller names none. The event contains the endpoint, not an example, so live mode allows it, too. */
export const DEFAULT_TEST_EVENT = 'webhook_endpoint.updated' satisfies EventType;

/** `example`: documented example of an event of the type. The objects in the example do not exist. */
export interface SendTestEvent {
  readonly eventType: EventType;
  readonly example: { readonly data: JsonObject; readonly previous_attributes: JsonObject | null };
}

/** Test events are not in the event log. The number 0 makes them sort before all recorded events. */
const NO_SEQUENCE = 0;

/**
 * Queues a test event for one endpoint, whether or not it is subscribed to the type. Examples are sent in test mode only: a live
 * application could act on the example of a payment. Refuses a disabled endpoint, because it receives nothing until it is enabled.
 */
export const sendTestEvent = (
  { eventType, example }: SendTestEvent,
  { endpoint }: { readonly endpoint: Stored<WebhookEndpoint> | null },
  { tenant, now, ids }: DecisionContext,
): Decision<Delivery> | Refusal => {
  if (endpoint === null) return new Refusal('resource_missing', 'No such webhook endpoint.');
  const { record } = endpoint;
  if (record.status === 'disabled') {
    const message = 'The webhook endpoint is disabled. Enable it to send a test event.';
    return new Refusal('state_conflict', message, { reason: 'webhook_endpoint_disabled' });
  }
  const isAboutEndpoint = eventType === DEFAULT_TEST_EVENT;
  if (livemode(tenant) && !isAboutEndpoint) {
    const message = `\`event_type\` must be ${DEFAULT_TEST_EVENT} in live mode. Send other types in test mode.`;
    return new Refusal('parameter_invalid', message, { param: 'event_type' });
  }
  const id = eventId(NO_SEQUENCE, ids.next('evt_'));
  const content = isAboutEndpoint ? { data: viewWebhookEndpoint(record, tenant), previous_attributes: null } : example;
  const body = jsonOf({ id, object: 'event', type: eventType, created: now, livemode: livemode(tenant), ...content });
  const nowMs = now * 1000;
  const delivery = {
    ...newDelivery(deliveryId(id, record.id, nowMs), { id, type: eventType }, record.id, nowMs, nowMs),
    testBody: body,
  };
  const metadata = { event_type: eventType, delivery_id: delivery.id };
  return { changes: [], events: [], audit: { ...audited('webhook_endpoint', 'test_event_sent', record.id), metadata }, result: delivery };
};
