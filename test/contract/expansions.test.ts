import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError, type Json } from '../../scripts/support/api.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { service } from '../support/service.ts';
import { advance, clientWithScopes, eventsAbout, newPlan, setBehavior, subscribe, subscribeOnClock } from './support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const START = 1_800_000_000;
const DAY = 86_400;
const GRACE = { name: 'Grace', email: 'grace@example.com', country_code: 'NL' };
const summaryOf = (id: unknown): Json => ({ id, object: 'customer.summary', ...GRACE });

let client: Client;
let priceId: string;

beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  ({ priceId } = await newPlan(client));
});

/** Creates a customer whose subscription is canceled, so that the customer can be deleted. */
const newFormerSubscriber = async (): Promise<{ readonly customerId: string; readonly subscription: ApiObject }> => {
  const { id, clockId, customerId } = await subscribeOnClock(client, priceId, START, {}, GRACE);
  await setBehavior(client, customerId, { charges: 'insufficient_funds' });
  for (const days of [32, 60]) await advance(client, clockId, START + days * DAY);
  return { customerId, subscription: await client.get(`/v1/subscriptions/${id}`) };
};

/** The expanded customer, in the list of subscriptions and in the retrieved subscription. */
const fetchExpandedCustomers = async (subscription: ApiObject): Promise<readonly unknown[]> => {
  const [listed] = await client.list(`/v1/subscriptions?customer_id=${String(subscription.customer_id)}&expand=customer`);
  const retrieved = await client.get(`/v1/subscriptions/${subscription.id}?expand=customer`);
  return [listed?.customer, retrieved.customer];
};

describe('the customer of a subscription', () => {
  it('[EXP-01] [EXP-09] [SUB-28] is a summary if `expand` names it, else null', async () => {
    const customer = await client.post('/v1/customers', { ...GRACE, metadata: { desk: '7' } });
    const subscription = await subscribe(client, priceId, { customer_id: customer.id });
    expect(subscription.customer).toBeNull();
    expect(await fetchExpandedCustomers(subscription)).toEqual([summaryOf(customer.id), summaryOf(customer.id)]);
    await client.post(`/v1/customers/${customer.id}`, { name: 'Ada' });
    expect((await fetchExpandedCustomers(subscription))[1]).toEqual({ ...summaryOf(customer.id), name: 'Ada' });
  });

  it('[EXP-01] [EXP-02] cannot be expanded by a key without customers:read', async () => {
    const subscription = await subscribe(client, priceId);
    const path = `/v1/subscriptions/${subscription.id}`;
    const lacking = await clientWithScopes(api, client, 'subscriptions:read', 'customers:write');
    const granted = await clientWithScopes(api, client, 'subscriptions:read', 'customers:read');
    for (const each of ['/v1/subscriptions', path]) {
      expect(fieldError(await lacking.call('GET', `${each}?expand=customer`))).toEqual([403, 'insufficient_scope', 'expand']);
      expect((await lacking.call('GET', each)).status).toBe(200);
      expect((await granted.call('GET', `${each}?expand=customer`)).status).toBe(200);
    }
  });

  it('[EXP-08] is null after deletion and after a purge', async () => {
    const { customerId, subscription } = await newFormerSubscriber();
    expect(subscription.status).toBe('canceled');
    expect(await fetchExpandedCustomers(subscription)).toEqual([summaryOf(customerId), summaryOf(customerId)]);
    await client.remove(`/v1/customers/${customerId}`);
    expect(await fetchExpandedCustomers(subscription)).toEqual([null, null]);
    await client.post(`/v1/customers/${customerId}/purge`);
    expect(await fetchExpandedCustomers(subscription)).toEqual([null, null]);
  });
});

describe('the customer of an event', () => {
  const listExpanded = (): Promise<readonly ApiObject[]> => client.list('/v1/events?expand=customer');

  it('[EXP-10] [EXP-11] [EXP-12] [EXP-09] is the customer of the `data`; null if the `data` is a customer or has no customer', async () => {
    const customer = await client.post('/v1/customers', GRACE);
    const { id } = await subscribe(client, priceId, { customer_id: customer.id });
    await client.post(`/v1/customers/${customer.id}`, { metadata: { a: '1' } });
    await eventsAbout(client, customer.id, 2);
    const events = await listExpanded();
    const eventsOf = (type: string, objectId?: string) =>
      events.filter(({ type: each, data }) => each === type && (objectId === undefined || (data as Json).id === objectId));
    expect(eventsOf('subscription.created', id).map((event) => event.customer)).toEqual([summaryOf(customer.id)]);
    for (const type of ['customer.created', 'customer.updated']) {
      expect(eventsOf(type, customer.id).map((event) => event.customer)).toEqual([null]);
    }
    const withoutCustomer = [...eventsOf('product.created'), ...eventsOf('price.created')];
    expect(withoutCustomer.length).toBeGreaterThan(1);
    for (const { customer: expanded } of withoutCustomer) expect(expanded).toBeNull();
    const related = events.filter(({ type, data }) => !String(type).startsWith('customer.') && (data as Json).customer_id === customer.id);
    expect(related.length).toBeGreaterThan(3);
    for (const event of related) expect(event.customer, String(event.type)).toEqual(summaryOf(customer.id));
  });

  it.each<readonly [string, (id: string) => Promise<unknown>]>([
    ['deleted', (id) => client.remove(`/v1/customers/${id}`)],
    ['purged', (id) => client.post(`/v1/customers/${id}/purge`)],
  ])('[EXP-13] is null after the customer was %s', async (_how, remove) => {
    const { customerId } = await newFormerSubscriber();
    const listInvoiceEvents = async () =>
      (await listExpanded()).filter(({ type, data }) => type === 'invoice.paid' && (data as Json).customer_id === customerId);
    const [before] = await eventually(listInvoiceEvents, (events) => events.length > 0);
    expect(before?.customer).toEqual(summaryOf(customerId));
    await remove(customerId);
    expect((await listInvoiceEvents()).map((event) => event.customer)).toEqual([null]);
  });
});
