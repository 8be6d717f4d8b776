import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scanTable } from '../../scripts/support/scan-table.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { loadAll } from '../../shared/flows/load/records.ts';
import { chargeOnce, settleCharge } from '../flows/renewals/renewal-steps.ts';
import { readableItem } from '../support/readable-items.ts';
import {
  type EngineShop,
  handleWebhook,
  newBuyer,
  openEngineShop,
  openSession,
  paymentsOf,
  prepareDueRenewal,
  setOutcome,
  startPayment,
} from './shop.ts';

let shop: EngineShop;
beforeAll(async () => {
  shop = await openEngineShop();
});
afterAll(() => shop.close());

/** Reads the whole table as text. */
const readTable = async (): Promise<string> => {
  const { config, tableName } = shop.fixture.engine;
  const client = DynamoDBDocumentClient.from(new DynamoDBClient(config));
  const items = await scanTable(client, tableName);
  client.destroy();
  return JSON.stringify(items.map(readableItem));
};

it.each(['creditcard', 'ideal'])(
  '[PAY-10] a sale by %s and its renewal are charged by the provider, and the service stores no payment credentials',
  async (method) => {
    const { id: customerId } = await newBuyer(shop);
    const session = await openSession(shop, { customerId });
    const first = await startPayment(shop, session.id, method);
    await setOutcome(shop, first, 'paid');
    await handleWebhook(shop, first);
    const [subscription] = await loadAll(shop.fixture.store, subscriptionAggregate, shop.tenant, { customerId });
    if (subscription === undefined) throw new Error('The subscription was not created.');
    const renewal = await prepareDueRenewal(shop, subscription);
    await settleCharge(shop.deps, shop.tenant, renewal, await chargeOnce(shop.deps, shop.tenant, renewal));

    const payments = await paymentsOf(shop, customerId);
    expect(payments.map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
    const paymentRequests = shop.sandbox.requests.filter((request) => request.method === 'POST' && request.path === '/v2/payments');
    for (const { id } of payments) expect(paymentRequests.filter(({ body }) => body.includes(id))).toHaveLength(1);

    const [mandate] = await shop.sandbox.store.list('mandate', `${String(subscription.providerCustomerId)}/`, { limit: 1, from: null });
    const credentials = Object.entries(mandate?.details ?? {}).filter(([name]) => ['cardFingerprint', 'consumerAccount'].includes(name));
    expect(credentials).not.toEqual([]);
    const text = await readTable();
    expect(text).toContain(subscription.id);
    for (const [, value] of credentials) expect(text).not.toContain(value);
  },
);
