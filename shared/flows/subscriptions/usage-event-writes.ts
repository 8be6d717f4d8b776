import type { SliceUnit, UsageSlice } from '../../domain/subscription/usage/slices.ts';
import type { Counting } from '../../domain/subscription/usage/usage.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { AcceptedEvent, MeteredState } from '../../domain/usage-event/accept.ts';
import { countEvents, isEarlier, type KnownValues, type MeterValue, uniqueKey } from '../../domain/usage-event/count.ts';
import { type Key, keyText, usageCounterOf } from '../../store/core/keys.ts';
import type { Item, Table, TransactItem } from '../../store/core/table.ts';
import { usageEventCountItem } from '../../store/core/usage-counters.ts';
import {
  type MeterPeriod,
  meterValueIn,
  meterValueItem,
  meterValueKey,
  uniqueSliceIn,
  uniqueValueItem,
  uniqueValueKey,
  usageEventItem,
} from '../../store/core/usage-events.ts';

/** The events of one subscription that will be recorded. */
export interface EventGroup {
  readonly state: MeteredState;
  readonly events: readonly AcceptedEvent[];
}

/** One transaction: the events, and the updates that count them. */
export interface UsageEventWrite {
  readonly eventIds: readonly string[];
  readonly items: readonly TransactItem[];
}

/** An event as it was sent. `fingerprint`: hash of its content. `position`: its index in the request. */
export interface SentContent {
  readonly fingerprint: string;
  readonly position: number;
}

/** What is stored with the events. */
interface WriteContext {
  /** By id of the event. */
  readonly sentContents: ReadonlyMap<string, SentContent>;
  /** Random, one for each request: distinguishes events that this request recorded from those of other requests. */
  readonly nonce: string;
  readonly nowMs: number;
  /** Unix seconds of real time. */
  readonly now: number;
}

/** Maximum number of items of a DynamoDB transaction. */
const MAX_ITEMS = 100;

/**
 * Plans transactions of up to 100 items. Events of one subscription share one counter update per transaction, so that an event costs little
 * more than its item. With the aggregation `max` or `last`, plans only one transaction per subscription, since a second one would depend on
 * the value that the first writes. With `unique`, each value is written by one transaction; further events with this value that do not fit
 * into this transaction are left out. After these writes, the caller plans the events that were left out.
 */
export const planWrites = async (
  table: Table,
  tenant: Tenant,
  groups: readonly EventGroup[],
  context: WriteContext,
): Promise<readonly UsageEventWrite[]> => {
  const keys = groups.flatMap((group) => valueKeysOf(tenant, group));
  const items = keys.length === 0 ? new Map<string, Item>() : await table.batchGet(keys);
  return combineSmallWrites(groups.flatMap((group) => writesOfGroup(tenant, group, knownValuesIn(tenant, group, items), context)));
};

const periodOf = ({ event, counting }: AcceptedEvent): MeterPeriod | null =>
  counting === null ? null : { subscriptionId: event.subscriptionId, meterId: event.meterId, start: counting.start };

/** Keys of the items with the known values of the meter. Only meters with the aggregation `max`, `last` or `unique` have such items. */
const valueKeysOf = (tenant: Tenant, { state: { meter }, events }: EventGroup): readonly Key[] =>
  events.flatMap((event) => {
    const period = periodOf(event);
    if (period === null) return [];
    if (event.uniqueValue !== null) return [uniqueValueKey(tenant, period, event.uniqueValue)];
    return meter?.aggregation === 'max' || meter?.aggregation === 'last' ? [meterValueKey(tenant, period)] : [];
  });

const knownValuesIn = (tenant: Tenant, { events }: EventGroup, items: ReadonlyMap<string, Item>): KnownValues => {
  const values = new Map<number, MeterValue>();
  const unique = new Map<string, UsageSlice | null>();
  const itemAt = ({ pk, sk }: Key): Item | undefined => items.get(keyText(pk, sk));
  for (const event of events) {
    const period = periodOf(event);
    if (period === null) continue;
    if (event.uniqueValue !== null) {
      const slice = uniqueSliceIn(itemAt(uniqueValueKey(tenant, period, event.uniqueValue)));
      if (slice !== undefined) unique.set(uniqueKey(period.start, event.uniqueValue), slice);
    } else {
      const value = meterValueIn(itemAt(meterValueKey(tenant, period)));
      if (value !== null) values.set(period.start, value);
    }
  }
  return { values, unique };
};

const writesOfGroup = (tenant: Tenant, group: EventGroup, known: KnownValues, context: WriteContext): readonly UsageEventWrite[] =>
  chunksOf(group, known).map((events, index) =>
    writeOf(tenant, { ...group, events }, known, { ...context, counter: usageCounterOf(`${context.nonce}${index}`) }),
  );

/** Splits the events of a group so that each chunk fits into a transaction with its counter and the values of its meter. */
const chunksOf = ({ state: { meter }, events }: EventGroup, { unique }: KnownValues): readonly (readonly AcceptedEvent[])[] => {
  const aggregation = meter?.aggregation;
  if (aggregation === 'max' || aggregation === 'last') return [events.slice(0, valueChunkSize(events))];
  const chunks: AcceptedEvent[][] = [];
  const chunkOfKey = new Map<string, number>();
  let size = MAX_ITEMS;
  for (const event of events) {
    const { counting, uniqueValue } = event;
    const key = uniqueValue === null || counting === null ? null : uniqueKey(counting.start, uniqueValue);
    const known = key === null ? undefined : unique.get(key);
    const isWritten = key !== null && (known === undefined || isEarlier(counting?.slice ?? null, known));
    const isNewKey = isWritten && !chunkOfKey.has(key);
    const writingChunk = key === null ? undefined : chunkOfKey.get(key);
    // An earlier chunk writes this value, so the event is left out.
    if (writingChunk !== undefined && writingChunk !== chunks.length - 1) continue;
    const needed = isNewKey ? 2 : 1;
    if (size + needed > MAX_ITEMS) {
      if (writingChunk !== undefined) continue;
      chunks.push([]);
      size = 1;
    }
    chunks.at(-1)?.push(event);
    size += needed;
    if (isNewKey) chunkOfKey.set(key, chunks.length - 1);
  }
  return chunks;
};

/** Number of leading events that fit into a transaction with one counter and a value for each of their periods. */
const valueChunkSize = (events: readonly AcceptedEvent[]): number => {
  const starts = new Set<number>();
  for (const [index, { counting }] of events.entries()) {
    if (counting !== null) starts.add(counting.start);
    if (index + 1 + starts.size + 1 > MAX_ITEMS) return index;
  }
  return events.length;
};

/**
 * Returns the length of the usage slices (stored sums) of an event's period: `day` or `month`. If the slice is not known, derives it from
 * the interval of the price.
 */
const unitOf = ({ subscription }: MeteredState, counting: Counting | null): SliceUnit =>
  counting?.slice?.unit ?? (subscription?.record.price.interval === 'month' ? 'day' : 'month');

const writeOf = (
  tenant: Tenant,
  { state, events }: EventGroup,
  knownValues: KnownValues,
  context: WriteContext & { readonly counter: number },
): UsageEventWrite => {
  const { nonce, nowMs, sentContents } = context;
  const puts = events.map(({ event, counting }) => {
    const { fingerprint, position } = sentContents.get(event.id) ?? { fingerprint: '', position: 0 };
    return usageEventItem(tenant, { event, fingerprint, nonce }, { nowMs, unit: unitOf(state, counting), position });
  });
  return {
    eventIds: events.map(({ event }) => event.id),
    items: [...puts, ...countsOf(tenant, { state, events }, knownValues, context)],
  };
};

/** The writes that count the events: one counter, and the changed values of the meter. Chunks of one request use different counters. */
const countsOf = (
  tenant: Tenant,
  { state: { meter, holds }, events }: EventGroup,
  knownValues: KnownValues,
  { nowMs, now, counter }: Pick<WriteContext, 'nowMs' | 'now'> & { readonly counter: number },
): readonly TransactItem[] => {
  const [counted] = events.filter(({ counting }) => counting !== null);
  if (meter === null || counted === undefined || counted.counting === null) return [];
  const { subscriptionId } = counted.event;
  const { sums, values, unique } = countEvents(meter.aggregation, events, knownValues);
  const periodAt = (start: number): MeterPeriod => ({ subscriptionId, meterId: meter.id, start });
  return [
    usageEventCountItem(tenant, { subscriptionId, meterId: meter.id, counter, holds, now }, counted.counting, sums),
    ...[...values].map(([start, value]) => meterValueItem(tenant, periodAt(start), value, nowMs)),
    ...unique.map((value) => uniqueValueItem(tenant, periodAt(value.start), value, nowMs)),
  ];
};

/** Combines small transactions of different subscriptions. */
const combineSmallWrites = (writes: readonly UsageEventWrite[]): readonly UsageEventWrite[] => {
  const combined: { eventIds: string[]; items: TransactItem[] }[] = [];
  for (const { eventIds, items } of writes) {
    const last = combined.at(-1);
    if (last !== undefined && last.items.length + items.length <= MAX_ITEMS) {
      last.eventIds.push(...eventIds);
      last.items.push(...items);
    } else combined.push({ eventIds: [...eventIds], items: [...items] });
  }
  return combined;
};
