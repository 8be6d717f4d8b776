import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client, fieldError, type Json, statusAndCode } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { eventsAbout, newPlan, quietEndpointBody, subscribe } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let client: Client;
let live: Client;

beforeAll(async () => {
  const account = await createAccount();
  client = api.client(account.testKey);
  live = api.client(account.liveKey);
});

describe('an event', () => {
  it('[EVT-02] [EVT-07] [EVT-08] [EVT-10] [EVT-49] [HTTP-08] contains the object at the time of the event', async () => {
    const customer = await client.post('/v1/customers', { name: 'Ada', metadata: { a: '1' } });
    const [created] = await eventsAbout(client, customer.id, 1);
    expect(created).toEqual({
      id: expect.stringMatching(/^evt_/),
      object: 'event',
      type: 'customer.created',
      created: expect.any(Number),
      livemode: false,
      data: customer,
      previous_attributes: null,
    });
    expect(Math.abs(Number(created?.created) - Date.now() / 1000)).toBeLessThan(300);
    expect(await client.get(`/v1/events/${created?.id}`)).toEqual(created);
  });

  it('[EVT-09] [EVT-11] [EVT-13] [EVT-50] of an update contains the previous values of changed fields and never changes', async () => {
    const customer = await client.post('/v1/customers', { name: 'Ada', email: 'ada@example.com' });
    const changed = await client.post(`/v1/customers/${customer.id}`, { name: 'Grace', email: 'grace@example.com' });
    await client.post(`/v1/customers/${customer.id}`, { name: 'Edsger' });
    const events = await eventsAbout(client, customer.id, 3);
    expect(events.map(({ type }) => type)).toEqual(['customer.created', 'customer.updated', 'customer.updated']);
    expect(events[0]?.data).toEqual(customer);
    expect(events[1]).toMatchObject({ data: changed, previous_attributes: { name: 'Ada', email: 'ada@example.com' } });
    expect(Object.keys(events[1]?.previous_attributes as Json).sort()).toEqual(['email', 'name']);
    expect(events[2]?.previous_attributes).toEqual({ name: 'Grace' });
  });

  it('[HTTP-17] and the objects of a sale have ids with the prefix of their kind', async () => {
    const { priceId } = await newPlan(client);
    await subscribe(client, priceId);
    await client.post('/v1/webhook_endpoints', quietEndpointBody(baseUrl));
    const prefixes = {
      customer: 'cus_',
      subscription: 'sub_',
      price: 'price_',
      product: 'prod_',
      payment: 'pay_',
      invoice: 'inv_',
      webhook_endpoint: 'we_',
    };
    const events = await eventually(
      () => client.list('/v1/events'),
      (all) => Object.keys(prefixes).every((kind) => all.some(({ data }) => (data as Json).object === kind)),
    );
    for (const { id, data } of events) {
      const object = data as { readonly object: keyof typeof prefixes; readonly id: string };
      expect(id).toMatch(/^evt_/);
      if (object.object in prefixes) expect(object.id.startsWith(prefixes[object.object]), object.id).toBe(true);
    }
  });

  it.each([
    ['without an endpoint', false],
    ['while no delivery succeeds', true],
  ])('[EVT-14] is recorded %s', async (_case, hasEndpoint) => {
    const account = api.client((await createAccount()).testKey);
    if (hasEndpoint) await account.post('/v1/webhook_endpoints', { ...quietEndpointBody(baseUrl), enabled_events: ['*'] });
    const customer = await account.post('/v1/customers', { name: 'Ada' });
    expect(await eventsAbout(account, customer.id, 1)).toMatchObject([{ type: 'customer.created', data: customer }]);
    const endpoints = await account.list('/v1/webhook_endpoints');
    for (const { id } of endpoints) {
      const deliveries = await eventually(
        () => account.list(`/v1/webhook_endpoints/${id}/deliveries`),
        (all) => all.some(({ attempt_count: attempts }) => Number(attempts) > 0),
      );
      expect(deliveries.map(({ status }) => status)).not.toContain('delivered');
    }
    expect(endpoints).toHaveLength(hasEndpoint ? 1 : 0);
  });

  it('[EVT-13] is not recorded for a write that changes nothing', async () => {
    const customer = await client.post('/v1/customers', { name: 'Same' });
    await client.post(`/v1/customers/${customer.id}`, { name: 'Same' });
    await client.post(`/v1/customers/${customer.id}`, { name: 'Other' });
    const events = await eventsAbout(client, customer.id, 2);
    expect(events.map(({ previous_attributes: previous }) => previous)).toEqual([null, { name: 'Same' }]);
  });

  it('[EVT-52] [EVT-55] [PROD-06] is recorded for a product and its first price, which remains the default price', async () => {
    const { productId, priceId } = await newPlan(client);
    expect((await eventsAbout(client, priceId, 1)).map(({ type }) => type)).toEqual(['price.created']);
    expect((await eventsAbout(client, productId, 1))[0]?.type).toBe('product.created');
    await client.post('/v1/prices', { product_id: productId, amount_cents: 1, currency: 'EUR', interval: 'month' });
    expect((await client.get(`/v1/products/${productId}`)).default_price_id).toBe(priceId);
  });

  it('[EVT-60] [EVT-62] [WHE-05] [WHE-06] [WHE-08] is recorded for a webhook endpoint and remains after its deletion', async () => {
    const endpoint = await client.post('/v1/webhook_endpoints', quietEndpointBody(baseUrl));
    expect(await client.remove(`/v1/webhook_endpoints/${endpoint.id}`)).toEqual({
      id: endpoint.id,
      object: 'webhook_endpoint',
      deleted: true,
    });
    expect(statusAndCode(await client.call('GET', `/v1/webhook_endpoints/${endpoint.id}`))).toEqual([404, 'resource_missing']);
    const events = await eventsAbout(client, endpoint.id, 2);
    expect(events.map(({ type }) => type)).toEqual(['webhook_endpoint.created', 'webhook_endpoint.deleted']);
    for (const { data } of events) expect(data).not.toHaveProperty('secret');
  });

  it('has the mode of its object', async () => {
    const customer = await live.post('/v1/customers', { name: 'Live' });
    expect(await eventsAbout(live, customer.id, 1)).toMatchObject([{ livemode: true, data: { livemode: true } }]);
  });

  it('[EVT-02] is not found by an unknown or invalid id', async () => {
    for (const id of [`evt_${'0'.repeat(26)}`, `evt_${'Z'.repeat(26)}`, 'evt_1']) {
      expect(statusAndCode(await client.call('GET', `/v1/events/${id}`))).toEqual([404, 'resource_missing']);
    }
  });
});

describe('expand', () => {
  it('[EVT-01] [EVT-12] [EXP-10] adds the customer to the events of a list, not to a retrieved event', async () => {
    const { priceId } = await newPlan(client);
    await eventsAbout(client, priceId, 1);
    const expanded = await client.list('/v1/events?expand=customer');
    expect(expanded.every((event) => 'customer' in event)).toBe(true);
    expect((await client.list('/v1/events')).some((event) => 'customer' in event)).toBe(false);
    expect(await client.get(`/v1/events/${expanded[0]?.id}`)).not.toHaveProperty('customer');
    expect(fieldError(await client.call('GET', '/v1/events?expand=nothing'))).toEqual([400, 'parameter_invalid', 'expand']);
    expect((await client.call('GET', `/v1/events/${expanded[0]?.id}?expand=customer`)).status).toBe(400);
  });
});
