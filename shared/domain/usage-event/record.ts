import { livemode, type Tenant } from '../tenant.ts';

/** Properties of a usage event, by name. */
export type Properties = Readonly<Record<string, string>>;

/** A `canceled` event is not counted. */
export const USAGE_EVENT_STATUSES = ['recorded', 'canceled'] as const;
export type UsageEventStatus = (typeof USAGE_EVENT_STATUSES)[number];

/**
 * A usage event as stored. Only its status changes, and a purge of the customer erases its properties. Not written by `Store.run`,
 * because thousands are written per second; has no entries in the event log.
 */
export interface UsageEvent {
  /** Chosen by the caller, unique in the account and mode. */
  readonly id: string;
  /** When the event was received, Unix seconds; simulated time if the subscription is on a test clock. */
  readonly created: number;
  readonly eventName: string;
  readonly subscriptionId: string;
  readonly customerId: string;
  /** The meter of the subscription's price when the event was received. */
  readonly meterId: string;
  /** Time of the usage, Unix seconds. */
  readonly occurredAt: number;
  /** Decimal with at most 12 places; `null`: none was sent. */
  readonly value: string | null;
  readonly properties: Properties;
  /** Start of the period in which the event is counted, Unix seconds; `null`: it is not counted. */
  readonly periodStart: number | null;
  readonly status: UsageEventStatus;
}

export const viewUsageEvent = (event: UsageEvent, tenant: Tenant) => ({
  id: event.id,
  object: 'usage_event' as const,
  created: event.created,
  livemode: livemode(tenant),
  event_name: event.eventName,
  subscription_id: event.subscriptionId,
  customer_id: event.customerId,
  meter_id: event.meterId,
  occurred_at: event.occurredAt,
  value: event.value,
  properties: event.properties,
  period_start: event.periodStart,
  status: event.status,
});
