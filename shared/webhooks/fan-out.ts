import type { Tenant } from '../domain/tenant.ts';
import { type Delivery, expiresAt, newDelivery } from '../domain/webhook-delivery/record.ts';
import { listensTo, type WebhookEndpoint, wasDisabledAt } from '../domain/webhook-endpoint/record.ts';
import type { Envelope, EventName } from '../ports/index.ts';
import { deliveryId } from '../store/deliveries/delivery-id.ts';
import type { Deliveries } from '../store/deliveries/ledger.ts';
import type { RecordedEvent } from '../store/event-log/entries.ts';
import { type EventObject, type LoggedEvent, parseEvent } from '../store/event-log/event-text.ts';

export interface FanOutDeps {
  /** Those of the events that the log has. */
  readonly readEvents: (tenant: Tenant, ids: readonly string[]) => Promise<readonly RecordedEvent[]>;
  readonly endpointsOf: (tenant: Tenant) => Promise<readonly WebhookEndpoint[]>;
  readonly ledger: Pick<Deliveries, 'create' | 'removeLedger'>;
  /** Tells the account's drainer, or the sweep, of new work. */
  readonly arm: (accountId: string, nowMs: number) => Promise<void>;
  /** Is notified of an endpoint's ledger that is gone, rows that still waited included. */
  readonly removed: (tenant: Tenant, endpointId: string) => void;
  readonly nowMs: () => number;
  /** Whether there is time to continue with a long removal. */
  readonly proceed: () => boolean;
}

/** What came of the events of a batch. */
export interface FannedOut {
  /** The accounts whose drainer must be woken. */
  readonly toWake: ReadonlySet<string>;
  /** Why an event's work is not done, by its id. It is to be processed again; the work of the others is done. */
  readonly failed: ReadonlyMap<string, unknown>;
}

const OWN_NEWS = 'webhook_endpoint.';
const REMOVAL = 'webhook_endpoint.deleted';

/**
 * True when the endpoint is to be sent the event [WHD-28]: subscribed, enabled when it was recorded, not older news than the
 * endpoint itself, and not the separate news removal or disabling [EVT-62]. What was recorded before it was disabled gets
 * its row even later, and waits.
 */
const isReceiver = (endpoint: WebhookEndpoint, { event, sequence }: RecordedEvent): boolean =>
  listensTo(endpoint, event.type) &&
  (isOwn(endpoint, event) ? isOwnNews(parseEvent(event)) : sequence > endpoint.heardAfter && !wasDisabledAt(endpoint, sequence));

const isOwn = (endpoint: WebhookEndpoint, event: LoggedEvent): boolean =>
  event.type.startsWith(OWN_NEWS) && parseEvent(event).data.id === endpoint.id;

/** Reported by the status in it: the number of an endpoint's own update may lie on either side of the disabled time that it begins or ends. */
const isOwnNews = ({ type, data }: EventObject): boolean => type !== REMOVAL && data.status === 'enabled';

/** The rows that an event makes. */
const deliveriesOf = (endpoints: readonly WebhookEndpoint[], recorded: RecordedEvent, nowMs: number): readonly Delivery[] => {
  const { event, recordedAtMs } = recorded;
  return endpoints
    .filter((endpoint) => isReceiver(endpoint, recorded))
    .map(({ id }) => newDelivery(deliveryId(event.id, id, recordedAtMs), event, id, recordedAtMs, nowMs))
    .filter((delivery) => expiresAt(delivery) * 1000 > nowMs);
};

/**
 * Makes the ledger rows of the events in these envelopes. Running twice changes nothing. An account's drainer must be woken also
 * when an endpoint changed, since an enabled one may have waiting rows.
 */
export const fanOut = async (envelopes: readonly Envelope[], deps: FanOutDeps): Promise<FannedOut> => {
  const toWake = new Set<string>();
  const failed = new Map<string, unknown>();
  await Promise.all(
    byTenant(envelopes).map(async ({ tenant, events }) => {
      try {
        if (!(await makeRows(tenant, events, deps, failed))) return;
        await deps.arm(tenant.accountId, deps.nowMs());
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
  readonly events: readonly EventName[];
}

/** Each event once, however often the envelopes name it. */
const byTenant = (envelopes: readonly Envelope[]): readonly EventsOfTenant[] => {
  const found = new Map<string, { readonly tenant: Tenant; readonly events: Map<string, EventName> }>();
  for (const { accountId, mode, events } of envelopes) {
    const key = `${accountId}#${mode}`;
    const known = found.get(key) ?? { tenant: { accountId, mode }, events: new Map() };
    found.set(key, known);
    for (const event of events) known.events.set(event.id, event);
  }
  return [...found.values()].map(({ tenant, events }) => ({ tenant, events: [...events.values()] }));
};

/** Answers whether the account's drainer must be woken. Events that nobody listens to are not even read. */
const makeRows = async (tenant: Tenant, events: readonly EventName[], deps: FanOutDeps, failed: Map<string, unknown>): Promise<boolean> => {
  const endpoints = await deps.endpointsOf(tenant);
  const heard = events.filter(({ type }) => type.startsWith(OWN_NEWS) || endpoints.some((endpoint) => listensTo(endpoint, type)));
  if (heard.length === 0) return false;
  const recorded = await deps.readEvents(
    tenant,
    heard.map(({ id }) => id),
  );
  const nowMs = deps.nowMs();
  const deliveries = recorded.flatMap((each) => orFailed(failed, each.event.id, () => deliveriesOf(endpoints, each, nowMs)) ?? []);
  for (const [{ eventId }, error] of await deps.ledger.create(tenant, deliveries)) failed.set(eventId, error);
  for (const { event } of recorded) {
    if (event.type === REMOVAL) await removeLedger(tenant, event, deps).catch((error: unknown) => failed.set(event.id, error));
  }
  return deliveries.length > 0 || recorded.some(({ event }) => event.type === 'webhook_endpoint.updated');
};

const orFailed = <T>(failed: Map<string, unknown>, eventId: string, work: () => T): T | null => {
  try {
    return work();
  } catch (error) {
    failed.set(eventId, error);
    return null;
  }
};

const removeLedger = async (tenant: Tenant, event: LoggedEvent, deps: FanOutDeps): Promise<void> => {
  const endpointId = String(parseEvent(event).data.id);
  if (!(await deps.ledger.removeLedger(tenant, endpointId, deps.proceed))) {
    throw new Error('the ledger of the deleted endpoint is not yet removed');
  }
  deps.removed(tenant, endpointId);
};
