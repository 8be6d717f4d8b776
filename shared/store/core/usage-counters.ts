import { LATE_SLICE_INDEX, meterTag, type UsageSlice } from '../../domain/subscription/usage/slices.ts';
import type { Counting, UsageCount, UsageSnapshot } from '../../domain/subscription/usage/usage.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { AddedUsage } from '../../domain/usage-event/count.ts';
import type { UsageRecord } from '../../domain/usage-record/record.ts';
import { type Key, keyText, usageCounterKey, usageCounterKeys, usageCounterOf } from './keys.ts';
import { USAGE_CHECK } from './objects.ts';
import { conditionFailure, conditionMet, type Item, type Table, type TransactItem } from './table.ts';
import { updateWithRetry } from './transact.ts';
import { meterCountName, sliceNames, slicesIn } from './usage-slices.ts';

/**
 * Usage counters of a subscription. Its usage is spread over several items, the counters. For each open period, which starts at `<start>`,
 * a counter has three attributes: `q<start>` is the sum of the quantities of records, `d<start>` the sum of the values of usage events, and
 * `n<start>` the number of records and events. The attributes `q0`, `d0` and `n0` are the totals of all earlier periods. Amounts are
 * subtracted only when an event is canceled or the value of a meter decreases. The same update adds to the sums by day or month
 * (`usage-slices.ts`). A plan change that ends the use of a metered price holds the counters while it is decided and written; a hold blocks
 * counting.
 */

const quantityOf = (start: number): string => `q${start}`;
const recordsOf = (start: number): string => `n${start}`;
/** Usage of meters, in units of 10^-12. */
const trillionthsOf = (start: number): string => `d${start}`;
const SUM = /^[qd](\d+)$/;

/** How often each counter has been held, in the order of the counters. Counting a record fails if its counter was held after this read. */
export const holdCountsIn = (items: ReadonlyMap<string, Item>, tenant: Tenant, subscriptionId: string): readonly number[] =>
  usageCounterKeys(tenant, subscriptionId).map(({ pk, sk }) => Number(items.get(keyText(pk, sk))?.holds ?? 0));

/** Parses the counters. `items`: items of the table, by `keyText` of their keys. */
export const usageCountersIn = (items: ReadonlyMap<string, Item>, tenant: Tenant, subscriptionId: string): UsageSnapshot =>
  parseCounters(usageCounterKeys(tenant, subscriptionId).map(({ pk, sk }) => items.get(keyText(pk, sk)) ?? {}));

/** Parses the items of all counters, in the order of the counters. */
const parseCounters = (items: readonly Readonly<Record<string, unknown>>[]): UsageSnapshot => {
  const closedTimes = items.flatMap(({ closed_at: closedAt }) => (closedAt === undefined ? [] : [Number(closedAt)]));
  const holdExpiries = items.flatMap(({ held_until: heldUntil }) => (heldUntil === undefined ? [] : [Number(heldUntil)]));
  return {
    counts: items.flatMap(countsIn),
    slices: items.flatMap(slicesIn),
    closedAt: latest(closedTimes),
    heldUntil: latest(holdExpiries),
  };
};

const latest = (moments: readonly number[]): number | null => (moments.length === 0 ? null : Math.max(...moments));

const countsIn = (item: Readonly<Record<string, unknown>>, counter: number): readonly UsageCount[] =>
  startsIn(item).map((start) => ({
    counter,
    start,
    quantity: bigIntIn(item, quantityOf(start)),
    records: Number(item[recordsOf(start)] ?? 0),
    ...(item[trillionthsOf(start)] === undefined ? {} : { trillionths: bigIntIn(item, trillionthsOf(start)) }),
  }));

const bigIntIn = (item: Readonly<Record<string, unknown>>, name: string): bigint => BigInt((item[name] ?? 0) as number | bigint);

const startsIn = (item: Readonly<Record<string, unknown>>): readonly number[] => [
  ...new Set(
    Object.keys(item).flatMap((name) => {
      const [, start] = SUM.exec(name) ?? [];
      return start === undefined ? [] : [Number(start)];
    }),
  ),
];

/** A number that a write adds to an attribute of a counter. */
type Addition = readonly [attribute: string, value: number | bigint];

/** The counter that a write changes. `holds`: `holdCountsIn` of the subscription, as read. `now`: Unix seconds of real time. */
interface CounterTarget {
  readonly subscriptionId: string;
  readonly counter: number;
  readonly holds: readonly number[];
  readonly now: number;
}

/**
 * Builds the write that counts a record, for the transaction that creates the record. Fails if the counter is closed, is held, or was held
 * since `holds` was read.
 * Also moves the sum of one ended period into the total of earlier periods, and removes the sums by day of all ended periods, so that the
 * item does not grow with the years.
 * `now`: Unix seconds of real time.
 */
export const usageCountItem = (
  tenant: Tenant,
  { subscriptionId, id, quantity, occurredAt }: UsageRecord,
  counting: Counting,
  { holds, now }: { readonly holds: readonly number[]; readonly now: number },
): TransactItem => {
  const { start, slice } = counting;
  // Usage that occurred before the period is counted in the period, but under no day (`LATE_SLICE_INDEX`).
  const countedSlice = slice !== null && occurredAt < start ? { ...slice, index: LATE_SLICE_INDEX } : slice;
  return addToCounter(tenant, { subscriptionId, counter: usageCounterOf(id), holds, now }, counting, [
    [quantityOf(start), BigInt(quantity)],
    [recordsOf(start), 1],
    ...(countedSlice === null ? [] : sliceAdditions(start, 'records', countedSlice, BigInt(quantity), 1)),
  ]);
};

/** Like `usageCountItem`, for usage events of one meter and subscription in one transaction. `sums`: by start of the period. */
export const usageEventCountItem = (
  tenant: Tenant,
  target: CounterTarget & { readonly meterId: string },
  counting: Omit<Counting, 'start' | 'slice'>,
  sums: ReadonlyMap<number, AddedUsage>,
): TransactItem =>
  addToCounter(
    tenant,
    target,
    counting,
    [...sums].flatMap(([start, { trillionths, events, slices }]): readonly Addition[] => [
      [trillionthsOf(start), trillionths],
      [recordsOf(start), events],
      [meterCountName(start, meterTag(target.meterId)), events],
      ...[...slices.values()].flatMap((each) => sliceAdditions(start, 'events', each.slice, each.trillionths, each.events)),
    ]),
  );

/** Leaves out zeros, so that an attribute exists only where it is needed. */
const sliceAdditions = (
  start: number,
  kind: 'events' | 'records',
  slice: UsageSlice,
  total: bigint,
  count: number,
): readonly Addition[] => {
  const names = sliceNames(start, kind, slice);
  return [...(total === 0n ? [] : [[names.total, total] as const]), ...(count === 0 ? [] : [[names.count, count] as const])];
};

const addToCounter = (
  tenant: Tenant,
  { subscriptionId, counter, holds, now }: CounterTarget,
  { openUntil, pastCounts, pastSlices }: Omit<Counting, 'start' | 'slice'>,
  additions: readonly Addition[],
): TransactItem => {
  const holdCount = holds[counter] ?? 0;
  const [endedPeriod] = pastCounts.filter((each) => each.counter === counter && each.start !== 0);
  const removed = [
    ...(endedPeriod === undefined ? [] : sumsOf(endedPeriod)),
    ...pastSlices.filter((each) => each.counter === counter).flatMap(({ attributes }) => attributes),
  ];
  // The names of the attributes are passed as placeholders, since some can be reserved in expressions.
  return {
    Update: {
      Key: usageCounterKey(tenant, subscriptionId, counter),
      UpdateExpression: [
        ...(endedPeriod === undefined ? [] : [moveToTotal(endedPeriod)]),
        ...(removed.length === 0 ? [] : [`REMOVE ${removed.map((_, index) => `#r${index}`).join(', ')}`]),
        `ADD ${additions.map((_, index) => `#a${index} :a${index}`).join(', ')}`,
      ].join(' '),
      ConditionExpression: [
        '(attribute_not_exists(closed_at) OR closed_at < :openUntil)',
        '(attribute_not_exists(held_until) OR held_until < :now)',
        holdCount === 0 ? 'attribute_not_exists(holds)' : 'holds = :holds',
      ].join(' AND '),
      ExpressionAttributeNames: Object.fromEntries([
        ...additions.map(([name], index) => [`#a${index}`, name]),
        ...removed.map((name, index) => [`#r${index}`, name]),
      ]),
      ExpressionAttributeValues: {
        ...Object.fromEntries(additions.map(([, value], index) => [`:a${index}`, value])),
        ':openUntil': openUntil,
        ':now': now,
        ...(holdCount === 0 ? {} : { ':holds': holdCount }),
        ...(endedPeriod === undefined ? {} : { ':none': 0 }),
      },
    },
  };
};

/** Names of the attributes with the sums of a period. */
const sumsOf = ({ start, trillionths }: UsageCount): readonly string[] =>
  [quantityOf, recordsOf, ...(trillionths === undefined ? [] : [trillionthsOf])].map((name) => name(start));

/** Expression that adds a period's sums to the total. Adds 0 if another write has moved them already. */
const moveToTotal = (ended: UsageCount): string => {
  const totals = sumsOf({ ...ended, start: 0 });
  const moves = sumsOf(ended).map((name, index) => {
    const total = totals[index];
    return `${total} = if_not_exists(${total}, :none) + if_not_exists(${name}, :none)`;
  });
  return `SET ${moves.join(', ')}`;
};

/**
 * Closes a subscription's counters at the end of its last period or trial and returns their final values. Idempotent. Does not change
 * counters that are closed with a later time.
 */
export const closeUsageCounters = async (table: Table, tenant: Tenant, subscriptionId: string, at: number): Promise<UsageSnapshot> =>
  parseCounters(await Promise.all(usageCounterKeys(tenant, subscriptionId).map((key) => closeCounter(table, key, at))));

const closeCounter = async (table: Table, Key: Key, at: number): Promise<Readonly<Record<string, unknown>>> => {
  try {
    return await updateWithRetry(table, {
      Key,
      UpdateExpression: 'SET closed_at = :at',
      ConditionExpression: 'attribute_not_exists(closed_at) OR closed_at <= :at',
      ExpressionAttributeValues: { ':at': at },
      ReturnValues: 'ALL_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
  } catch (error) {
    const failure = conditionFailure(error);
    if (failure?.item === undefined) throw error;
    return failure.item;
  }
};

/** Blocks counting for a subscription until `until` (Unix seconds of real time) and returns the counters. */
export const holdUsageCounters = async (table: Table, tenant: Tenant, subscriptionId: string, until: number): Promise<UsageSnapshot> =>
  parseCounters(
    await Promise.all(
      usageCounterKeys(tenant, subscriptionId).map((Key) =>
        updateWithRetry(table, {
          Key,
          UpdateExpression: 'SET held_until = :until ADD holds :one',
          ExpressionAttributeValues: { ':until': until, ':one': 1 },
          ReturnValues: 'ALL_NEW',
        }),
      ),
    ),
  );

/** True when all counters are watched (see `watchUsageCounters`). */
export const areUsageCountersWatched = (items: ReadonlyMap<string, Item>, tenant: Tenant, subscriptionId: string): boolean =>
  usageCounterKeys(tenant, subscriptionId).every(({ pk, sk }) => items.get(keyText(pk, sk))?.[USAGE_CHECK] === true);

/**
 * Marks the counters of a subscription that has usage limits, and returns their values. From then on, each change of a counter starts a
 * check of the limits through the table's stream. Counting does not read the mark, so it costs the same without the mark. The mark is never
 * removed.
 */
export const watchUsageCounters = async (table: Table, tenant: Tenant, subscriptionId: string): Promise<UsageSnapshot> =>
  parseCounters(
    await Promise.all(
      usageCounterKeys(tenant, subscriptionId).map((Key) =>
        updateWithRetry(table, {
          Key,
          UpdateExpression: 'SET #check = :true',
          ExpressionAttributeNames: { '#check': USAGE_CHECK },
          ExpressionAttributeValues: { ':true': true },
          ReturnValues: 'ALL_NEW',
        }),
      ),
    ),
  );

/** Ends the hold, unless another caller has held the counters since. */
export const releaseUsageCounters = async (table: Table, tenant: Tenant, subscriptionId: string, until: number): Promise<void> => {
  const release = { UpdateExpression: 'REMOVE held_until', ConditionExpression: 'held_until = :until' };
  const releases = usageCounterKeys(tenant, subscriptionId).map((Key) =>
    conditionMet(updateWithRetry(table, { Key, ...release, ExpressionAttributeValues: { ':until': until } })),
  );
  await Promise.all(releases);
};
