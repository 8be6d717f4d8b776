import type { Counting, UsageCount, UsageRead } from '../../domain/subscription/usage/usage.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { UsageRecord } from '../../domain/usage-record/record.ts';
import { type Key, keyOf, usageCounterKey, usageCounterKeys, usageCounterOf } from './keys.ts';
import { conditionFailure, conditionMet, type Item, type Table, type TransactItem } from './table.ts';
import { updateWithRetry } from './transact.ts';

/**
 * Usage counters of a subscription. Its usage is spread over several items, the counters. For each open period, a counter has a sum of
 * quantities, `q<start>`, and a number of records, `n<start>` (`start`: of the period); for all earlier periods together, `q0` and `n0`.
 * Nothing is ever subtracted. A hold blocks counting while a plan change that ends the use of a metered price is decided and written.
 */

const quantityOf = (start: number): string => `q${start}`;
const recordsOf = (start: number): string => `n${start}`;
const QUANTITY = /^q(\d+)$/;

/** Number of holds so far of each counter, in order. A record is counted only if its counter was not held since this read. */
export const holdCountsIn = (items: ReadonlyMap<string, Item>, tenant: Tenant, subscriptionId: string): readonly number[] =>
  usageCounterKeys(tenant, subscriptionId).map(({ pk, sk }) => Number(items.get(keyOf(pk, sk))?.holds ?? 0));

/** Parses the counters. `items`: items of the table, by `keyOf` of their keys. */
export const usageCountersIn = (items: ReadonlyMap<string, Item>, tenant: Tenant, subscriptionId: string): UsageRead =>
  parseCounters(usageCounterKeys(tenant, subscriptionId).map(({ pk, sk }) => items.get(keyOf(pk, sk)) ?? {}));

/** Parses the items of all counters, in the order of the counters. */
const parseCounters = (items: readonly Readonly<Record<string, unknown>>[]): UsageRead => {
  const closedTimes = items.flatMap(({ closed_at: closedAt }) => (closedAt === undefined ? [] : [Number(closedAt)]));
  const holdExpiries = items.flatMap(({ held_until: heldUntil }) => (heldUntil === undefined ? [] : [Number(heldUntil)]));
  return { counts: items.flatMap(countsIn), closedAt: latest(closedTimes), heldUntil: latest(holdExpiries) };
};

const latest = (moments: readonly number[]): number | null => (moments.length === 0 ? null : Math.max(...moments));

const countsIn = (item: Readonly<Record<string, unknown>>, counter: number): readonly UsageCount[] =>
  startsIn(item).map((start) => ({
    counter,
    start,
    quantity: BigInt(item[quantityOf(start)] as number | bigint),
    records: Number(item[recordsOf(start)] ?? 0),
  }));

const startsIn = (item: Readonly<Record<string, unknown>>): readonly number[] =>
  Object.keys(item).flatMap((name) => {
    const [, start] = QUANTITY.exec(name) ?? [];
    return start === undefined ? [] : [Number(start)];
  });

/**
 * Builds the write that counts a record, for the transaction that creates the record. Fails if the counter is closed, is held, or was held
 * since `holds` was read.
 * Also moves the sum of one ended period into the total of earlier periods, so that the item does not grow with the years.
 * `now`: Unix seconds of real time.
 */
export const countUsage = (
  tenant: Tenant,
  { subscriptionId, id, quantity }: UsageRecord,
  { start, openUntil, pastCounts }: Counting,
  { holds, now }: { readonly holds: readonly number[]; readonly now: number },
): TransactItem => {
  const counter = usageCounterOf(id);
  const holdCount = holds[counter] ?? 0;
  const [endedPeriod] = pastCounts.filter((each) => each.counter === counter && each.start !== 0).map((each) => each.start);
  const add = `ADD ${quantityOf(start)} :quantity, ${recordsOf(start)} :one`;
  return {
    Update: {
      Key: usageCounterKey(tenant, subscriptionId, counter),
      UpdateExpression: endedPeriod === undefined ? add : `${moveToTotal(endedPeriod)} ${add}`,
      ConditionExpression: [
        '(attribute_not_exists(closed_at) OR closed_at < :open)',
        '(attribute_not_exists(held_until) OR held_until < :now)',
        holdCount === 0 ? 'attribute_not_exists(holds)' : 'holds = :holds',
      ].join(' AND '),
      ExpressionAttributeValues: {
        ':quantity': quantity,
        ':one': 1,
        ':open': openUntil,
        ':now': now,
        ...(holdCount === 0 ? {} : { ':holds': holdCount }),
        ...(endedPeriod === undefined ? {} : { ':none': 0 }),
      },
    },
  };
};

/** Expression that moves a period's sums into the total. Adds 0 if another write has moved them already. */
const moveToTotal = (start: number): string => {
  const plus = (name: (start: number) => string): string =>
    `${name(0)} = if_not_exists(${name(0)}, :none) + if_not_exists(${name(start)}, :none)`;
  return `SET ${plus(quantityOf)}, ${plus(recordsOf)} REMOVE ${quantityOf(start)}, ${recordsOf(start)}`;
};

/**
 * Closes a subscription's counters at the end of its last period and returns their final values. Idempotent; keeps a later closing
 * time.
 */
export const closeUsageCounters = async (table: Table, tenant: Tenant, subscriptionId: string, at: number): Promise<UsageRead> =>
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
export const holdUsageCounters = async (table: Table, tenant: Tenant, subscriptionId: string, until: number): Promise<UsageRead> =>
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

/** Ends the hold, unless another caller has held the counters since. */
export const releaseUsageCounters = async (table: Table, tenant: Tenant, subscriptionId: string, until: number): Promise<void> => {
  const release = { UpdateExpression: 'REMOVE held_until', ConditionExpression: 'held_until = :until' };
  const releases = usageCounterKeys(tenant, subscriptionId).map((Key) =>
    conditionMet(updateWithRetry(table, { Key, ...release, ExpressionAttributeValues: { ':until': until } })),
  );
  await Promise.all(releases);
};
