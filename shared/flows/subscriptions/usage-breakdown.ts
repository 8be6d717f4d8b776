import { type Meter, meterAggregate } from '../../domain/meter/record.ts';
import type { Period } from '../../domain/periods.ts';
import { Refusal } from '../../domain/refusal.ts';
import { isInTrial } from '../../domain/subscription/state.ts';
import type { Subscription } from '../../domain/subscription/types.ts';
import { billedInPeriod, formerMeterIds, unbilled } from '../../domain/subscription/usage/billed.ts';
import { eventsCounted, sliceUnitOf } from '../../domain/subscription/usage/slices.ts';
import { openPeriod, totalsToClose, type UsagePricing, type UsageSnapshot } from '../../domain/subscription/usage/usage.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { measureEvent, propertyOf } from '../../domain/usage-event/accept.ts';
import type { MeterValue } from '../../domain/usage-event/count.ts';
import { TRILLION } from '../../domain/usage-event/quantity.ts';
import type { UsageEvent } from '../../domain/usage-event/record.ts';
import {
  BREAKDOWN_LIMITS,
  type BreakdownInterval,
  type BreakdownRow,
  breakDownUsage,
  type UnsummableCause,
  type UsageEntry,
  unsummableRefusal,
} from '../../domain/usage-record/breakdown.ts';
import { CLOCK_TOLERANCE_SECONDS } from '../../domain/usage-record/create.ts';
import { type UsageRecord, usageRecordAggregate } from '../../domain/usage-record/record.ts';
import { entriesOfSlices } from '../../domain/usage-record/slice-entries.ts';
import type { Table } from '../../store/core/table.ts';
import { listUsageEvents, mayHaveExpired, meterValueIn, meterValueKey } from '../../store/core/usage-events.ts';
import type { Store } from '../../store/writer/store.ts';
import { loadMeter } from './metered-state.ts';

interface BreakdownRequest {
  readonly interval: BreakdownInterval;
  /** Property of the events; `null`: no groups. */
  readonly groupBy: string | null;
}

interface BreakdownState {
  readonly subscription: Subscription;
  readonly usage: UsageSnapshot;
  readonly pricing: UsagePricing;
  /** Unix seconds, on the subscription's test clock if it has one. */
  readonly now: number;
}

/**
 * Breaks down the usage of the open period. Reads the records and events or, if there are more than `maxEntries` or some have expired, the
 * stored sums by day or month. Refuses with 400 if these sums cannot be used for the breakdown, or if the breakdown has too many rows.
 */
export const loadBreakdown = async (
  store: Store,
  tenant: Tenant,
  { interval, groupBy }: BreakdownRequest,
  state: BreakdownState,
  maxEntries: number = BREAKDOWN_LIMITS.entries,
): Promise<readonly BreakdownRow[] | Refusal> => {
  const { subscription, usage, pricing } = state;
  const isGrouped = groupBy !== null;
  const unbilledUsage = unbilled(subscription, totalsToClose(subscription, usage));
  const read = unbilledUsage.records > maxEntries ? 'too_many' : await readEntries(store, tenant, groupBy, state);
  const entries = typeof read === 'string' ? await summedEntries(store, tenant, { interval, groupBy, cause: read }, state) : read;
  if (entries instanceof Refusal) return entries;
  return breakDownUsage(
    entries,
    { interval, isGrouped },
    {
      period: openPeriod(subscription),
      billed: billedInPeriod(subscription),
      formerMeterIds: formerMeterIds(subscription),
      unbilled: unbilledUsage.quantity,
      pricing,
      isFree: isInTrial(subscription),
    },
  );
};

/** Reads the records of the open period, then its events in the order in which they were received. */
const readEntries = async (
  store: Store,
  tenant: Tenant,
  groupBy: string | null,
  { subscription, usage, now }: BreakdownState,
): Promise<readonly UsageEntry[] | UnsummableCause> => {
  const period = openPeriod(subscription);
  // Starts before the period: usage from a sender whose clock is fast is recorded up to `CLOCK_TOLERANCE_SECONDS` before its `occurred_at`.
  const since = period.start - CLOCK_TOLERANCE_SECONDS;
  const [records, events] = await Promise.all([
    loadRecordsSince(store, tenant, subscription.id, since),
    loadEventsSince(store, tenant, subscription.id, since),
  ]);
  if (records === null || events === null || records.length + events.length > BREAKDOWN_LIMITS.entries) return 'too_many';
  const counted = events.filter(({ status, periodStart }) => status === 'recorded' && periodStart === period.start);
  // Events are missing if they have expired or if the index does not contain them yet. Only an old period can have expired events.
  if (counted.length < eventsCounted(usage.slices, period.start) && mayHaveExpired(sliceUnitOf(period), since, now)) return 'expired';
  const meters = await loadMeters(store, tenant, counted);
  return [
    ...records.filter(({ occurredAt }) => occurredAt >= period.start && occurredAt < period.end).map(entryOfRecord),
    // Reversed, since events are listed newest first: a meter with the aggregation `last` takes the value that was received last.
    ...counted.toReversed().flatMap((event) => entryOfEvent(event, meters.get(event.meterId) ?? null, groupBy)),
  ];
};

/** Entries from the stored sums by day or month. Refuses a breakdown for which these sums cannot be used (400). */
const summedEntries = async (
  store: Store,
  tenant: Tenant,
  { interval, groupBy, cause }: BreakdownRequest & { readonly cause: UnsummableCause },
  { subscription, usage }: Pick<BreakdownState, 'subscription' | 'usage'>,
): Promise<readonly UsageEntry[] | Refusal> => {
  const isGrouped = groupBy !== null;
  const period = openPeriod(subscription);
  const meter = await loadMeter(store, tenant, subscription.price.id);
  const value = meter === null ? null : await fetchMeterValue(store.table, tenant, meter, { subscriptionId: subscription.id, period });
  const entries = entriesOfSlices(period, usage, meter, value);
  if (entries === null) return unsummableRefusal(isGrouped, cause, null);
  const unit = sliceUnitOf(period);
  const isSummed = interval === 'period' || interval === 'month' || interval === unit;
  return isGrouped || !isSummed ? unsummableRefusal(isGrouped, cause, unit) : entries;
};

/** Fetches the value of a meter in a period; `null`: no value is stored. Only meters with the aggregation `max` or `last` have one. */
const fetchMeterValue = async (
  table: Table,
  tenant: Tenant,
  { id: meterId, aggregation }: Meter,
  { subscriptionId, period }: { readonly subscriptionId: string; readonly period: Period },
): Promise<MeterValue | null> =>
  aggregation === 'max' || aggregation === 'last'
    ? meterValueIn((await table.get(meterValueKey(tenant, { subscriptionId, meterId, start: period.start }))) ?? undefined)
    : null;

const PAGE = 1000;

/** Usage records created since a time, Unix seconds; `null`: too many. */
const loadRecordsSince = async (store: Store, tenant: Tenant, parentId: string, since: number): Promise<readonly UsageRecord[] | null> => {
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

/** Usage events received since a time, Unix seconds, newest first; `null`: too many. */
const loadEventsSince = async (
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

const loadMeters = async (store: Store, tenant: Tenant, events: readonly UsageEvent[]): Promise<ReadonlyMap<string, Meter | null>> => {
  const ids = [...new Set(events.map(({ meterId }) => meterId))];
  const meters = await Promise.all(ids.map(async (id) => (await store.get(meterAggregate, tenant, id))?.record ?? null));
  return new Map(ids.map((id, index) => [id, meters[index] ?? null]));
};

const entryOfRecord = ({ occurredAt, quantity }: UsageRecord): UsageEntry => ({
  occurredAt,
  meterId: null,
  eventName: null,
  aggregation: 'sum',
  group: null,
  trillionths: BigInt(quantity) * TRILLION,
  uniqueValue: null,
  count: 1,
});

/** Returns no entry if a purge of the customer has erased the event's value. */
const entryOfEvent = (event: UsageEvent, meter: Meter | null, groupBy: string | null): readonly UsageEntry[] => {
  if (meter === null) return [];
  const value = measureEvent(meter, event);
  if (value instanceof Refusal) return [];
  const { occurredAt, meterId, properties } = event;
  return [
    {
      occurredAt,
      meterId,
      eventName: meter.eventName,
      aggregation: meter.aggregation,
      group: groupBy === null ? null : propertyOf(properties, groupBy),
      count: 1,
      ...value,
    },
  ];
};
