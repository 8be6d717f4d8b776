import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  type DynamoDBClientConfig,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  type BatchGetCommandInput,
  type BatchGetCommandOutput,
  DeleteCommand,
  type DeleteCommandInput,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  type PutCommandInput,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { type Key, keyOf } from './keys.ts';
import type { Meter } from './meter.ts';

/** An item of the table: its key, and attributes that depend on its kind. */
export type Item = Key & { readonly [attribute: string]: unknown };

type WithoutTable<T> = Omit<T, 'TableName' | 'ReturnConsumedCapacity'>;
type Bare<T> = T extends object ? Omit<T, 'TableName'> : never;
type Entry = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
/** One write of a transaction, without the table name. */
export type TransactItem = { readonly [K in keyof Entry]?: Bare<NonNullable<Entry[K]>> };

/** The DynamoDB table, metered. Reads are strongly consistent unless an index is named. */
export interface Table {
  readonly get: (key: Key) => Promise<Item | null>;
  /** Returns the existing items, by `keyOf` of their keys. Unprocessed keys are requested again. */
  readonly batchGet: (keys: readonly Key[]) => Promise<ReadonlyMap<string, Item>>;
  readonly query: (input: WithoutTable<QueryCommandInput>) => Promise<{ items: Item[]; lastKey: Record<string, unknown> | undefined }>;
  readonly put: (input: WithoutTable<PutCommandInput>) => Promise<void>;
  /** Returns the attributes that `ReturnValues` selects. */
  readonly update: (input: WithoutTable<UpdateCommandInput>) => Promise<Record<string, unknown>>;
  readonly delete: (input: WithoutTable<DeleteCommandInput>) => Promise<void>;
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
  error instanceof ConditionalCheckFailedException ? { item: error.Item && unmarshall(error.Item) } : null;

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

/** Builds an update that sets these attributes. */
export const setAttributes = (Key: Key, attributes: Readonly<Record<string, unknown>>) => {
  const entries = Object.entries(attributes);
  return {
    Key,
    UpdateExpression: `SET ${entries.map((_each, index) => `#n${index} = :v${index}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(entries.map(([name], index) => [`#n${index}`, name])),
    ExpressionAttributeValues: Object.fromEntries(entries.map(([, value], index) => [`:v${index}`, value])),
  };
};

/** Errors that mean that the table is overloaded. Nothing was written. */
const OVERLOAD: ReadonlySet<string> = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TransactionInProgressException',
]);

export const isOverload = (error: unknown): boolean => error instanceof Error && OVERLOAD.has(error.name);

/** True for a single write that conflicted with a running transaction on the same item. */
export const isTransactionConflict = (error: unknown): boolean => error instanceof Error && error.name === 'TransactionConflictException';

/**
 * Creates the document client. Converts every object to a map, because the client treats an object with a key `constructor` as a class
 * instance.
 */
export const documentClientOf = (client: DynamoDBClient): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true, convertClassInstanceToMap: true } });

/**
 * A process makes some hundred calls a second, each answered within a few milliseconds, so a few sockets are enough. 50 sockets allow for
 * slow responses; more would only cost handshakes. Further calls wait in order, without a warning.
 */
const MOST_SOCKETS = 50;
const ignore = (): void => undefined;
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const SOCKETS = { maxSockets: MOST_SOCKETS };

/** Opens a client with the service's settings. `overrides`: endpoint and credentials, if the environment does not provide them. */
export const openClient = (overrides: DynamoDBClientConfig): DynamoDBDocumentClient => {
  const requestHandler = { httpAgent: SOCKETS, httpsAgent: SOCKETS, logger: SILENT };
  const client = new DynamoDBClient({ maxAttempts: 4, requestHandler, ...overrides });
  // Makes calls faster: this middleware builds log lines, which `SILENT` discards.
  client.middlewareStack.remove('loggerMiddleware');
  return documentClientOf(client);
};

const BATCH_LIMIT = 100;

/** Wraps a client as a table whose calls are counted in `meter`. Cheap enough to call for each request. */
export const tableOf = (client: DynamoDBDocumentClient, TableName: string, meter: Meter): Table => {
  const base = { TableName, ReturnConsumedCapacity: 'TOTAL' } as const;
  return {
    get: async (Key) => {
      const answer = await meter.read(client.send(new GetCommand({ ...base, Key, ConsistentRead: true })));
      return (answer.Item as Item | undefined) ?? null;
    },
    batchGet: async (keys) => {
      const items = new Map<string, Item>();
      const unique = [...new Map(keys.map((key) => [keyOf(key.pk, key.sk), key])).values()];
      const batches = Array.from({ length: Math.ceil(unique.length / BATCH_LIMIT) }, (_, index) =>
        unique.slice(index * BATCH_LIMIT, (index + 1) * BATCH_LIMIT),
      );
      await Promise.all(batches.map((keys) => batchGetPage(client, base, keys, items, meter)));
      return items;
    },
    query: async (input) => {
      const consistent = input.IndexName === undefined;
      const answer = await meter.read(client.send(new QueryCommand({ ...base, ConsistentRead: consistent, ...input })));
      return { items: (answer.Items ?? []) as Item[], lastKey: answer.LastEvaluatedKey };
    },
    put: async (input) => {
      await meter.write(client.send(new PutCommand({ ...base, ...input })));
    },
    update: async (input) => {
      const answer = await meter.write(client.send(new UpdateCommand({ ...base, ...input })));
      return answer.Attributes ?? {};
    },
    delete: async (input) => {
      await meter.write(client.send(new DeleteCommand({ ...base, ...input })));
    },
    transact: async (items, token) => {
      const TransactItems = items.map((item) => withTableName(item, TableName));
      try {
        await meter.write(
          client.send(new TransactWriteCommand({ TransactItems, ClientRequestToken: token, ReturnConsumedCapacity: 'TOTAL' })),
        );
      } catch (error) {
        throw error instanceof TransactionCanceledException ? refusalOf(error) : error;
      }
    },
  };
};

const withTableName = (item: TransactItem, TableName: string): Entry =>
  Object.fromEntries(Object.entries(item).map(([kind, input]) => [kind, { ...input, TableName }])) as Entry;

const refusalOf = (error: TransactionCanceledException): TransactionRefused =>
  new TransactionRefused(
    (error.CancellationReasons ?? []).map((reason) => ({
      code: reason.Code ?? 'None',
      item: reason.Item && (unmarshall(reason.Item) as Item),
    })),
  );

const batchGetPage = async (
  client: DynamoDBDocumentClient,
  base: { readonly TableName: string; readonly ReturnConsumedCapacity: 'TOTAL' },
  keys: readonly Key[],
  items: Map<string, Item>,
  meter: Meter,
): Promise<void> => {
  let request: BatchGetCommandInput['RequestItems'] = { [base.TableName]: { Keys: [...keys], ConsistentRead: true } };
  while (request?.[base.TableName]?.Keys?.length) {
    const answer: BatchGetCommandOutput = await meter.read(
      client.send(new BatchGetCommand({ RequestItems: request, ReturnConsumedCapacity: 'TOTAL' })),
    );
    for (const item of (answer.Responses?.[base.TableName] ?? []) as Item[]) items.set(keyOf(item.pk, item.sk), item);
    request = answer.UnprocessedKeys;
  }
};
