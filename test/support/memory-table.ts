import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { TABLE_DEFINITION } from '../../scripts/local/table-definition.ts';
import { keyOf } from '../../shared/store/core/keys.ts';
import { type Item, type Table, type TransactItem, TransactionRefused } from '../../shared/store/core/table.ts';
import { conditionOf, type Names, updateOf, type Values } from './expressions.ts';

interface Conditional {
  readonly ConditionExpression?: string | undefined;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>> | undefined;
  readonly ExpressionAttributeValues?: Values | undefined;
  readonly ReturnValuesOnConditionCheckFailure?: string | undefined;
}

/** Key attributes of the table or an index. */
interface Order {
  readonly partition: string;
  readonly sort: string;
}

const orderOf = (schema: readonly { readonly AttributeName?: string | undefined }[] | undefined): Order => ({
  partition: String(schema?.[0]?.AttributeName),
  sort: String(schema?.[1]?.AttributeName),
});

const OWN = orderOf(TABLE_DEFINITION.KeySchema);
const INDEXES = new Map((TABLE_DEFINITION.GlobalSecondaryIndexes ?? []).map(({ IndexName, KeySchema }) => [IndexName, orderOf(KeySchema)]));
const NO_KEY = { pk: '', sk: '' };

const namesOf = (input: Conditional): Names => ({
  names: input.ExpressionAttributeNames ?? {},
  values: input.ExpressionAttributeValues ?? {},
});

/** Copies an item without undefined attributes, as the engine stores it. */
const storedCopy = (item: Values): Item =>
  Object.fromEntries(
    Object.entries(item).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'object' ? structuredClone(value) : value]],
    ),
  ) as Item;

/** Items by partition and sort key of the table or an index. */
class Partitions {
  readonly #order: Order;
  readonly #byPartition = new Map<string, Map<string, Item>>();

  constructor(order: Order) {
    this.#order = order;
  }

  remove(item: Item): void {
    this.#byPartition.get(String(item[this.#order.partition]))?.delete(keyOf(item.pk, item.sk));
  }

  add(item: Item): void {
    const { partition, sort } = this.#order;
    if (item[partition] === undefined || item[sort] === undefined) return;
    const name = String(item[partition]);
    const items = this.#byPartition.get(name) ?? new Map<string, Item>();
    this.#byPartition.set(name, items.set(keyOf(item.pk, item.sk), item));
  }

  /** Returns a sort key that is unique: equal sort keys are ordered by the table's key. */
  sortKeyOf(item: Values): string {
    return `${String(item[this.#order.sort])}\u0000${String(item.pk)}\u0000${String(item.sk)}`;
  }

  inOrder(partition: string): readonly Item[] {
    const items = [...(this.#byPartition.get(partition)?.values() ?? [])];
    return items.sort((one, other) => (this.sortKeyOf(one) < this.sortKeyOf(other) ? -1 : 1));
  }

  get order(): Order {
    return this.#order;
  }
}

/** Returns the projection of a query; all attributes by default. */
const projectionOf = ({
  ProjectionExpression: names,
  ExpressionAttributeNames: aliases = {},
}: Pick<Parameters<Table['query']>[0], 'ProjectionExpression' | 'ExpressionAttributeNames'>) => {
  const attributes = names?.split(', ').map((name) => aliases[name] ?? name);
  return (item: Item): Item =>
    (attributes === undefined
      ? { ...item }
      : Object.fromEntries(attributes.flatMap((name) => (name in item ? [[name, item[name]]] : [])))) as Item;
};

/**
 * A table in memory, for fast tests that do not depend on the engine. Behaves like the engine, but its indexes are always consistent and
 * its transactions never conflict.
 */
export const memoryTable = (): Table => {
  const items = new Map<string, Item>();
  const table = new Partitions(OWN);
  const indexes = new Map([...INDEXES].map(([name, order]) => [name, new Partitions(order)]));
  const done = new Set<string>();

  const find = ({ pk, sk }: { readonly pk: string; readonly sk: string }): Item | undefined => items.get(keyOf(pk, sk));
  const replaceItem = (before: Item | undefined, after: Item | null): void => {
    for (const each of [table, ...indexes.values()]) {
      if (before !== undefined) each.remove(before);
      if (after !== null) each.add(after);
    }
    if (after !== null) items.set(keyOf(after.pk, after.sk), after);
    else if (before !== undefined) items.delete(keyOf(before.pk, before.sk));
  };

  const meetsCondition = (item: Item | undefined, input: Conditional): boolean =>
    input.ConditionExpression === undefined || conditionOf(input.ConditionExpression)(item ?? {}, namesOf(input));
  const shown = (item: Item | undefined, input: Conditional): Item | undefined =>
    input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD' ? item : undefined;

  /** Plans a write: the item before, and a function for the item after (`null`: deleted, `undefined`: unchanged). */
  const planWrite = (
    write: TransactItem,
  ): { readonly input: Conditional; readonly before: Item | undefined; readonly after: () => Item | null | undefined } => {
    const { Put, Update, Delete, ConditionCheck } = write;
    if (Put?.Item !== undefined) return { input: Put, before: find(Put.Item as Item), after: () => storedCopy(Put.Item as Item) };
    if (Delete !== undefined) return { input: Delete, before: find(Delete.Key as Item), after: () => null };
    if (ConditionCheck !== undefined) return { input: ConditionCheck, before: find(ConditionCheck.Key as Item), after: () => undefined };
    if (Update === undefined) throw new Error(`Unsupported write: ${Object.keys(write).join()}`);
    const before = find(Update.Key as Item);
    const after = () => storedCopy(updateOf(String(Update.UpdateExpression))(before ?? { ...NO_KEY, ...Update.Key }, namesOf(Update)));
    return { input: Update, before, after };
  };

  /** Makes a single write; returns the item before and after. */
  const write = (item: TransactItem): { readonly before: Item | undefined; readonly after: Item | null | undefined } => {
    const { input, before, after } = planWrite(item);
    if (!meetsCondition(before, input)) {
      const Item = shown(before, input);
      throw new ConditionalCheckFailedException({
        message: 'The conditional request failed',
        $metadata: {},
        ...(Item === undefined ? {} : { Item: marshall(Item) }),
      });
    }
    const next = after();
    if (next !== undefined) replaceItem(before, next);
    return { before, after: next };
  };

  return {
    get: async (key) => {
      const item = find(key);
      return item === undefined ? null : { ...item };
    },
    batchGet: async (keys) =>
      new Map(
        keys.flatMap((key) => {
          const item = find(key);
          return item === undefined ? [] : [[keyOf(key.pk, key.sk), { ...item }] as const];
        }),
      ),
    query: async (input) => {
      const { IndexName, KeyConditionExpression, ScanIndexForward = true, ExclusiveStartKey, Limit } = input;
      if (input.FilterExpression !== undefined) throw new Error('Filter expressions are not supported.');
      const source = IndexName === undefined ? table : indexes.get(IndexName);
      if (source === undefined) throw new Error(`There is no index ${IndexName}.`);
      const names = namesOf(input);
      const condition = conditionOf(String(KeyConditionExpression));
      const partition = partitionIn(String(KeyConditionExpression), source.order, names);
      const ordered = source.inOrder(partition).filter((item) => condition(item, names));
      const start = ExclusiveStartKey === undefined ? null : source.sortKeyOf(ExclusiveStartKey);
      const isAfter = (item: Item): boolean =>
        start === null || (ScanIndexForward ? source.sortKeyOf(item) > start : source.sortKeyOf(item) < start);
      const remaining = (ScanIndexForward ? ordered : ordered.toReversed()).filter(isAfter);
      const page = remaining.slice(0, Limit);
      const last = page.at(-1);
      const keys = ['pk', 'sk', source.order.partition, source.order.sort];
      const lastKey =
        last === undefined || page.length === remaining.length ? undefined : Object.fromEntries(keys.map((key) => [key, last[key]]));
      return { items: page.map(projectionOf(input)), lastKey };
    },
    put: async (input) => {
      write({ Put: input as never });
    },
    update: async (input) => {
      const { before, after } = write({ Update: input as never });
      if (after === undefined || after === null || input.ReturnValues === undefined) return {};
      if (input.ReturnValues === 'ALL_NEW') return { ...after };
      if (input.ReturnValues !== 'UPDATED_NEW') throw new Error(`Unsupported ReturnValues: ${input.ReturnValues}`);
      return Object.fromEntries(Object.entries(after).filter(([name, value]) => before?.[name] !== value));
    },
    delete: async (input) => {
      write({ Delete: input as never });
    },
    transact: async (writes, token) => {
      if (done.has(token)) return;
      const planned = writes.map(planWrite);
      const reasons = planned.map(({ input, before }) =>
        meetsCondition(before, input) ? { code: 'None', item: undefined } : { code: 'ConditionalCheckFailed', item: shown(before, input) },
      );
      if (reasons.some(({ code }) => code !== 'None')) throw new TransactionRefused(reasons);
      // Computes all items before the first write.
      const written = planned.map(({ before, after }) => ({ before, next: after() }));
      for (const { before, next } of written) if (next !== undefined) replaceItem(before, next);
      done.add(token);
    },
  };
};

/** Returns the partition key value of a key condition. */
const partitionIn = (expression: string, { partition }: Order, { names, values }: Names): string => {
  const [, name = '', value = ''] = /^\s*(#?\w+)\s*=\s*(:\w+)/.exec(expression) ?? [];
  if ((names[name] ?? name) !== partition) throw new Error(`The condition ${expression} does not start with ${partition}.`);
  return String(values[value]);
};
