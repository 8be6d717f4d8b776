import { setTimeout as pause } from 'node:timers/promises';
import {
  BatchGetItemCommand,
  type BatchGetItemCommandInput,
  type BatchGetItemCommandOutput,
  BatchWriteItemCommand,
  type BatchWriteItemCommandOutput,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactionCanceledException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import type {
  DeleteCommandInput,
  PutCommandInput,
  QueryCommandInput,
  TransactWriteCommandInput,
  UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { TABLE_OVERLOAD } from '../../platform/overload.ts';
import type { CapacityCounter } from './capacity-counter.ts';
import { type Key, keyText } from './keys.ts';
import { type AttributeValueMap, fromAttributeValues, toAttributeValues } from './wire.ts';

/** An item of the table: its key, and attributes that depend on its kind. */
export type Item = Key & { readonly [attribute: string]: unknown };

type TableInput<T> = Omit<T, 'TableName' | 'ReturnConsumedCapacity'>;
type WithoutTableName<T> = T extends object ? Omit<T, 'TableName'> : never;
type SdkTransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
/** One write of a transaction, without the table name. */
export type TransactItem = { readonly [K in keyof SdkTransactItem]?: WithoutTableName<NonNullable<SdkTransactItem[K]>> };

/** The DynamoDB table; its calls are counted (`CapacityCounter`). Reads are strongly consistent unless an index is named. */
export interface Table {
  /** The same object for every `Table` of one client: a key for caches in the memory of the process. */
  readonly identity: object;
  readonly get: (key: Key) => Promise<Item | null>;
  /** Returns the existing items, by `keyText` of their keys. Unprocessed keys are requested again. */
  readonly batchGet: (keys: readonly Key[]) => Promise<ReadonlyMap<string, Item>>;
  readonly query: (input: TableInput<QueryCommandInput>) => Promise<{ items: Item[]; lastKey: Record<string, unknown> | undefined }>;
  readonly put: (input: TableInput<PutCommandInput>) => Promise<void>;
  /** Writes items without conditions, in calls of 25 items. Throws if the table stays overloaded; some of the items may be written. */
  readonly batchPut: (items: readonly Item[]) => Promise<void>;
  /** Returns the attributes that `ReturnValues` selects. */
  readonly update: (input: TableInput<UpdateCommandInput>) => Promise<Record<string, unknown>>;
  readonly delete: (input: TableInput<DeleteCommandInput>) => Promise<void>;
  /** Throws `TransactionRefused` with one reason per item. */
  readonly transact: (items: readonly TransactItem[], token: string) => Promise<void>;
}

/** Cancellation reason of one item of a transaction. */
export interface CancelReason {
  readonly code: string;
  readonly item: Item | undefined;
}

/** Thrown for a cancelled transaction: nothing was written. */
export class TransactionRefused extends Error {
  readonly reasons: readonly CancelReason[];
  constructor(reasons: readonly CancelReason[]) {
    super(`transaction cancelled: ${reasons.map((reason) => reason.code).join(', ')}`);
    this.name = 'TransactionRefused';
    this.reasons = reasons;
  }
}

/** The failed condition of a single write, with the current item if the write requested it; `null` for any other error. */
export const conditionFailure = (error: unknown): { readonly item: Record<string, unknown> | undefined } | null =>
  error instanceof ConditionalCheckFailedException ? { item: error.Item && itemOf(error.Item) } : null;

/** Awaits a conditional write; returns `false` if its condition failed. Throws all other errors. */
export const conditionMet = async (write: Promise<unknown>): Promise<boolean> => {
  try {
    await write;
    return true;
  } catch (error) {
    if (conditionFailure(error) === null) throw error;
    return false;
  }
};

type Attributes = Readonly<Record<string, unknown>>;

/** Builds an update that sets these attributes. */
export const attributesUpdate = (Key: Key, attributes: Attributes) => updateWith(Key, attributes, (name, value) => `${name} = ${value}`);

/** Builds an update that sets these attributes, except those that the item has already. */
export const missingAttributesUpdate = (Key: Key, attributes: Attributes) =>
  updateWith(Key, attributes, (name, value) => `${name} = if_not_exists(${name}, ${value})`);

const updateWith = (Key: Key, attributes: Attributes, assign: (name: string, value: string) => string) => {
  const entries = Object.entries(attributes);
  return {
    Key,
    UpdateExpression: `SET ${entries.map((_each, index) => assign(`#n${index}`, `:v${index}`)).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(entries.map(([name], index) => [`#n${index}`, name])),
    ExpressionAttributeValues: Object.fromEntries(entries.map(([, value], index) => [`:v${index}`, value])),
  };
};

/** True if the error means that the table is overloaded. Nothing was written. */
export const isOverload = (error: unknown): boolean => error instanceof Error && TABLE_OVERLOAD.has(error.name);

/** True for a repeated transaction whose first request is still running, or has just ended. */
export const isTransactionRunning = (error: unknown): boolean => error instanceof Error && error.name === 'TransactionInProgressException';

/** True for a single write that conflicted with a running transaction on the same item. */
export const isTransactionConflict = (error: unknown): boolean => error instanceof Error && error.name === 'TransactionConflictException';

/** The parts of a request that contain values. */
const VALUE_PARTS = ['Key', 'Item', 'ExpressionAttributeValues', 'ExclusiveStartKey'] as const;
type ValuePart = (typeof VALUE_PARTS)[number];
type OnWire<Input> = { [Part in keyof Input]: Part extends ValuePart ? AttributeValueMap : Input[Part] };

/** Converts the values of a request to attribute values. */
const requestOf = <Input extends object>(input: Input): OnWire<Input> => {
  const request = { ...input } as Record<string, unknown>;
  for (const part of VALUE_PARTS) {
    const values = request[part];
    if (values !== undefined) request[part] = toAttributeValues(values as object);
  }
  // The loop above converted the parts that `OnWire` converts.
  return request as OnWire<Input>;
};

const itemOf = (attributes: AttributeValueMap): Item => fromAttributeValues(attributes) as Item;

const BATCH_LIMIT = 100;
const WRITE_BATCH_LIMIT = 25;

/** Divides keys or items into batches, one per call. If several have the same key, keeps only the last. */
const batchesOf = <K extends Key>(keyed: readonly K[], limit: number): readonly (readonly K[])[] => {
  const unique = [...new Map(keyed.map((each) => [keyText(each.pk, each.sk), each])).values()];
  return Array.from({ length: Math.ceil(unique.length / limit) }, (_, index) => unique.slice(index * limit, (index + 1) * limit));
};

/** Wraps a client as a table whose calls are counted in `capacity`. Cheap enough to call for each request. */
export const tableOf = (client: DynamoDBClient, TableName: string, capacity: CapacityCounter): Table => {
  const ReturnConsumedCapacity = capacity.detail;
  const base = { TableName, ReturnConsumedCapacity };
  return {
    identity: client,
    get: async (Key) => {
      const { Item } = await capacity.read(client.send(new GetItemCommand({ ...base, Key: toAttributeValues(Key), ConsistentRead: true })));
      return Item === undefined ? null : itemOf(Item);
    },
    batchGet: async (keys) => {
      const items = new Map<string, Item>();
      await Promise.all(batchesOf(keys, BATCH_LIMIT).map((batch) => batchGetPage(client, base, batch, items, capacity)));
      return items;
    },
    query: async (input) => {
      const consistent = input.IndexName === undefined;
      const answer = await capacity.read(client.send(new QueryCommand({ ...base, ConsistentRead: consistent, ...requestOf(input) })));
      return { items: (answer.Items ?? []).map(itemOf), lastKey: answer.LastEvaluatedKey && fromAttributeValues(answer.LastEvaluatedKey) };
    },
    put: async (input) => {
      await capacity.write(client.send(new PutItemCommand({ ...base, ...requestOf(input) })));
    },
    batchPut: async (items) => {
      await Promise.all(batchesOf(items, WRITE_BATCH_LIMIT).map((batch) => batchPutPage(client, base, batch, capacity)));
    },
    update: async (input) => {
      const { Attributes } = await capacity.write(client.send(new UpdateItemCommand({ ...base, ...requestOf(input) })));
      return Attributes === undefined ? {} : fromAttributeValues(Attributes);
    },
    delete: async (input) => {
      await capacity.write(client.send(new DeleteItemCommand({ ...base, ...requestOf(input) })));
    },
    transact: async (items, token) => {
      const TransactItems = items.map((item) => transactItemOf(item, TableName));
      try {
        const command = new TransactWriteItemsCommand({ TransactItems, ClientRequestToken: token, ReturnConsumedCapacity });
        await capacity.write(client.send(command));
      } catch (error) {
        throw error instanceof TransactionCanceledException ? refusalOf(error) : error;
      }
    },
  };
};

const transactItemOf = ({ Put, Update, Delete, ConditionCheck }: TransactItem, TableName: string): TransactWriteItem => ({
  ...(Put && { Put: { ...requestOf(Put), TableName } }),
  ...(Update && { Update: { ...requestOf(Update), TableName } }),
  ...(Delete && { Delete: { ...requestOf(Delete), TableName } }),
  ...(ConditionCheck && { ConditionCheck: { ...requestOf(ConditionCheck), TableName } }),
});

const refusalOf = (error: TransactionCanceledException): TransactionRefused =>
  new TransactionRefused(
    (error.CancellationReasons ?? []).map((reason) => ({
      code: reason.Code ?? 'None',
      item: reason.Item && itemOf(reason.Item),
    })),
  );

/** The part that all requests contain. */
interface BaseRequest {
  readonly TableName: string;
  readonly ReturnConsumedCapacity: CapacityCounter['detail'];
}

const batchGetPage = async (
  client: DynamoDBClient,
  base: BaseRequest,
  keys: readonly Key[],
  items: Map<string, Item>,
  capacity: CapacityCounter,
): Promise<void> => {
  let request: BatchGetItemCommandInput['RequestItems'] = { [base.TableName]: { Keys: keys.map(toAttributeValues), ConsistentRead: true } };
  while (request?.[base.TableName]?.Keys?.length) {
    const answer: BatchGetItemCommandOutput = await capacity.read(
      client.send(new BatchGetItemCommand({ RequestItems: request, ReturnConsumedCapacity: base.ReturnConsumedCapacity })),
    );
    for (const item of (answer.Responses?.[base.TableName] ?? []).map(itemOf)) items.set(keyText(item.pk, item.sk), item);
    request = answer.UnprocessedKeys;
  }
};

/** Pauses between calls that left items unwritten, in milliseconds. */
const WRITE_PAUSES_MS = [50, 200, 800, 3200];

const batchPutPage = async (
  client: DynamoDBClient,
  { TableName, ReturnConsumedCapacity }: BaseRequest,
  items: readonly Item[],
  capacity: CapacityCounter,
): Promise<void> => {
  let remaining: BatchWriteItemCommandOutput['UnprocessedItems'] = {
    [TableName]: items.map((item) => ({ PutRequest: { Item: toAttributeValues(item) } })),
  };
  for (const pauseMs of [0, ...WRITE_PAUSES_MS]) {
    await pause(pauseMs);
    const answer: BatchWriteItemCommandOutput = await capacity.write(
      client.send(new BatchWriteItemCommand({ RequestItems: remaining, ReturnConsumedCapacity })),
    );
    remaining = answer.UnprocessedItems;
    if (!remaining?.[TableName]?.length) return;
  }
  throw new Error(`The table is overloaded: ${remaining?.[TableName]?.length} of ${items.length} items were not written.`);
};
