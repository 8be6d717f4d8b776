import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { environmentOfHost } from '../../scripts/local/run-file.ts';
import { apiOf, type Client, type Json } from '../../scripts/support/api.ts';
import { type Receiver, startReceiver } from '../../scripts/support/receiver.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { documentsOf } from '../../shared/store/core/table.ts';
import { bodyOf, type Operation, operations, pathWith, spareIds, takesKey } from '../contract/support/operations.ts';
import { makeWorld, type World } from '../contract/support/world.ts';
import { startHost, type TestHost } from '../support/host.ts';

/**
 * Two accounts and two modes whose objects have the same ids: what one tenant has is copied to the others, item by item,
 * under their keys, with every text of a person or a product marked. Then each operation is called by each tenant, and must
 * neither show a mark of another nor change an item of another.
 */
interface Corner {
  readonly accountId: string;
  readonly mode: 'live' | 'test';
  readonly client: Client;
  readonly mark: string;
}

type Item = Json & { readonly pk: string; readonly sk: string };

let host: TestHost;
let receiver: Receiver;
let table: DynamoDBDocumentClient;
let tableName: string;
let world: World;
let corners: readonly Corner[];

const connect = (): void => {
  const env = environmentOfHost(host.dataDir);
  if (env === null) throw new Error('the host has not reported its environment');
  const client = new DynamoDBClient({
    endpoint: String(env.AWS_ENDPOINT_URL_DYNAMODB),
    region: String(env.AWS_REGION),
    credentials: { accessKeyId: String(env.AWS_ACCESS_KEY_ID), secretAccessKey: String(env.AWS_SECRET_ACCESS_KEY) },
  });
  table = documentsOf(client);
  tableName = String(env.TABLE_NAME);
};

const everything = async (): Promise<readonly Item[]> => {
  const items: Item[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await table.send(
      new ScanCommand({ TableName: tableName, ConsistentRead: true, ...(ExclusiveStartKey ? { ExclusiveStartKey } : {}) }),
    );
    items.push(...((page.Items ?? []) as Item[]));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
  return items;
};

const partitionsOf = ({ accountId, mode }: Pick<Corner, 'accountId' | 'mode'>): string => `A#${accountId}#${mode}#`;

/** Texts that tell whose an object is. */
const MARKED = /\b(Ada|Plan|spare)\b/g;

const translated = (value: unknown, from: Corner, to: Corner): unknown => {
  if (typeof value === 'string') {
    return value
      .replaceAll(partitionsOf(from), partitionsOf(to))
      .replaceAll(from.accountId, to.accountId)
      .replaceAll(MARKED, `$1${to.mark}`);
  }
  if (Array.isArray(value)) return value.map((each) => translated(each, from, to));
  if (value instanceof Uint8Array || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, translated(each, from, to)]));
};

/** What belongs to one tenant by the key itself: its objects, log, audit log, guards, ledger. Its own keys and account are not copied over. */
const isCopied = ({ pk }: Item, from: Corner): boolean =>
  pk.startsWith(partitionsOf(from)) && !/#(api_key|account|mail|mail-slot)$/.test(pk);

const copyTo = async (items: readonly Item[], from: Corner, to: Corner): Promise<void> => {
  const owned = items.filter((item) => isCopied(item, from));
  for (const item of owned) {
    await table.send(new PutCommand({ TableName: tableName, Item: translated(item, from, to) as Record<string, unknown> }));
  }
  const limiter = items.find(({ pk }) => pk === `A#${to.accountId}#-#account-limiter`) ?? {
    pk: `A#${to.accountId}#-#account-limiter`,
    sk: 'account-limiter',
  };
  const counter = items.find(({ pk }) => pk === `A#${from.accountId}#-#account-limiter`)?.[`seq_${from.mode}`];
  await table.send(new PutCommand({ TableName: tableName, Item: { ...limiter, [`seq_${to.mode}`]: counter } }));
};

/** With keys in order: an engine may answer attributes in any. */
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, each]) => [key, inOrder(each)]),
  );
};

/** The items of a tenant as text, without what a mere look of another request of the same account may touch. */
const ownedBy = (items: readonly Item[], corner: Corner): ReadonlyMap<string, string> =>
  new Map(
    items
      .filter(({ pk }) => pk.startsWith(partitionsOf(corner)))
      // The use of the key, sampled, is noted at any time.
      .filter(({ pk }) => !/#(api_key|audit-sample)$/.test(pk))
      // What a provider did not answer, the reaper completes at any time; copied events order mails as those that were recorded do.
      .filter(({ pk }) => !/#(pending_operation|mail|mail-slot)$/.test(pk))
      .map((item) => [`${item.pk} ${item.sk}`, JSON.stringify(inOrder(item))]),
  );

beforeAll(async () => {
  receiver = await startReceiver();
  host = await startHost();
  connect();
  const api = apiOf(host.baseUrl);
  const other = await host.createAccount();
  const clientOf = (key: string): Client => api.client(key);
  corners = [
    { accountId: host.accountId, mode: 'test', client: clientOf(host.testKey), mark: '-A-test' },
    { accountId: host.accountId, mode: 'live', client: clientOf(host.liveKey), mark: '-A-live' },
    { accountId: other.accountId, mode: 'test', client: clientOf(other.testKey), mark: '-B-test' },
    { accountId: other.accountId, mode: 'live', client: clientOf(other.liveKey), mark: '-B-live' },
  ];
  const [first, ...rest] = corners;
  if (first === undefined) throw new Error('no corners');
  world = await makeWorld(first.client, receiver);
  // Deliveries continue on their own: from here on there are none, and those begun are done.
  await first.client.post(`/v1/webhook_endpoints/${String(world.endpoint_id)}`, { status: 'disabled' });
  await eventually(
    () => first.client.list(`/v1/webhook_endpoints/${String(world.endpoint_id)}/deliveries`),
    (rows) => rows.every(({ status }) => status !== 'pending'),
  );
  const items = await everything();
  for (const corner of rest) await copyTo(items, first, { ...first, ...corner, mark: corner.mark });
});

afterAll(async () => {
  table.destroy();
  await receiver.stop();
  await host.stop();
});

const mayCall = ({ auth }: Operation, { mode }: Corner): boolean =>
  auth.kind === 'api_key' ? auth.only === null || auth.only === mode : auth.kind === 'sandbox_key' && mode === 'test';

/** What a write left to do is done: two looks in a row see the same. */
const quiet = async (): Promise<void> => {
  const look = async (): Promise<string> => {
    const items = await everything();
    return JSON.stringify(corners.map((corner) => [...ownedBy(items, corner)].sort()));
  };
  let seen = await look();
  await eventually(async () => {
    const earlier = seen;
    seen = await look();
    return seen === earlier;
  }, Boolean);
};

/** A number that somebody else would be asked about is cleared instead. */
const bodyIn = (operation: Operation, ids: World): Json | undefined => {
  if (operation.body === null) return undefined;
  return operation.id === 'customers.vat_number' ? { vat_number: null } : bodyOf(operation, ids, host.baseUrl);
};

const changedSince = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key));

const walked = operations.filter(([, operation]) => takesKey(operation));

describe('with the same ids in two accounts and two modes', () => {
  it.each(walked)('[HTTP-13] [HTTP-14] [HTTP-16] %s shows and changes its own tenant only', async (_name, operation) => {
    // These two differ in both, and each has a neighbour that differs in one.
    for (const corner of corners.filter(({ mark }) => mark === '-A-test' || mark === '-B-live')) {
      if (!mayCall(operation, corner)) continue;
      const others = corners.filter((each) => each !== corner);
      const ids = corner.mode === 'test' ? await spareIds(operation, world, corner.client, host.baseUrl) : world;
      const before = await everything();
      const body = bodyIn(operation, ids);
      const answer = await corner.client.call(operation.method, pathWith(operation, ids), body);
      expect([200, 400, 404, 409, 502], `${corner.mark}: ${answer.text}`).toContain(answer.status);
      for (const other of others) expect(answer.text).not.toContain(other.mark);
      const after = await everything();
      if (operation.method !== 'GET') await quiet();
      for (const other of others) {
        // The account itself is one record for both of its modes.
        const touched = changedSince(ownedBy(before, other), ownedBy(after, other)).filter(
          (key) => other.accountId !== corner.accountId || !/#(account|billing_profile)/.test(key),
        );
        expect(touched, `${corner.mark} touched ${other.mark}`).toEqual([]);
      }
    }
  });
});
