import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, type Client, clientOf } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { newPlan, subscribe } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { baseUrl, createAccount } = service();

describe('the events of a customer', () => {
  let client: Client;
  let customer: ApiObject;
  let subscription: ApiObject;

  beforeAll(async () => {
    client = clientOf(baseUrl, (await createAccount()).testKey);
    const { priceId } = await newPlan(client);
    customer = await client.post('/v1/customers', { name: 'Ada' });
    subscription = await subscribe(client, priceId, { customer_id: customer.id });
    await subscribe(client, priceId, { customer_id: (await client.post('/v1/customers', { name: 'Grace' })).id });
    await client.post('/v1/refunds', { payment_id: subscription['last_payment_id'], amount_cents: 100 });
  });

  const typesOf = async (query: string): Promise<readonly unknown[]> => (await client.list(`/v1/events?${query}`)).map(({ type }) => type);

  it('include events of objects without a customer_id, such as refunds, and exclude events of other customers', async () => {
    const types = await eventually(
      () => typesOf(`customer_id=${customer.id}`),
      (listed) => listed.includes('refund.succeeded'),
    );
    expect([...new Set(types)].sort()).toEqual(
      expect.arrayContaining(['customer.created', 'invoice.created', 'payment.succeeded', 'refund.created', 'subscription.created']),
    );
    expect(types).not.toContain('product.created');
    const all = await client.list('/v1/events');
    const ofBothCustomers = all.filter(({ type }) => type === 'subscription.created');
    expect(ofBothCustomers).toHaveLength(2);
    const filtered = await client.list(`/v1/events?customer_id=${customer.id}&type=subscription.created`);
    expect(filtered.map(({ data }) => (data as ApiObject).id)).toEqual([subscription.id]);
  });

  it('are the same, in the same order, on short and long pages', async () => {
    const path = `/v1/events?customer_id=${customer.id}`;
    expect(await client.list(path, 2)).toEqual(await client.list(path, 100));
  });

  it('are an empty list for a customer of another account, and for an unknown customer', async () => {
    const other = clientOf(baseUrl, (await createAccount()).testKey);
    expect(await other.list(`/v1/events?customer_id=${customer.id}`)).toEqual([]);
    expect(await typesOf('customer_id=cus_none')).toEqual([]);
  });
});
