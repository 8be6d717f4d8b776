import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idSource } from '../../shared/platform/ids.ts';
import { setBehavior } from '../../shared/sandbox/controls.ts';
import { dynamoSandboxStore } from '../../shared/sandbox/dynamo-store.ts';
import { handleSandboxRequest } from '../../shared/sandbox/handle.ts';
import type { SandboxRequest } from '../../shared/sandbox/http.ts';
import { buildWrite, memorySandboxStore, type SandboxStore } from '../../shared/sandbox/store.ts';
import { sandboxToken } from '../../shared/sandbox/token.ts';
import { newCapacityCounter } from '../../shared/store/core/capacity-counter.ts';
import { tableOf } from '../../shared/store/core/table.ts';
import { startEngine, type TestEngine } from '../support/engine.ts';

let engine: TestEngine;
let client: DynamoDBClient;
beforeAll(async () => {
  engine = await startEngine();
  client = new DynamoDBClient(engine.config);
});
afterAll(async () => {
  client.destroy();
  await engine.stop();
});

const stores: readonly (readonly [string, (accountId: string) => SandboxStore])[] = [
  ['in memory', memorySandboxStore],
  ['in the table', (accountId) => dynamoSandboxStore(tableOf(client, engine.tableName, newCapacityCounter()), accountId)],
];

describe.each(stores)('sandbox data %s', (_, open) => {
  it('is written only if its stored version equals the expected version', async () => {
    const store = open('acct_versions');
    const writePointer = (paymentId: string, version: number) =>
      store.commit([buildWrite('customer_payment', 'cst_1/tr_1', { paymentId }, version)]);
    expect(await store.get('customer_payment', 'cst_1/tr_1')).toBeNull();
    expect(await writePointer('tr_1', 0)).toBe(true);
    expect(await writePointer('tr_2', 0)).toBe(false);
    expect(await writePointer('tr_3', 1)).toBe(true);
    expect(await store.get('customer_payment', 'cst_1/tr_1')).toEqual({ value: { paymentId: 'tr_3' }, version: 2 });
    expect(await writePointer('tr_9', 4)).toBe(false);
  });

  it('is written in one transaction: if one of several writes is refused, none is applied', async () => {
    const store = open('acct_together');
    const [first, second] = ['tr_1', 'tr_2'].map((paymentId) => buildWrite('customer_payment', `cst_1/${paymentId}`, { paymentId }, 0));
    if (first === undefined || second === undefined) throw new Error('Two writes are expected.');
    expect(await store.commit([first])).toBe(true);
    expect(await store.commit([second, first])).toBe(false);
    expect(await store.get('customer_payment', second.id)).toBeNull();
  });

  it('is read in one batch: a missing value is `null`, and looking up a value that was not requested throws', async () => {
    const store = open('acct_many');
    await store.commit([buildWrite('customer_payment', 'cst_1/tr_1', { paymentId: 'tr_1' }, 0)]);
    const tooLong = 'x'.repeat(3000);
    const lookup = await store.getMany([
      { kind: 'customer_payment', id: 'cst_1/tr_1' },
      { kind: 'payment', id: 'tr_1' },
      { kind: 'customer', id: tooLong },
    ]);
    expect(lookup('customer_payment', 'cst_1/tr_1')).toEqual({ value: { paymentId: 'tr_1' }, version: 1 });
    expect([lookup('payment', 'tr_1'), lookup('customer', tooLong)]).toEqual([null, null]);
    expect(() => lookup('mandate', 'cst_1/mdt_1')).toThrow(RangeError);
  });

  it('is listed newest first, by prefix, starting at an id', async () => {
    const store = open('acct_lists');
    for (const id of ['cst_1/tr_1', 'cst_1/tr_2', 'cst_1/tr_3', 'cst_2/tr_4']) {
      await store.commit([buildWrite('customer_payment', id, { paymentId: id.slice(6) }, 0)]);
    }
    const list = async (from: string | null, limit: number): Promise<readonly string[]> =>
      (await store.list('customer_payment', 'cst_1/', { limit, from })).map((pointer) => pointer.paymentId);
    expect(await list(null, 10)).toEqual(['tr_3', 'tr_2', 'tr_1']);
    expect(await list(null, 2)).toEqual(['tr_3', 'tr_2']);
    expect(await list('cst_1/tr_2', 10)).toEqual(['tr_2', 'tr_1']);
    expect(await store.list('refund', '', { limit: 10, from: null })).toEqual([]);
  });

  it('keeps both of two concurrent changes', async () => {
    const store = open('acct_races');
    await Promise.all([setBehavior(store, 'cst_1', { charges: 'pending' }), setBehavior(store, 'cst_1', { refunds: 'duplicate' })]);
    expect((await store.get('behavior', 'cst_1'))?.value).toEqual({ charges: 'pending', refunds: 'duplicate' });
  });
});

/** Sends one request with the account's key to the sandbox. */
const sendRequest = async (request: Partial<SandboxRequest>) => {
  const authorization = `Bearer ${sandboxToken('acct_hostile', 'known')}`;
  const response = await handleSandboxRequest(
    { method: 'GET', path: '/v2/payments', query: {}, body: '', ...request, headers: { authorization, ...request.headers } },
    {
      authenticate: async () => true,
      storeOf: (accountId) => dynamoSandboxStore(tableOf(client, engine.tableName, newCapacityCounter()), accountId),
      now: 1_780_000_000,
      ids: idSource(() => 1_780_000_000_000),
      apiBaseUrl: 'http://127.0.0.1:9',
      outcomePageUrl: () => 'http://127.0.0.1:9',
      sendWebhook: async () => undefined,
    },
  );
  return response.hang ? 'hang' : response.status;
};

it('a path with an id that is too long is not found, and a cursor or idempotency key that is too long is refused', async () => {
  const long = 'x'.repeat(3000);
  for (const path of [`/v2/payments/${long}`, `/v2/customers/${long}`, `/v2/payments/${long}/refunds/${long}`]) {
    expect([path.slice(0, 30), await sendRequest({ path })]).toEqual([path.slice(0, 30), 404]);
  }
  expect(await sendRequest({ query: { from: long } })).toBe(400);
  expect(await sendRequest({ method: 'POST', path: '/v2/customers', body: '{}', headers: { 'idempotency-key': long } })).toBe(400);
});

it('an account cannot read the sandbox data of another account', async () => {
  const [ownStore, otherStore] = ['acct_mine', 'acct_theirs'].map((accountId) => stores[1]?.[1](accountId));
  await ownStore?.commit([buildWrite('customer_payment', 'cst_1/tr_1', { paymentId: 'tr_1' }, 0)]);
  expect(await otherStore?.get('customer_payment', 'cst_1/tr_1')).toBeNull();
  expect(await otherStore?.list('customer_payment', '', { limit: 10, from: null })).toEqual([]);
});
