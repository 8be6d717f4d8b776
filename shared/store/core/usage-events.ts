import { createHash } from 'node:crypto';
import { DAY_SECONDS } from '../../domain/periods.ts';
import { parseSliceKey, type SliceUnit, sliceKey, type UsageSlice } from '../../domain/subscription/usage/slices.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { MeterValue, SliceValue, UniqueValue } from '../../domain/usage-event/count.ts';
import { formatTrillionths, parseTrillionths } from '../../domain/usage-event/quantity.ts';
import type { UsageEvent, UsageEventStatus } from '../../domain/usage-event/record.ts';
import { INDEX_BY_PARENT, type Key, keyText, meterStateKey, usageEventKey, usageEventListOf, usageEventLists } from './keys.ts';
import type { Item, Table, TransactItem } from './table.ts';

/**
 * Usage events: one item each, with the event's id as its key, so that an id is written once. Items are small (two write units in a
 * transaction) and in one index, the list of their subscription.
 */

/**
 * Days for which events and their ids are kept: longer than a period and the payment retries after it. Periods of up to a month have slices
 * by day, longer periods have slices by month.
 */
const EVENT_DAYS: Readonly<Record<SliceUnit, number>> = { day: 100, month: 400 };

/** True when events received since `since` may have expired. `unit`: slice unit of their period. `since` and `now`: Unix seconds. */
export const mayHaveExpired = (unit: SliceUnit, since: number, now: number): boolean => now >= since + EVENT_DAYS[unit] * DAY_SECONDS;

/** Days for which the state of a meter in a period is kept after its last change. Events of a yearly period can be a year apart. */
const METER_STATE_DAYS = 400;

const ttlOf = (nowMs: number, days: number): number => Math.floor(nowMs / 1000) + days * DAY_SECONDS;

/** A stored event. `fingerprint`: hash of the event as it was sent. `nonce`: identifies the request that recorded the event. */
export interface StoredUsageEvent {
  readonly event: UsageEvent;
  readonly fingerprint: string;
  readonly nonce: string;
}

const storedEvent = ({ event, fingerprint, nonce }: Item): StoredUsageEvent => ({
  event: JSON.parse(String(event)) as UsageEvent,
  fingerprint: String(fingerprint),
  nonce: String(nonce),
});

/**
 * Sort key of an event in the list of its subscription: by time of receipt, then by position in the request. Keys that an earlier release
 * wrote have no position.
 */
const listSortKey = (receivedMs: number, position: number, id: string): string =>
  `${String(receivedMs).padStart(15, '0')}#${String(position).padStart(4, '0')}#${id}`;

/**
 * Builds the write that creates the event; it fails if the id was used before. `unit`: slice unit of the event's period. `position`: index
 * of the event in its request.
 */
export const usageEventItem = (
  tenant: Tenant,
  { event, fingerprint, nonce }: StoredUsageEvent,
  { nowMs, unit, position }: { readonly nowMs: number; readonly unit: SliceUnit; readonly position: number },
): TransactItem => ({
  Put: {
    Item: {
      ...usageEventKey(tenant, event.id),
      event: JSON.stringify(event),
      fingerprint,
      nonce,
      ppk: usageEventListOf(tenant, event.subscriptionId, event.id),
      psk: listSortKey(nowMs, position, event.id),
      ttl: ttlOf(nowMs, EVENT_DAYS[unit]),
    },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

/** Returns the stored events with these ids, by id. */
export const usageEventsIn = (
  items: ReadonlyMap<string, Item>,
  tenant: Tenant,
  ids: readonly string[],
): ReadonlyMap<string, StoredUsageEvent> =>
  new Map(
    ids.flatMap((id) => {
      const { pk, sk } = usageEventKey(tenant, id);
      const item = items.get(keyText(pk, sk));
      return item === undefined ? [] : [[id, storedEvent(item)] as const];
    }),
  );

/** Fetches the stored events with these ids, by id. */
export const fetchUsageEvents = async (
  table: Table,
  tenant: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredUsageEvent>> => {
  if (ids.length === 0) return new Map();
  return usageEventsIn(await table.batchGet(ids.map((id) => usageEventKey(tenant, id))), tenant, ids);
};

/** Fetches an event; `null` if it does not exist. */
export const fetchUsageEvent = async (table: Table, tenant: Tenant, id: string): Promise<StoredUsageEvent | null> => {
  const item = await table.get(usageEventKey(tenant, id));
  return item === null ? null : storedEvent(item);
};

/** One page of a list of events. */
export interface UsageEventPage {
  readonly events: readonly StoredUsageEvent[];
  readonly hasMore: boolean;
}

/** Returns a page of a subscription's events, last received first, after the event `startingAfter`; `null` if that event does not exist. */
export const listUsageEvents = async (
  table: Table,
  tenant: Tenant,
  subscriptionId: string,
  { limit, startingAfter }: { readonly limit: number; readonly startingAfter: string | undefined },
): Promise<UsageEventPage | null> => {
  const cursor = startingAfter === undefined ? undefined : await table.get(usageEventKey(tenant, startingAfter));
  if (cursor === null) return null;
  const before = cursor === undefined ? undefined : String(cursor.psk);
  const pages = await Promise.all(usageEventLists(tenant, subscriptionId).map((pk) => keysBefore(table, pk, before, limit + 1)));
  const entries = pages.flat().sort(({ psk: one }, { psk: other }) => (String(one) < String(other) ? 1 : -1));
  const keys = entries.slice(0, limit).map(({ pk, sk }): Key => ({ pk, sk }));
  const items = await table.batchGet(keys);
  const events = keys.flatMap(({ pk, sk }) => {
    const item = items.get(keyText(pk, sk));
    return item === undefined ? [] : [storedEvent(item)];
  });
  return { events, hasMore: entries.length > limit };
};

const keysBefore = async (table: Table, pk: string, before: string | undefined, limit: number): Promise<readonly Item[]> => {
  const { items } = await table.query({
    IndexName: INDEX_BY_PARENT,
    KeyConditionExpression: before === undefined ? 'ppk = :pk' : 'ppk = :pk AND psk < :before',
    ExpressionAttributeValues: { ':pk': pk, ...(before === undefined ? {} : { ':before': before }) },
    ScanIndexForward: false,
    Limit: limit,
  });
  return items;
};

/** Builds the write that changes the status of an event; it fails if the event has changed since it was read. */
export const usageEventStatusItem = (tenant: Tenant, event: UsageEvent, status: UsageEventStatus): TransactItem => ({
  Update: {
    Key: usageEventKey(tenant, event.id),
    UpdateExpression: 'SET event = :after',
    ConditionExpression: 'event = :before',
    ExpressionAttributeValues: { ':before': JSON.stringify(event), ':after': JSON.stringify({ ...event, status }) },
  },
});

/** Builds the write that erases the properties of an event. The fingerprint stays, so that a repeated event is still recognized. */
export const eraseProperties = (tenant: Tenant, { event }: StoredUsageEvent): Parameters<Table['update']>[0] => ({
  Key: usageEventKey(tenant, event.id),
  UpdateExpression: 'SET event = :after',
  ConditionExpression: 'event = :before',
  ExpressionAttributeValues: { ':before': JSON.stringify(event), ':after': JSON.stringify({ ...event, properties: {} }) },
});

/** The period of a subscription for which a meter has a state. */
export interface MeterPeriod {
  readonly subscriptionId: string;
  readonly meterId: string;
  readonly start: number;
}

/** Key of the value of a meter with the aggregation `max` or `last`. */
export const meterValueKey = (tenant: Tenant, period: MeterPeriod): Key => meterStateKey(tenant, { ...period, entry: 'value' });

export const meterValueIn = (item: Item | undefined): MeterValue | null =>
  item === undefined
    ? null
    : {
        trillionths: BigInt(item['trillionths'] as number | bigint),
        occurredAt: Number(item['occurred_at']),
        version: Number(item['version']),
        slices: parseSliceValues(String(item['slices'] ?? '{}')),
      };

/** Values by day or month as text, `{"d0":["12.5",1800000000]}`: shorter than a map of numbers. */
const sliceValuesText = (slices: MeterValue['slices']): string =>
  JSON.stringify(
    Object.fromEntries([...slices].map(([key, { trillionths, occurredAt }]) => [key, [formatTrillionths(trillionths), occurredAt]])),
  );

const parseSliceValues = (text: string): ReadonlyMap<string, SliceValue> =>
  new Map(
    Object.entries(JSON.parse(text) as Readonly<Record<string, readonly [string, number]>>).map(([key, [value, occurredAt]]) => [
      key,
      { trillionths: parseTrillionths(value) ?? 0n, occurredAt },
    ]),
  );

/** Builds the write of a meter's value; it fails if the value has changed since it was read. */
export const meterValueItem = (tenant: Tenant, period: MeterPeriod, value: MeterValue, nowMs: number): TransactItem => ({
  Put: {
    Item: {
      ...meterValueKey(tenant, period),
      trillionths: value.trillionths,
      occurred_at: value.occurredAt,
      version: value.version,
      slices: sliceValuesText(value.slices),
      ttl: ttlOf(nowMs, METER_STATE_DAYS),
    },
    ...(value.version === 1
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : { ConditionExpression: 'version = :version', ExpressionAttributeValues: { ':version': value.version - 1 } }),
  },
});

/** Key of a property value that was counted, for the aggregation `unique`. Contains only a hash, since the value may be personal data. */
export const uniqueValueKey = (tenant: Tenant, period: MeterPeriod, value: string): Key =>
  meterStateKey(tenant, { ...period, entry: createHash('sha256').update(value).digest('base64url') });

/**
 * The slice in which a counted value was first used; `null`: an earlier release counted the value without a slice. `undefined`: not
 * counted.
 */
export const uniqueSliceIn = (item: Item | undefined): UsageSlice | null | undefined => {
  if (item === undefined) return undefined;
  const key = item['slice'];
  return typeof key === 'string' ? parseSliceKey(key) : null;
};

/**
 * Builds the write that counts a value, or moves it to an earlier slice; it fails if the value has been counted or moved since it was read.
 */
export const uniqueValueItem = (
  tenant: Tenant,
  period: MeterPeriod,
  { value, slice, former }: UniqueValue,
  nowMs: number,
): TransactItem => ({
  Put: {
    Item: {
      ...uniqueValueKey(tenant, period, value),
      ...(slice === null ? {} : { slice: sliceKey(slice) }),
      ttl: ttlOf(nowMs, METER_STATE_DAYS),
    },
    ...(former === null
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : {
          ConditionExpression: '#slice = :former',
          ExpressionAttributeNames: { '#slice': 'slice' },
          ExpressionAttributeValues: { ':former': sliceKey(former) },
        }),
  },
});
