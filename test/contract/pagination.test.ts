import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError } from '../../scripts/support/api.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { service } from '../support/service.ts';
import { newPlan, quietEndpointBody } from './support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const COUNT = 5;

let client: Client;

beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
});

const createInSequence = async (create: (index: number) => Promise<ApiObject>): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (let index = 0; index < COUNT; index += 1) ids.push((await create(index)).id);
  return ids;
};

const LISTS: readonly (readonly [string, (index: number) => Promise<ApiObject>])[] = [
  ['/v1/customers', (index) => client.post('/v1/customers', { name: `Number ${index}` })],
  ['/v1/products', (index) => client.post('/v1/products', { name: `Number ${index}` })],
  ['/v1/test_clocks', () => client.post('/v1/test_clocks', { frozen_time: 1_800_000_000 })],
  ['/v1/api_keys', (index) => client.post('/v1/api_keys', { label: `Number ${index}`, scopes: ['customers:read'] })],
  ['/v1/webhook_endpoints', () => client.post('/v1/webhook_endpoints', quietEndpointBody(baseUrl))],
];

describe.each(LISTS)('%s', (path, create) => {
  it('[PAGE-02] [PAGE-04] [PAGE-05] [PAGE-07] [HTTP-10] is paginated newest first, without gaps or repeats', async () => {
    const createdIds = await createInSequence(create);
    const all = (await client.list(path)).map(({ id }) => id);
    expect(all.slice(0, COUNT)).toEqual([...createdIds].reverse());
    for (const limit of [1, 2, 3]) expect((await client.list(path, limit)).map(({ id }) => id)).toEqual(all);
    const last = await client.get(`${path}?limit=100`);
    expect(last).toMatchObject({ object: 'list', has_more: false });
    const first = await client.get(`${path}?limit=1`);
    expect(first).toMatchObject({ has_more: true, data: [{ id: createdIds.at(-1) }] });
  });

  it('[PAGE-02] starts after the cursor, and is empty after the oldest object', async () => {
    const all = await client.list(path);
    const page = await client.get(`${path}?limit=100&starting_after=${all[0]?.id}`);
    expect((page.data as readonly ApiObject[]).map(({ id }) => id)).toEqual(all.slice(1).map(({ id }) => id));
    const end = await client.get(`${path}?starting_after=${all.at(-1)?.id}`);
    expect(end).toEqual({ object: 'list', data: [], has_more: false });
  });
});

describe('a cursor', () => {
  it('[PAGE-03] cannot be the id of another kind of object', async () => {
    const customer = await client.post('/v1/customers', {});
    for (const path of ['/v1/products', '/v1/events', '/v1/api_keys', '/v1/payments']) {
      const answer = await client.call('GET', `${path}?starting_after=${customer.id}`);
      expect(fieldError(answer)).toEqual([400, 'parameter_invalid', 'starting_after']);
    }
  });

  it('[PAGE-02] can be the id of a deleted object', async () => {
    const [older, removed] = [
      await client.post('/v1/webhook_endpoints', quietEndpointBody(baseUrl)),
      await client.post('/v1/webhook_endpoints', quietEndpointBody(baseUrl)),
    ];
    await client.remove(`/v1/webhook_endpoints/${removed.id}`);
    const page = await client.get(`/v1/webhook_endpoints?limit=1&starting_after=${removed.id}`);
    expect(page.data).toMatchObject([{ id: older.id }]);
  });
});

describe('a filter', () => {
  it.each([
    ['/v1/subscriptions?status=active,bogus', 'status'],
    ['/v1/subscriptions?renewal_state=bogus', 'renewal_state'],
    ['/v1/invoices?status=bogus', 'status'],
    ['/v1/disputes?status=lost', 'status'],
    [`/v1/payments?customer_id=${'c'.repeat(65)}`, 'customer_id'],
    [`/v1/subscriptions?customer_id=${'c'.repeat(65)}`, 'customer_id'],
    [`/v1/invoices?customer_id=${'c'.repeat(65)}`, 'customer_id'],
  ])('[PAGE-30] [PAGE-31] [HTTP-33] %s is rejected', async (path, param) => {
    expect(fieldError(await client.call('GET', path))).toEqual([400, 'parameter_invalid', param]);
  });

  it.each(['foo.bar', 'customer.created,foo.bar'])('[EVT-05] by the unknown event type %s is rejected', async (type) => {
    expect(fieldError(await client.call('GET', `/v1/events?type=${type}`))).toEqual([400, 'parameter_invalid', 'type']);
  });

  it.each(['customer.*', '*'])('[EVT-04] by event type does not accept the wildcard %s', async (type) => {
    expect(fieldError(await client.call('GET', `/v1/events?type=${type}`))).toEqual([400, 'parameter_invalid', 'type']);
  });

  it.each([
    ['/v1/subscriptions?status=active,past_due'],
    ['/v1/subscriptions?renewal_state=scheduled,paused'],
    ['/v1/invoices?status=open,paid'],
    ['/v1/disputes?status=open,won'],
    ['/v1/payments?customer_id=nobody'],
  ])('[PAGE-24] [PAGE-25] [PAGE-26] [PAGE-28] %s is accepted', async (path) => {
    expect(await client.get(path)).toEqual({ object: 'list', data: [], has_more: false });
  });

  it('[PAGE-29] [EVT-03] by type selects the events of the requested types, on all pages', async () => {
    const newClient = api.client((await createAccount()).testKey);
    await newClient.post('/v1/customers', { name: 'a' });
    const { productId } = await newPlan(newClient);
    await newClient.post('/v1/customers', { name: 'b' });
    const types = async (query: string, limit: number) => (await newClient.list(`/v1/events?${query}`, limit)).map(({ type }) => type);
    await eventually(
      () => types('', 100),
      (listed) => listed.length >= 4,
    );
    expect(await types('type=customer.created', 1)).toEqual(['customer.created', 'customer.created']);
    expect(await types('type=customer.created,product.created', 2)).toEqual(['customer.created', 'product.created', 'customer.created']);
    expect(productId).toMatch(/^prod_/);
  });
});

describe('the filter by email', () => {
  it('lists the customers whose current email address matches, newest first and paginated', async () => {
    const email = 'same@elsewhere.example';
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1) ids.unshift((await client.post('/v1/customers', { email })).id);
    await client.post('/v1/customers', { email: 'other@elsewhere.example' });
    const listIds = async () => (await client.list(`/v1/customers?email=${email}`, 1)).map(({ id }) => id);
    await eventually(listIds, (listed) => listed.length === 3);
    expect(await listIds()).toEqual(ids);
    await client.post(`/v1/customers/${String(ids[1])}`, { email: 'moved@elsewhere.example' });
    expect(await eventually(listIds, (listed) => listed.length === 2)).toEqual([ids[0], ids[2]]);
    expect(fieldError(await client.call('GET', '/v1/customers?email=nobody'))).toEqual([400, 'parameter_invalid', 'email']);
  });

  it('ignores case', async () => {
    const ids: string[] = [];
    for (const email of ['grace@elsewhere.example', 'Grace@Elsewhere.Example', 'GRACE@elsewhere.example'])
      ids.unshift((await client.post('/v1/customers', { email })).id);
    for (const email of ['grace@elsewhere.example', 'GRACE@ELSEWHERE.EXAMPLE', 'Grace@Elsewhere.Example']) {
      const listIds = async () => (await client.list(`/v1/customers?email=${email}`, 1)).map(({ id }) => id);
      expect(await eventually(listIds, (listed) => listed.length === 3)).toEqual(ids);
    }
  });
});
