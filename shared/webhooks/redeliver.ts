import type { Stored } from '../domain/aggregate.ts';
import { audited, type Decision, type DecisionContext, unchanged } from '../domain/decision.ts';
import { Refusal } from '../domain/refusal.ts';
import { type Delivery, requeued } from '../domain/webhook-delivery/record.ts';
import type { WebhookEndpoint } from '../domain/webhook-endpoint/record.ts';
import type { StoredDelivery } from '../store/deliveries/delivery-store.ts';

export interface RedeliverState {
  readonly endpoint: Stored<WebhookEndpoint> | null;
  readonly stored: StoredDelivery | null;
}

/** `delivery`: the row after the request. `before`: the row before the request; `null` if the request changes nothing. */
export interface Redelivery {
  readonly delivery: Delivery;
  readonly before: StoredDelivery | null;
}

/** Requeues a delivery for an immediate attempt [WHD-25, WHD-27]; returns a successful delivery unchanged [WHD-26]. */
export const redeliver = ({ endpoint, stored }: RedeliverState, { now }: DecisionContext): Decision<Redelivery> | Refusal => {
  if (endpoint === null) return new Refusal('resource_missing', 'No such webhook endpoint.');
  if (stored === null) return new Refusal('resource_missing', 'No such webhook delivery.');
  const delivery = requeued(stored.delivery, now * 1000);
  if (delivery === null) return unchanged({ delivery: stored.delivery, before: null });
  return {
    changes: [],
    events: [],
    audit: { ...audited('webhook_delivery', 'redelivered', delivery.id), metadata: { endpoint_id: delivery.endpointId } },
    result: { delivery, before: stored },
  };
};
