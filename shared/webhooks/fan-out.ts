import type { Tenant } from '../domain/kernel.ts';
import { type Delivery, expiresAt, newDelivery } from '../domain/webhook-delivery/record.ts';
import { listensTo, type WebhookEndpoint, wasDisabledAt } from '../domain/webhook-endpoint/record.ts';
import type { BusEntry } from '../ports/index.ts';
import { deliveryId } from '../store/deliveries/delivery-id.ts';
import type { Deliveries } from '../store/deliveries/ledger.ts';
import type { EventObject } from '../store/event-log/event-text.ts';

/** A recorded event, as the log has it. */
export interface RecordedEvent {
  /** Its number in the log. */
  readonly sequence: number;
  readonly event: EventObject;
  readonly recordedAtMs: number;
}

export interface FanOutDeps {
  readonly readEvent: (tenant: Tenant, eventId: string) => Promise<RecordedEvent | null>;
  readonly endpointsOf: (tenant: Tenant) => Promise<readonly WebhookEndpoint[]>;
  readonly ledger: Pick<Deliveries, 'create' | 'removeLedger'>;
  /** Tells the account's drainer, or the sweep, of new work. */
  readonly arm: (accountId: string, nowMs: number) => Promise<void>;
  /** Is told of an endpoint's ledger that is gone, rows that still waited included. */
  readonly removed: (tenant: Tenant, endpointId: string) => void;
  readonly nowMs: () => number;
  /** Whether there is time to go on with a long removal. */
  readonly goOn: () => boolean;
}

/**
 * True when the endpoint is to be sent the event [WHD-28]: subscribed, enabled when it was recorded, not older news than the
 * endpoint itself, and not the news of its own removal or disabling [EVT-62]. What was recorded before it was disabled gets
 * its row even later, and waits.
 */
const isReceiver = (endpoint: WebhookEndpoint, { event, sequence, recordedAtMs }: RecordedEvent): boolean =>
  listensTo(endpoint, event.type) &&
  Math.floor(recordedAtMs / 1000) >= endpoint.created &&
  (isOwn(endpoint, event) ? isOwnNews(event) : !wasDisabledAt(endpoint, sequence));

const isOwn = (endpoint: WebhookEndpoint, { type, data }: EventObject): boolean =>
  type.startsWith('webhook_endpoint.') && data.id === endpoint.id;

/** Told by the status in it: the number of an endpoint's own update may lie on either side of the disabled time that it begins or ends. */
const isOwnNews = ({ type, data }: EventObject): boolean => type !== 'webhook_endpoint.deleted' && data.status === 'enabled';

/**
 * Makes the ledger rows of one event. Running twice changes nothing. Answers whether the account's drainer must be woken:
 * also when an endpoint changed, since an enabled one may have waiting rows.
 */
export const fanOut = async (envelope: BusEntry, deps: FanOutDeps): Promise<boolean> => {
  const tenant: Tenant = { accountId: envelope.accountId, mode: envelope.mode };
  const [recorded, endpoints] = await Promise.all([deps.readEvent(tenant, envelope.eventId), deps.endpointsOf(tenant)]);
  if (recorded === null) return false;
  const nowMs = deps.nowMs();
  const deliveries = endpoints
    .filter((endpoint) => isReceiver(endpoint, recorded))
    .map(
      (endpoint): Delivery =>
        newDelivery(
          deliveryId(recorded.event.id, endpoint.id, recorded.recordedAtMs),
          recorded.event,
          endpoint.id,
          recorded.recordedAtMs,
          nowMs,
        ),
    )
    .filter((delivery) => expiresAt(delivery) * 1000 > nowMs);
  await Promise.all(deliveries.map((delivery) => deps.ledger.create(tenant, delivery)));
  if (recorded.event.type === 'webhook_endpoint.deleted') await removeLedger(tenant, recorded.event, deps);
  const wake = deliveries.length > 0 || recorded.event.type === 'webhook_endpoint.updated';
  if (wake) await deps.arm(tenant.accountId, deps.nowMs());
  return wake;
};

const removeLedger = async (tenant: Tenant, event: EventObject, deps: FanOutDeps): Promise<void> => {
  const endpointId = String(event.data.id);
  if (!(await deps.ledger.removeLedger(tenant, endpointId, deps.goOn))) {
    throw new Error('the ledger of the deleted endpoint is not yet removed');
  }
  deps.removed(tenant, endpointId);
};
