import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { TABLE_DEFINITION } from '../../scripts/local/prepare/table-definition.ts';
import { keyText } from '../../shared/store/core/keys.ts';
import { type Item, type Table, type TransactItem, TransactionRefused } from '../../shared/store/core/table.ts';
import { conditionOf, type ExpressionParams, updateOf, type Values } from './expressions.ts';

/** The fields of an SDK request that concern its condition. */
interface Conditional {
  readonly ConditionExpression?: string | undefined;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>> | undefined;
  readonly ExpressionAttributeValues?: Values | undefined;
  readonly ReturnValuesOnConditionCheckFailure?: string | undefined;
}

/** Key attributes of the table or an index. */
interface KeyAttributes {
  readonly partition: string;
  readonly sort: string;
}

const keyAttributesOf = (schema: readonly { readonly AttributeName?: string | undefined }[] | undefined): KeyAttributes => ({
  partition: String(schema?.[0]?.AttributeName),
  sort: String(schema?.[1]?.AttributeName),
});

const TABLE_KEY = keyAttributesOf(TABLE_DEFINITION.KeySchema);
const INDEXES = new Map(
  (TABLE_DEFINITION.GlobalSecondaryIndexes ?? []).map(({ IndexName, KeySchema }) => [IndexName, keyAttributesOf(KeySchema)]),
);
/** Makes a partial item assignable to `Item`; the real key replaces this one. */
const EMPTY_KEY = { pk: '', sk: '' };

const paramsOf = (input: Conditional): ExpressionParams => ({
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
  readonly #keyAttributes: KeyAttributes;
  readonly #byPartition = new Map<string, Map<string, Item>>();

  constructor(keyAttributes: KeyAttributes) {
    this.#keyAttributes = keyAttributes;
  }

  remove(item: Item): void {
    this.#byPartition.get(String(item[this.#keyAttributes.partition]))?.delete(keyText(item.pk, item.sk));
  }

  add(item: Item): void {
    const { partition, sort } = this.#keyAttributes;
    // An item without the key attributes of an index is not in the index.
    if (item[partition] === undefined || item[sort] === undefined) return;
    const name = String(item[partition]);
    const items = this.#byPartition.get(name) ?? new Map<string, Item>();
    this.#byPartition.set(name, items.set(keyText(item.pk, item.sk), item));
  }

  /** Returns a string to sort by: the sort key, then the key of the table, because items of an index can have equal sort keys. */
  sortKeyOf(item: Values): string {
    return `${String(item[this.#keyAttributes.sort])}\u0000${String(item.pk)}\u0000${String(item.sk)}`;
  }

  sortedItems(partition: string): readonly Item[] {
    const items = [...(this.#byPartition.get(partition)?.values() ?? [])];
    return items.sort((left, right) => (this.sortKeyOf(left) < this.sortKeyOf(right) ? -1 : 1));
  }

  get keyAttributes(): KeyAttributes {
    return this.#keyAttributes;
  }
}

/** Returns the function that applies the projection of a query to an item; without a projection, it copies the whole item. */
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
 * A table in memory, for fast tests. Behaves like the table of a DynamoDB engine, but its indexes are always consistent and its
 * transactions never conflict.
 */
export const memoryTable = (): Table => {
  const items = new Map<string, Item>();
  const table = new Partitions(TABLE_KEY);
  const indexes = new Map([...INDEXES].map(([name, keyAttributes]) => [name, new Partitions(keyAttributes)]));
  const usedTokens = new Set<string>();

  const find = ({ pk, sk }: { readonly pk: string; readonly sk: string }): Item | undefined => items.get(keyText(pk, sk));
  const replaceItem = (before: Item | undefined, after: Item | null): void => {
    for (const each of [table, ...indexes.values()]) {
      if (before !== undefined) each.remove(before);
      if (after !== null) each.add(after);
    }
    if (after !== null) items.set(keyText(after.pk, after.sk), after);
    else if (before !== undefined) items.delete(keyText(before.pk, before.sk));
  };

  const meetsCondition = (item: Item | undefined, input: Conditional): boolean =>
    input.ConditionExpression === undefined || conditionOf(input.ConditionExpression)(item ?? {}, paramsOf(input));
  const oldItem = (item: Item | undefined, input: Conditional): Item | undefined =>
    input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD' ? item : undefined;

  /** Finds the item that a write concerns. `after` computes the item after the write; `null`: deleted, `undefined`: unchanged. */
  const planWrite = (
    write: TransactItem,
  ): { readonly input: Conditional; readonly before: Item | undefined; readonly after: () => Item | null | undefined } => {
    const { Put, Update, Delete, ConditionCheck } = write;
    if (Put?.Item !== undefined) return { input: Put, before: find(Put.Item as Item), after: () => storedCopy(Put.Item as Item) };
    if (Delete !== undefined) return { input: Delete, before: find(Delete.Key as Item), after: () => null };
    if (ConditionCheck !== undefined) return { input: ConditionCheck, before: find(ConditionCheck.Key as Item), after: () => undefined };
    if (Update === undefined) throw new Error(`Unsupported write: ${Object.keys(write).join()}`);
    const before = find(Update.Key as Item);
    const after = () => storedCopy(updateOf(String(Update.UpdateExpression))(before ?? { ...EMPTY_KEY, ...Update.Key }, paramsOf(Update)));
    return { input: Update, before, after };
  };

  /** Applies a write outside a transaction; returns the item before and after the write. */
  const write = (item: TransactItem): { readonly before: Item | undefined; readonly after: Item | null | undefined } => {
    const { input, before, after } = planWrite(item);
    if (!meetsCondition(before, input)) {
      const Item = oldItem(before, input);
      throw new ConditionalCheckFailedException({
        message: 'The conditional request failed',
        $metadata: {},
        ...(Item === undefined ? {} : { Item: marshall(Item) }),
      });
    }
    const newItem = after();
    if (newItem !== undefined) replaceItem(before, newItem);
    return { before, after: newItem };
  };

  return {
    identity: {},
    get: async (key) => {
      const item = find(key);
      return item === undefined ? null : { ...item };
    },
    batchGet: async (keys) =>
      new Map(
        keys.flatMap((key) => {
          const item = find(key);
          return item === undefined ? [] : [[keyText(key.pk, key.sk), { ...item }] as const];
        }),
      ),
    query: async (input) => {
      const { IndexName, KeyConditionExpression, ScanIndexForward = true, ExclusiveStartKey, Limit } = input;
      if (input.FilterExpression !== undefined) throw new Error('Filter expressions are not supported.');
      const source = IndexName === undefined ? table : indexes.get(IndexName);
      if (source === undefined) throw new Error(`There is no index ${IndexName}.`);
      const params = paramsOf(input);
      const condition = conditionOf(String(KeyConditionExpression));
      const partition = partitionIn(String(KeyConditionExpression), source.keyAttributes, params);
      const ordered = source.sortedItems(partition).filter((item) => condition(item, params));
      const start = ExclusiveStartKey === undefined ? null : source.sortKeyOf(ExclusiveStartKey);
      const isAfter = (item: Item): boolean =>
        start === null || (ScanIndexForward ? source.sortKeyOf(item) > start : source.sortKeyOf(item) < start);
      const remaining = (ScanIndexForward ? ordered : ordered.toReversed()).filter(isAfter);
      const page = remaining.slice(0, Limit);
      const last = page.at(-1);
      const keys = ['pk', 'sk', source.keyAttributes.partition, source.keyAttributes.sort];
      const lastKey =
        last === undefined || page.length === remaining.length ? undefined : Object.fromEntries(keys.map((key) => [key, last[key]]));
      return { items: page.map(projectionOf(input)), lastKey };
    },
    put: async (input) => {
      write({ Put: input as never });
    },
    batchPut: async (items) => {
      for (const Item of items) write({ Put: { Item } as never });
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
      if (usedTokens.has(token)) return;
      const planned = writes.map(planWrite);
      const reasons = planned.map(({ input, before }) =>
        meetsCondition(before, input)
          ? { code: 'None', item: undefined }
          : { code: 'ConditionalCheckFailed', item: oldItem(before, input) },
      );
      if (reasons.some(({ code }) => code !== 'None')) throw new TransactionRefused(reasons);
      // Computes all items first: an invalid update expression throws before the first write.
      const writtenItems = planned.map(({ before, after }) => ({ before, newItem: after() }));
      for (const { before, newItem } of writtenItems) if (newItem !== undefined) replaceItem(before, newItem);
      usedTokens.add(token);
    },
  };
};

/** Returns the partition key value of a key condition. Throws unless the condition starts with `<partition key> = :value`. */
const partitionIn = (expression: string, { partition }: KeyAttributes, { names, values }: ExpressionParams): string => {
  const [, name = '', value = ''] = /^\s*(#?\w+)\s*=\s*(:\w+)/.exec(expression) ?? [];
  if ((names[name] ?? name) !== partition) throw new Error(`The condition ${expression} does not start with ${partition}.`);
  return String(values[value]);
};
