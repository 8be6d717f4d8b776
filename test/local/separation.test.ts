import { DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiOf, type Client, type Json } from '../../scripts/support/api.ts';
import { type Receiver, startReceiver } from '../../scripts/support/receiver.ts';
import { scanTable } from '../../scripts/support/scan-table.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import {
  bodyOf,
  createSpareIds,
  type Operation,
  operations,
  pathWith,
  requiresApiKey,
  returnsJson,
} from '../contract/support/operations.ts';
import { makeWorld, type World } from '../contract/support/world.ts';
import { startHost, type TestHost } from '../support/host.ts';
import { readableItem } from '../support/readable-items.ts';
import { openDatabase } from './support.ts';

/**
 * Tests tenant isolation with equal object ids. There are four tenants: two accounts with two modes each. The items of the first tenant are
 * copied to the others. Each tenant gets three marks: a text in its names, a time of creation, and a factor in its amounts. Then two
 * tenants call each operation: responses must contain the marks of the caller and no mark of another tenant, and no item of another tenant
 * may change.
 */

interface MarkedTenant {
  readonly accountId: string;
  readonly mode: 'live' | 'test';
  readonly client: Client;
  readonly mark: string;
  /** `created` of all copied objects; Unix seconds. */
  readonly createdAt: number;
  /** A prime number that divides all amounts of copied objects. */
  readonly factor: number;
}

type Item = Json & { readonly pk: string; readonly sk: string };

let host: TestHost;
let receiver: Receiver;
let table: DynamoDBDocumentClient;
let tableName: string;
let world: World;
let tenants: readonly MarkedTenant[];

const readItems = async (): Promise<readonly Item[]> => (await scanTable(table, tableName)) as readonly Item[];

const partitionPrefixOf = ({ accountId, mode }: Pick<MarkedTenant, 'accountId' | 'mode'>): string => `A#${accountId}#${mode}#`;

/** Names, numbers of documents and ids of requests that get a tenant's mark. */
const MARKED = /\b(?:Ada|Plan|WORLD|BTW|TEST)\b|\breq(?=_)/g;

/** Copies a value of an item: replaces the tenant's ids, and adds the marks. */
const copyFor = (value: unknown, from: MarkedTenant, to: MarkedTenant): unknown => {
  if (typeof value === 'string') {
    return value
      .replaceAll(partitionPrefixOf(from), partitionPrefixOf(to))
      .replaceAll(from.accountId, to.accountId)
      .replaceAll(MARKED, `$&${to.mark}`)
      .replaceAll(/(?<="created":)\d+/g, String(to.createdAt))
      .replaceAll(/(?<=[cC]ents":)\d+/g, (cents) => String(Number(cents) * to.factor));
  }
  if (Array.isArray(value)) return value.map((each) => copyFor(each, from, to));
  if (value instanceof Uint8Array || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      if (key === 'created') return [key, to.createdAt];
      return [key, typeof each === 'number' && key.endsWith('_cents') ? each * to.factor : copyFor(each, from, to)];
    }),
  );
};

/** Whether an item is copied: all items of a tenant except API keys, account and mail. */
const isCopied = ({ pk }: Item, from: MarkedTenant): boolean =>
  pk.startsWith(partitionPrefixOf(from)) && !/#(api_key|account|mail|mail-slot)$/.test(pk);

const copyTo = async (items: readonly Item[], from: MarkedTenant, to: MarkedTenant): Promise<void> => {
  const owned = items.filter((item) => isCopied(item, from)).map((item) => readableItem(item) as Item);
  for (const item of owned) {
    await table.send(new PutCommand({ TableName: tableName, Item: copyFor(item, from, to) as Record<string, unknown> }));
  }
  if (from === to) return;
  // Copies the highest allocated log number, because the copied events have log numbers up to it.
  const counter = items.find(({ pk }) => pk === `A#${from.accountId}#-#account-limiter`)?.[`seq_${from.mode}`];
  await table.send(
    new UpdateCommand({
      TableName: tableName,
      Key: { pk: `A#${to.accountId}#-#account-limiter`, sk: 'account-limiter' },
      UpdateExpression: 'SET #counter = :counter',
      ExpressionAttributeNames: { '#counter': `seq_${to.mode}` },
      ExpressionAttributeValues: { ':counter': counter },
    }),
  );
};

/** Sorts keys, as the order of attributes is undefined. Bytes become text. */
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, each]) => [key, inOrder(each)]),
  );
};

/** Replaces a pending delivery in snapshots, because a worker changes the delivery at any time. */
const PENDING = 'pending delivery';

const isPendingDelivery = (item: Item): boolean => {
  const { record } = item as { readonly record?: { readonly status: unknown } };
  return item.pk.includes('#delivery#') && record?.status === 'pending';
};

/** Returns the JSON of a tenant's items by key, without items that other calls or background work may change. */
const ownedBy = (items: readonly Item[], tenant: MarkedTenant): ReadonlyMap<string, string> =>
  new Map(
    items
      .filter(({ pk }) => pk.startsWith(partitionPrefixOf(tenant)))
      // Every call changes sampled audit entries, and the time when the key was last used.
      .filter(({ pk }) => !/#(api_key|audit-sample)$/.test(pk))
      // Requests are recorded from the log, some time after their response.
      .filter(({ pk }) => !/#(request-log|request-count)$/.test(pk))
      // Sweeps count the events of every tenant.
      .filter(({ pk }) => !pk.split('#').includes('figures'))
      // The reaper completes pending operations, and copied events create mail orders.
      .filter(({ pk }) => !/#(pending_operation|mail|mail-slot)$/.test(pk))
      .map((item) => [`${item.pk} ${item.sk}`, isPendingDelivery(item) ? PENDING : JSON.stringify(inOrder(item))]),
  );

beforeAll(async () => {
  receiver = await startReceiver();
  host = await startHost();
  const opened = openDatabase(host.dataDir);
  table = DynamoDBDocumentClient.from(opened.database, { marshallOptions: { removeUndefinedValues: true } });
  tableName = opened.tableName;
  const api = apiOf(host.baseUrl);
  const other = await host.createAccount();
  const clientOf = (key: string): Client => api.client(key);
  const startedAt = Math.floor(Date.now() / 1000);
  tenants = [
    { accountId: host.accountId, mode: 'test', client: clientOf(host.testKey), mark: '-A-test', createdAt: startedAt - 1000, factor: 7 },
    { accountId: host.accountId, mode: 'live', client: clientOf(host.liveKey), mark: '-A-live', createdAt: startedAt - 2000, factor: 11 },
    { accountId: other.accountId, mode: 'test', client: clientOf(other.testKey), mark: '-B-test', createdAt: startedAt - 3000, factor: 13 },
    { accountId: other.accountId, mode: 'live', client: clientOf(other.liveKey), mark: '-B-live', createdAt: startedAt - 4000, factor: 17 },
  ];
  const [first] = tenants;
  if (first === undefined) throw new Error('There are no tenants.');
  world = await makeWorld(first.client, receiver);
  // Disables the endpoint and waits for running deliveries, which would change items.
  await first.client.post(`/v1/webhook_endpoints/${String(world.endpoint_id)}`, { status: 'disabled' });
  await eventually(
    () => first.client.list(`/v1/webhook_endpoints/${String(world.endpoint_id)}/deliveries`),
    (deliveries) => deliveries.every(({ status }) => status !== 'pending'),
  );
  const items = await readItems();
  for (const tenant of tenants) await copyTo(items, first, tenant);
  // API keys are not copied.
  const keyIds: string[] = [];
  for (const { client, mark } of tenants) keyIds.push((await client.post('/v1/api_keys', { label: mark })).id);
  world = { ...world, api_key_id: String(keyIds[0]) };
});

afterAll(async () => {
  table.destroy();
  await receiver.stop();
  await host.stop();
});

const mayCall = ({ auth }: Operation, { mode }: MarkedTenant): boolean =>
  auth.kind === 'api_key' ? auth.only === null || auth.only === mode : auth.kind === 'sandbox_key' && mode === 'test';

/** The items of each tenant, by its mark. */
type Snapshot = ReadonlyMap<string, ReadonlyMap<string, string>>;

const takeSnapshot = async (): Promise<Snapshot> => {
  const items = await readItems();
  return new Map(tenants.map((tenant) => [tenant.mark, ownedBy(items, tenant)]));
};

const textOf = (snapshot: Snapshot): string => JSON.stringify([...snapshot].map(([mark, items]) => [mark, [...items].sort()]));

/** Waits until the background work of a write is done: until two scans in a row return the same items. Returns these items. */
const snapshotWhenIdle = async (): Promise<Snapshot> => {
  let current = await takeSnapshot();
  await eventually(async () => {
    const previous = textOf(current);
    current = await takeSnapshot();
    return textOf(current) === previous;
  }, Boolean);
  return current;
};

/** The snapshot after the last call; `null` before the first. */
let latest: Snapshot | null = null;

/** Returns the body of an operation. Clears the VAT number, because a new number would be verified by the VAT registry. */
const bodyIn = (operation: Operation, ids: World): Json | undefined => {
  if (operation.body === null) return undefined;
  return operation.id === 'customers.vat_number' ? { vat_number: null } : bodyOf(operation, ids, host.baseUrl);
};

type ItemTexts = ReadonlyMap<string, string> | undefined;

/** True for a new delivery. It is not compared, because under load an earlier call can have caused it. Its event is compared. */
const isNewDelivery = (key: string, before: ItemTexts): boolean => key.includes('#delivery#') && before?.get(key) === undefined;

/** True for a delivery of an endpoint that its tenant deleted in an earlier call: a worker deletes the deliveries later. */
const isOfDeletedEndpoint = (key: string, before: ItemTexts): boolean => {
  const endpointId = /#delivery#(we_\w+) /.exec(key)?.[1];
  return endpointId !== undefined && ![...(before?.keys() ?? [])].some((each) => each.endsWith(`#webhook_endpoint ${endpointId}`));
};

const changedSince = (before: ItemTexts, after: ItemTexts): readonly string[] =>
  [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].filter(
    (key) =>
      before?.get(key) !== after?.get(key) &&
      before?.get(key) !== PENDING &&
      !isNewDelivery(key, before) &&
      !isOfDeletedEndpoint(key, before),
  );

const isRead = ({ method }: Operation): boolean => method === 'GET';
/** Reads come first, because the objects that writes create have no marks. */
const keyedOperations = operations
  .filter(([, operation]) => requiresApiKey(operation))
  .sort(([, one], [, other]) => Number(isRead(other)) - Number(isRead(one)));

/** The marks of `other` that a response contains. `caller` gets the response. */
const marksOf = (other: MarkedTenant, caller: MarkedTenant, text: string): readonly string[] =>
  [other.mark, String(other.createdAt), ...(other.accountId === caller.accountId ? [] : [other.accountId])].filter((mark) =>
    text.includes(mark),
  );

/** The amounts of a response that are not 0. */
const amountsIn = (text: string): readonly number[] =>
  [...text.matchAll(/_cents":(-?\d+)/g)].map(([, cents]) => Number(cents)).filter((cents) => cents !== 0);

/** Whether a response contains a mark of the tenant: its text, its time of creation, or amounts that are all multiples of its factor. */
const isMarked = (tenant: MarkedTenant, text: string): boolean => {
  const amounts = amountsIn(text);
  return marksOf(tenant, tenant, text).length > 0 || (amounts.length > 0 && amounts.every((cents) => cents % tenant.factor === 0));
};

/** Reads whose responses have no marks: they return data of the account or the service, counts, or the requests of this test. */
const UNMARKED: ReadonlySet<string> = new Set([
  'account.activation',
  'account.attention',
  'account.billing',
  'reports.cohorts',
  'request_logs.list',
  'tenant.billing_profile_retrieve',
  'tenant.capabilities',
  'tenant.email_texts_list',
  'tenant.portal_branding_retrieve',
  'usage_records.summary',
  'webhook_endpoints.event_types',
]);

describe('tenants with the same object ids', () => {
  it.each(keyedOperations)(
    '[HTTP-13] [HTTP-14] [HTTP-16] %s returns and changes only data of the calling tenant',
    async (_name, operation) => {
      // The two callers differ in account and mode. Each other tenant has the account of one caller and the mode of the other caller.
      for (const tenant of tenants.filter(({ mark }) => mark === '-A-test' || mark === '-B-live')) {
        if (!mayCall(operation, tenant)) continue;
        const others = tenants.filter((each) => each !== tenant);
        const ids = tenant.mode === 'test' ? await createSpareIds(operation, world, tenant.client, host.baseUrl) : world;
        const before: Snapshot = latest ?? (await takeSnapshot());
        const body = bodyIn(operation, ids);
        const response = await tenant.client.call(operation.method, pathWith(operation, ids), body);
        expect([200, 400, 404, 409, 502], `${tenant.mark}: ${response.text}`).toContain(response.status);
        for (const other of others) expect(marksOf(other, tenant, response.text)).toEqual([]);
        if (isRead(operation) && returnsJson(operation) && response.status === 200 && !UNMARKED.has(operation.id))
          expect(isMarked(tenant, response.text), response.text).toBe(true);
        // Background work of this call must not change items during the next call.
        const after = operation.method === 'GET' ? await takeSnapshot() : await snapshotWhenIdle();
        latest = after;
        for (const other of others) {
          // Both modes of an account share the account record and the billing profile.
          const changedKeys = changedSince(before.get(other.mark), after.get(other.mark)).filter(
            (key) => other.accountId !== tenant.accountId || !/#(account|billing_profile)/.test(key),
          );
          expect(changedKeys, `${tenant.mark} changed ${other.mark}`).toEqual([]);
        }
      }
    },
  );
});
