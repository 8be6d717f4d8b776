import type { Tenant } from '../domain/tenant.ts';
import { type Delivery, expiresAt, newDelivery } from '../domain/webhook-delivery/record.ts';
import { listensTo, type WebhookEndpoint, wasDisabledAt } from '../domain/webhook-endpoint/record.ts';
import type { Envelope, EventRef } from '../ports/index.ts';
import { deliveryId } from '../store/deliveries/delivery-id.ts';
import type { DeliveryStore } from '../store/deliveries/delivery-store.ts';
import type { RecordedEvent } from '../store/event-log/entries.ts';
import { type EventObject, type LoggedEvent, parseEvent } from '../store/event-log/event-text.ts';

export interface FanOutDeps {
  /** Reads the events that exist in the log. */
  readonly readEvents: (tenant: Tenant, ids: readonly string[]) => Promise<readonly RecordedEvent[]>;
  readonly endpointsOf: (tenant: Tenant) => Promise<readonly WebhookEndpoint[]>;
  readonly deliveryStore: Pick<DeliveryStore, 'create' | 'removeAll'>;
  /** Announces new work to the account's drainer (see `drain.ts`), or to the sweep if no drainer is running. */
  readonly announceWork: (accountId: string, nowMs: number) => Promise<void>;
  /** Called after an endpoint's deliveries were deleted, including pending rows. */
  readonly onDeliveriesDeleted: (tenant: Tenant, endpointId: string) => void;
  readonly nowMs: () => number;
  /** True while there is time to continue a long deletion. */
  readonly mayContinue: () => boolean;
}

/** Result of a fan-out. */
export interface FanOutResult {
  /** Ids of the accounts that need a wake-up. */
  readonly toWake: ReadonlySet<string>;
  /** Errors by event id. These events must be processed again; all others are done. */
  readonly failed: ReadonlyMap<string, unknown>;
}

const ENDPOINT_EVENTS = 'webhook_endpoint.';
const ENDPOINT_DELETED = 'webhook_endpoint.deleted';

/**
 * True if the endpoint gets the event [WHD-28]: the endpoint subscribes to the type, and when the event was recorded, the endpoint existed
 * and was enabled. An endpoint that was disabled afterwards also gets a delivery row; the delivery is sent when the endpoint is enabled
 * again. An event about the endpoint itself is sent only if it shows the endpoint as enabled, and never if it reports the deletion
 * [EVT-62].
 */
const isReceiver = (endpoint: WebhookEndpoint, { event, sequence }: RecordedEvent): boolean =>
  listensTo(endpoint, event.type) &&
  (isAboutItself(endpoint, event)
    ? isOwnEnabledState(parseEvent(event))
    : sequence > endpoint.heardAfter && !wasDisabledAt(endpoint, sequence));

const isAboutItself = (endpoint: WebhookEndpoint, event: LoggedEvent): boolean =>
  event.type.startsWith(ENDPOINT_EVENTS) && parseEvent(event).data.id === endpoint.id;

/**
 * Reads the status from the event, because the sequence number does not show it: an update of the endpoint itself can have a sequence
 * number inside or outside of `disabledSpan`.
 */
const isOwnEnabledState = ({ type, data }: EventObject): boolean => type !== ENDPOINT_DELETED && data.status === 'enabled';

/** Builds the delivery rows of an event. */
const rowsOf = (endpoints: readonly WebhookEndpoint[], recorded: RecordedEvent, nowMs: number): readonly Delivery[] => {
  const { event, recordedAtMs } = recorded;
  return endpoints
    .filter((endpoint) => isReceiver(endpoint, recorded))
    .map(({ id }) => newDelivery(deliveryId(event.id, id, recordedAtMs), event, id, recordedAtMs, nowMs))
    .filter((delivery) => expiresAt(delivery) * 1000 > nowMs);
};

/**
 * Creates the delivery rows of the events in these envelopes. Idempotent. `toWake` also contains accounts with a changed endpoint: if the
 * endpoint was enabled, the rows that waited for this can be sent.
 */
export const fanOut = async (envelopes: readonly Envelope[], deps: FanOutDeps): Promise<FanOutResult> => {
  const toWake = new Set<string>();
  const failed = new Map<string, unknown>();
  await Promise.all(
    byTenant(envelopes).map(async ({ tenant, events }) => {
      try {
        if (!(await createRows(tenant, events, deps, failed))) return;
        await deps.announceWork(tenant.accountId, deps.nowMs());
        toWake.add(tenant.accountId);
      } catch (error) {
        for (const { id } of events) failed.set(id, error);
      }
    }),
  );
  return { toWake, failed };
};

interface EventsOfTenant {
  readonly tenant: Tenant;
  readonly events: readonly EventRef[];
}

/** Groups the events by tenant, without duplicates. */
const byTenant = (envelopes: readonly Envelope[]): readonly EventsOfTenant[] => {
  const tenants = new Map<string, { readonly tenant: Tenant; readonly events: Map<string, EventRef> }>();
  for (const { accountId, mode, events } of envelopes) {
    const key = `${accountId}#${mode}`;
    const group = tenants.get(key) ?? { tenant: { accountId, mode }, events: new Map() };
    tenants.set(key, group);
    for (const event of events) group.events.set(event.id, event);
  }
  return [...tenants.values()].map(({ tenant, events }) => ({ tenant, events: [...events.values()] }));
};

/** Creates the rows of a tenant's events; returns true if the account needs a wake-up. Reads only events that an endpoint may get. */
const createRows = async (
  tenant: Tenant,
  events: readonly EventRef[],
  deps: FanOutDeps,
  failed: Map<string, unknown>,
): Promise<boolean> => {
  const endpoints = await deps.endpointsOf(tenant);
  const subscribedEvents = events.filter(
    ({ type }) => type.startsWith(ENDPOINT_EVENTS) || endpoints.some((endpoint) => listensTo(endpoint, type)),
  );
  if (subscribedEvents.length === 0) return false;
  const recorded = await deps.readEvents(
    tenant,
    subscribedEvents.map(({ id }) => id),
  );
  const nowMs = deps.nowMs();
  const deliveries = recorded.flatMap((each) => runOrRecordError(failed, each.event.id, () => rowsOf(endpoints, each, nowMs)) ?? []);
  for (const [{ eventId }, error] of await deps.deliveryStore.create(tenant, deliveries)) failed.set(eventId, error);
  for (const { event } of recorded) {
    if (event.type === ENDPOINT_DELETED) await removeDeliveries(tenant, event, deps).catch((error: unknown) => failed.set(event.id, error));
  }
  return deliveries.length > 0 || recorded.some(({ event }) => event.type === 'webhook_endpoint.updated');
};

const runOrRecordError = <T>(failed: Map<string, unknown>, eventId: string, work: () => T): T | null => {
  try {
    return work();
  } catch (error) {
    failed.set(eventId, error);
    return null;
  }
};

const removeDeliveries = async (tenant: Tenant, event: LoggedEvent, deps: FanOutDeps): Promise<void> => {
  const endpointId = String(parseEvent(event).data.id);
  if (!(await deps.deliveryStore.removeAll(tenant, endpointId, deps.mayContinue))) {
    throw new Error('out of time: the deliveries of the deleted endpoint are not completely deleted');
  }
  deps.onDeliveriesDeleted(tenant, endpointId);
};
