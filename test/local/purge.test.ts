import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiOf, type Client } from '../../scripts/support/api.ts';
import { respondWith as answering, type Receiver, startReceiver } from '../../scripts/support/receiver.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { refusalAnswer } from '../../shared/api/errors/errors.ts';
import { pendingOperationAggregate } from '../../shared/domain/pending-operation/record.ts';
import { reap } from '../../shared/flows/two-phase/reaper.ts';
import { idSource } from '../../shared/platform/ids.ts';
import { newCapacityCounter } from '../../shared/store/core/capacity-counter.ts';
import { partitionOf } from '../../shared/store/core/keys.ts';
import { type Item, tableOf } from '../../shared/store/core/table.ts';
import { openStore } from '../../shared/store/writer/store.ts';
import { advance, clockAt, newPlan, openOneShot, openSession, pay, payOneShot } from '../contract/support/objects.ts';
import { startHost, type TestHost } from '../support/host.ts';
import { readableItem } from '../support/readable-items.ts';
import { openDatabase } from './support.ts';

/** Unique texts to search for in the table. */
const PERSON = { name: 'Wilhelmina Quastenflosser', email: 'wilhelmina@quastenflosser.example', vat: 'NL987654321B99' };
const START = 1_800_000_000;
const DAY = 86_400;
/** Provider deps for `reap`, which calls no provider in this test. */
const NO_PROVIDER = {
  secrets: { apiKeyPeppers: async () => [] },
  decryptCredential: async () => '',
  providerBaseUrl: '',
  sandboxServed: false,
};
/** How far the clock of the reaper is ahead, so that all its retries are due. */
const REAPER_AHEAD_MS = 16 * 60_000;

let host: TestHost;
let client: Client;
let receiver: Receiver;

beforeAll(async () => {
  host = await startHost();
  client = apiOf(host.baseUrl).client(host.testKey);
  receiver = await startReceiver();
  receiver.answer = (request, response) => answering(200, request.text)(request, response);
});
afterAll(async () => {
  await receiver.stop();
  await host.stop();
});

/** Returns the partition and sort keys of all items that contain one of the texts. */
const itemsWith = async (strings: readonly string[]): Promise<readonly string[]> => {
  const { database, tableName } = openDatabase(host.dataDir);
  const keys: string[] = [];
  for await (const { Items = [] } of paginateScan({ client: DynamoDBDocumentClient.from(database) }, { TableName: tableName }))
    for (const item of Items) {
      const json = JSON.stringify(readableItem(item));
      if (strings.some((text) => json.includes(text))) keys.push(`${item['pk']} ${item['sk']}`);
    }
  database.destroy();
  return keys;
};

const isIssuedDocument = (item: string): boolean => /#test#(invoice inv_|credit_note cn_)/.test(item);

/** Runs the reaper for all pending operations, 16 minutes ahead of the clock. */
const reapPendingOperations = async (): Promise<void> => {
  const { database, tableName } = openDatabase(host.dataDir);
  const table = tableOf(database, tableName, newCapacityCounter());
  const tenant = { accountId: host.accountId, mode: 'test' as const };
  const nowMs = (): number => Date.now() + REAPER_AHEAD_MS;
  const ids = idSource(nowMs);
  const store = openStore(table, { nowMs, ids });
  const { items } = await table.query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': partitionOf(pendingOperationAggregate, tenant) },
  });
  for (const { sk } of items as Item[]) {
    await reap({ ...NO_PROVIDER, store, ids, nowMs, refusalAnswer, baseUrl: host.baseUrl }, tenant, sk);
  }
  database.destroy();
};

describe('a purge of a customer', () => {
  it('[CUS-18] [CUS-19] [CUS-21] removes the personal data from all items of the table except invoices and credit notes', async () => {
    await client.post('/v1/webhook_endpoints', { url: receiver.url });
    const { priceId } = await newPlan(client);
    const clock = await clockAt(client, START);
    const { name, email, vat } = PERSON;
    const created = { name, email, country_code: 'NL', test_clock_id: clock.id, metadata: { note: `for ${name}` } };
    const answer = await client.call('POST', '/v1/customers', created, { 'idempotency-key': 'purge-1' });
    const id = String(answer.body.id);
    await client.post(`/v1/customers/${id}/vat_number`, { vat_number: vat });
    await client.call('POST', `/v1/customers/${id}/vat_number`, { vat_number: 'NL200' });
    await client.post(`/v1/customers/${id}`, { name: `Dr. ${name}` });
    const session = await openSession(client, priceId, { customer_id: id, customer_email: email });
    await pay(client, session.id);
    const oneShot = await openOneShot(client, { customer_id: id, description: `for ${name}` });
    await payOneShot(client, oneShot.id);
    const paid = (await client.list(`/v1/payments?customer_id=${id}`)).find(({ status }) => status === 'succeeded');
    const texts = { reason: `for ${name}`, metadata: { note: `for ${name}` } };
    await client.post('/v1/refunds', { payment_id: paid?.id, amount_cents: 1, ...texts });
    await client.post(`/sandbox/customers/${id}/behavior`, { charges: 'insufficient_funds' });
    await advance(client, clock.id, START + 32 * DAY);
    await advance(client, clock.id, START + 60 * DAY);
    const eventCount = async () => (await client.list('/v1/events')).filter(({ data }) => JSON.stringify(data).includes(id)).length;
    await eventually(
      async () =>
        new Set(receiver.requests.filter(({ text }) => text.includes(id)).map(({ headers }) => headers['service-event-id'])).size ===
        (await eventCount()),
      (isComplete) => isComplete,
    );
    expect(await itemsWith([name, email])).not.toHaveLength(0);

    await client.post(`/v1/customers/${id}/purge`);
    await eventually(
      async () => receiver.requests.some(({ text }) => text.includes('customer.deleted')),
      (isDelivered) => isDelivered,
    );
    await eventually(
      async () => {
        await reapPendingOperations();
        return itemsWith([email, 'for Wilhelmina']);
      },
      (remaining) => remaining.every(isIssuedDocument),
    );
    const remaining = await itemsWith([name, vat]);
    expect(remaining).not.toHaveLength(0);
    expect(remaining.filter((item) => !isIssuedDocument(item))).toEqual([]);
  });
});
