import { type Meter, meterAggregate } from '../../domain/meter/record.ts';
import { Refusal } from '../../domain/refusal.ts';
import { isInTrial } from '../../domain/subscription/state.ts';
import type { Subscription } from '../../domain/subscription/types.ts';
import {
  billedInPeriod,
  openPeriod,
  totalsToClose,
  type UsagePricing,
  type UsageRead,
  unbilled,
} from '../../domain/subscription/usage/usage.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { measureEvent, propertyOf } from '../../domain/usage-event/accept.ts';
import { TRILLION } from '../../domain/usage-event/quantity.ts';
import type { UsageEvent } from '../../domain/usage-event/record.ts';
import {
  BREAKDOWN_LIMITS,
  type BreakdownInterval,
  type BreakdownRow,
  breakDownUsage,
  refuseEntries,
  type UsageEntry,
} from '../../domain/usage-record/breakdown.ts';
import { CLOCK_TOLERANCE_SECONDS } from '../../domain/usage-record/create.ts';
import { type UsageRecord, usageRecordAggregate } from '../../domain/usage-record/record.ts';
import { listUsageEvents } from '../../store/core/usage-events.ts';
import type { Store } from '../../store/writer/store.ts';

interface BreakdownRequest {
  readonly interval: BreakdownInterval;
  /** Property of the events; `null`: no groups. */
  readonly groupBy: string | null;
}

interface BreakdownState {
  readonly subscription: Subscription;
  readonly usage: UsageRead;
  readonly pricing: UsagePricing;
}

/**
 * Reads the usage of the open period and breaks it down. Refuses with 400 a period with more than `maxEntries` records and events, if
 * possible before it reads them, and a breakdown with too many rows.
 */
export const loadBreakdown = async (
  store: Store,
  tenant: Tenant,
  { interval, groupBy }: BreakdownRequest,
  { subscription, usage, pricing }: BreakdownState,
  maxEntries: number = BREAKDOWN_LIMITS.entries,
): Promise<readonly BreakdownRow[] | Refusal> => {
  const period = openPeriod(subscription);
  const isGrouped = groupBy !== null;
  const open = unbilled(subscription, totalsToClose(subscription, usage));
  if (open.records > maxEntries) return refuseEntries(isGrouped);
  // Usage is reported at most `CLOCK_TOLERANCE_SECONDS` before it occurs.
  const since = period.start - CLOCK_TOLERANCE_SECONDS;
  const [records, events] = await Promise.all([
    recordsSince(store, tenant, subscription.id, since),
    eventsSince(store, tenant, subscription.id, since),
  ]);
  if (records === null || events === null || records.length + events.length > BREAKDOWN_LIMITS.entries) return refuseEntries(isGrouped);
  const counted = events.filter(({ status, periodStart }) => status === 'recorded' && periodStart === period.start);
  const meters = await metersOf(store, tenant, counted);
  const entries = [
    ...records.filter(({ occurredAt }) => occurredAt >= period.start && occurredAt < period.end).map(entryOfRecord),
    // Events are listed newest first. A meter with the aggregation `last` takes the value that was received last.
    ...counted.toReversed().flatMap((event) => entryOfEvent(event, meters.get(event.meterId) ?? null, groupBy)),
  ];
  return breakDownUsage(
    entries,
    { interval, isGrouped },
    {
      period,
      before: billedInPeriod(subscription),
      unbilled: open.quantity,
      pricing,
      isFree: isInTrial(subscription),
    },
  );
};

const PAGE = 1000;

/** Usage records created since a time, Unix seconds; `null`: too many. */
const recordsSince = async (store: Store, tenant: Tenant, parentId: string, since: number): Promise<readonly UsageRecord[] | null> => {
  const found: UsageRecord[] = [];
  for (let startingAfter: string | undefined; found.length <= BREAKDOWN_LIMITS.entries; ) {
    const { items, hasMore } = await store.page(usageRecordAggregate, tenant, {
      limit: PAGE,
      startingAfter,
      by: { parentId },
      isPastEnd: ({ created }) => created < since,
    });
    found.push(...items.map(({ record }) => record));
    startingAfter = items.at(-1)?.record.id;
    if (!hasMore) return found;
  }
  return null;
};

/** Usage events received since a time, Unix seconds, the last one first; `null`: too many. */
const eventsSince = async (
  { table }: Store,
  tenant: Tenant,
  subscriptionId: string,
  since: number,
): Promise<readonly UsageEvent[] | null> => {
  const found: UsageEvent[] = [];
  for (let startingAfter: string | undefined; found.length <= BREAKDOWN_LIMITS.entries; ) {
    const page = await listUsageEvents(table, tenant, subscriptionId, { limit: PAGE, startingAfter });
    const events = (page?.events ?? []).map(({ event }) => event);
    const recent = events.filter(({ created }) => created >= since);
    found.push(...recent);
    startingAfter = events.at(-1)?.id;
    if (page?.hasMore !== true || recent.length < events.length) return found;
  }
  return null;
};

const metersOf = async (store: Store, tenant: Tenant, events: readonly UsageEvent[]): Promise<ReadonlyMap<string, Meter | null>> => {
  const ids = [...new Set(events.map(({ meterId }) => meterId))];
  const meters = await Promise.all(ids.map(async (id) => (await store.get(meterAggregate, tenant, id))?.record ?? null));
  return new Map(ids.map((id, index) => [id, meters[index] ?? null]));
};

const entryOfRecord = ({ occurredAt, quantity }: UsageRecord): UsageEntry => ({
  occurredAt,
  meterId: null,
  aggregation: 'sum',
  group: null,
  trillionths: BigInt(quantity) * TRILLION,
  uniqueValue: null,
});

/** Returns no entry for an event whose value a purge of the customer has erased. */
const entryOfEvent = (event: UsageEvent, meter: Meter | null, groupBy: string | null): readonly UsageEntry[] => {
  if (meter === null) return [];
  const value = measureEvent(meter, event);
  if (value instanceof Refusal) return [];
  const { occurredAt, meterId, properties } = event;
  return [
    {
      occurredAt,
      meterId,
      aggregation: meter.aggregation,
      group: groupBy === null ? null : propertyOf(properties, groupBy),
      ...value,
    },
  ];
};
