import type { Counting, UsageCount, UsageRead } from '../../domain/subscription/usage/usage.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { UsageRecord } from '../../domain/usage-record/record.ts';
import { type Key, keyOf, usageCounterKey, usageCounterKeys, usageCounterOf } from './keys.ts';
import { conditionFailure, type Item, type Table, type TransactItem } from './table.ts';
import { updateInTurn } from './transact.ts';

/**
 * What was recorded for a subscription, summed as it is recorded: several items, each with a sum (`q`) and a number of records (`n`)
 * for every period that is not over, by the period's start, and one for all before them (`q0`, `n0`). Sums only ever rise.
 */

const quantityOf = (start: number): string => `q${start}`;
const recordsOf = (start: number): string => `n${start}`;
const QUANTITY = /^q(\d+)$/;

/** How often each counter was held until now, in their order: a record is counted only where that is as it was read. */
export const holdsIn = (found: ReadonlyMap<string, Item>, tenant: Tenant, subscriptionId: string): readonly number[] =>
  usageCounterKeys(tenant, subscriptionId).map(({ pk, sk }) => Number(found.get(keyOf(pk, sk))?.holds ?? 0));

/** Counters as they are read from items of the table, found by `keyOf`. */
export const usageIn = (found: ReadonlyMap<string, Item>, tenant: Tenant, subscriptionId: string): UsageRead =>
  readOf(usageCounterKeys(tenant, subscriptionId).map(({ pk, sk }) => found.get(keyOf(pk, sk)) ?? {}));

/** @param items one for each counter, in their order */
const readOf = (items: readonly Readonly<Record<string, unknown>>[]): UsageRead => {
  const closed = items.flatMap(({ closed_at: closedAt }) => (closedAt === undefined ? [] : [Number(closedAt)]));
  const held = items.flatMap(({ held_until: heldUntil }) => (heldUntil === undefined ? [] : [Number(heldUntil)]));
  return { counts: items.flatMap(countsIn), closedAt: latest(closed), heldUntil: latest(held) };
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
 * The write that counts a record, for the transaction that writes it: refused where the counters are closed, while they are held, and where
 * they were held since `holds` was read. On the way, the sum of a period that is over is joined with those before it, so that an item does
 * not grow with the years. `now`: real time.
 */
export const countUsage = (
  tenant: Tenant,
  { subscriptionId, id, quantity }: UsageRecord,
  { start, openUntil, over }: Counting,
  { holds, now }: { readonly holds: readonly number[]; readonly now: number },
): TransactItem => {
  const counter = usageCounterOf(id);
  const held = holds[counter] ?? 0;
  const [joined] = over.filter((each) => each.counter === counter && each.start !== 0).map((each) => each.start);
  const add = `ADD ${quantityOf(start)} :quantity, ${recordsOf(start)} :one`;
  return {
    Update: {
      Key: usageCounterKey(tenant, subscriptionId, counter),
      UpdateExpression: joined === undefined ? add : `${joining(joined)} ${add}`,
      ConditionExpression: [
        '(attribute_not_exists(closed_at) OR closed_at < :open)',
        '(attribute_not_exists(held_until) OR held_until < :now)',
        held === 0 ? 'attribute_not_exists(holds)' : 'holds = :holds',
      ].join(' AND '),
      ExpressionAttributeValues: {
        ':quantity': quantity,
        ':one': 1,
        ':open': openUntil,
        ':now': now,
        ...(held === 0 ? {} : { ':holds': held }),
        ...(joined === undefined ? {} : { ':none': 0 }),
      },
    },
  };
};

/** Anyone who joined it in the meantime left nothing to join. */
const joining = (start: number): string => {
  const plus = (name: (start: number) => string): string =>
    `${name(0)} = if_not_exists(${name(0)}, :none) + if_not_exists(${name(start)}, :none)`;
  return `SET ${plus(quantityOf)}, ${plus(recordsOf)} REMOVE ${quantityOf(start)}, ${recordsOf(start)}`;
};

/**
 * Closes a subscription's counters at the end of its last period, and answers what they then hold permanently. May be repeated, and
 * never opens what was closed later.
 */
export const closeUsageCounters = async (table: Table, tenant: Tenant, subscriptionId: string, at: number): Promise<UsageRead> =>
  readOf(await Promise.all(usageCounterKeys(tenant, subscriptionId).map((key) => closeCounter(table, key, at))));

const closeCounter = async (table: Table, Key: Key, at: number): Promise<Readonly<Record<string, unknown>>> => {
  try {
    return await updateInTurn(table, {
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

/**
 * Holds a subscription's counters until then, Unix seconds of real time, and answers what they have: nothing is counted in the meantime.
 */
export const holdUsageCounters = async (table: Table, tenant: Tenant, subscriptionId: string, until: number): Promise<UsageRead> =>
  readOf(
    await Promise.all(
      usageCounterKeys(tenant, subscriptionId).map((Key) =>
        updateInTurn(table, {
          Key,
          UpdateExpression: 'SET held_until = :until ADD holds :one',
          ExpressionAttributeValues: { ':until': until, ':one': 1 },
          ReturnValues: 'ALL_NEW',
        }),
      ),
    ),
  );

/** Lets usage be counted again, unless it is held by another since. */
export const releaseUsageCounters = async (table: Table, tenant: Tenant, subscriptionId: string, until: number): Promise<void> => {
  await Promise.all(usageCounterKeys(tenant, subscriptionId).map((key) => releaseCounter(table, key, until)));
};

const releaseCounter = async (table: Table, Key: Key, until: number): Promise<void> => {
  try {
    await updateInTurn(table, {
      Key,
      UpdateExpression: 'REMOVE held_until',
      ConditionExpression: 'held_until = :until',
      ExpressionAttributeValues: { ':until': until },
    });
  } catch (error) {
    if (conditionFailure(error) === null) throw error;
  }
};
