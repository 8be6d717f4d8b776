import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError } from '../../scripts/support/api.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { service } from '../support/service.ts';
import { advance, clockAt, newPlan, subscribe } from './support/objects.ts';

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

const DAY = 86_400;
/** January 1, 2030, UTC. */
const START = 1_893_456_000;

let client: Client;
let live: Client;
let clockCustomer: ApiObject;

beforeAll(async () => {
  const account = await createAccount();
  client = api.client(account.testKey);
  live = api.client(account.liveKey);
  const { priceId } = await newPlan(client);
  const clock = await clockAt(client, START);
  clockCustomer = await client.post('/v1/customers', { name: 'Ada', test_clock_id: clock.id });
  await subscribe(client, priceId, { customer_id: clockCustomer.id });
  for (const days of [32, 62]) await advance(client, clock.id, START + days * DAY);
});

/** The `created` times of the objects in a list. */
const listCreated = async (path: string, caller: Client = client): Promise<readonly number[]> =>
  (await caller.list(path)).map(({ created }) => Number(created));

describe('a list filtered by `created`', () => {
  const filter = (range: Readonly<Record<string, number>>): string =>
    Object.entries(range)
      .map(([name, value]) => `created[${name}]=${value}`)
      .join('&');

  it.each(['invoices', 'payments'])('of %s uses the time of the test clock', async (name) => {
    const all = (await listCreated(`/v1/${name}?customer_id=${clockCustomer.id}`)).toSorted((one, other) => one - other);
    expect(all).toHaveLength(3);
    const [first = 0, second = 0, third = 0] = all;
    const list = (range: Readonly<Record<string, number>>) => listCreated(`/v1/${name}?${filter(range)}`);
    expect(await list({ gte: second, lt: third })).toEqual([second]);
    expect(await list({ gt: first, lte: third })).toEqual([third, second]);
    expect(await list({ gt: first, lt: second })).toEqual([]);
    expect(await list({ lte: first, gte: START - DAY })).toEqual([first]);
    expect(await list({ gt: third })).toEqual([]);
    expect(await listCreated(`/v1/${name}?customer_id=${clockCustomer.id}&${filter({ gte: second })}`)).toEqual([third, second]);
  });

  it('can also be filtered by status, and paginated', async () => {
    const [, second = 0, third = 0] = (await listCreated('/v1/invoices?status=paid')).toSorted((one, other) => one - other);
    const page = await client.get(`/v1/invoices?status=paid&limit=1&${filter({ gte: second })}`);
    expect(page).toMatchObject({ data: [{ created: third }], has_more: true });
    const [{ id } = { id: '' }] = page['data'] as readonly ApiObject[];
    expect(await listCreated(`/v1/invoices?status=paid&starting_after=${id}&${filter({ gte: second })}`)).toEqual([second]);
    expect(await listCreated(`/v1/invoices?status=open&${filter({ gte: second })}`)).toEqual([]);
  });

  it.each([
    'customers',
    'products',
    'prices',
    'coupons',
    'subscriptions',
    'invoices',
    'credit_notes',
    'payments',
    'refunds',
    'disputes',
    'one_shot_payments',
  ])('is supported for %s in both modes', async (name) => {
    const path = name === 'one_shot_payments' ? '/v1/checkout/one_shot' : `/v1/${name}`;
    for (const caller of [client, live]) {
      const answer = await caller.call('GET', `${path}?${filter({ gte: 1, gt: 0, lt: 5_000_000_000, lte: 5_000_000_000 })}`);
      expect([answer.status, answer.error]).toEqual([200, null]);
    }
  });

  it('contains the live objects that were created in the range', async () => {
    const before = Math.floor(Date.now() / 1000);
    const product = await live.post('/v1/products', { name: 'Live' });
    const created = Number(product.created);
    expect(await listCreated(`/v1/products?${filter({ gte: created, lte: created })}`, live)).toContain(created);
    expect(await listCreated(`/v1/products?${filter({ gte: before - 60, lt: created + 1 })}`, live)).toContain(created);
    expect(await listCreated(`/v1/products?${filter({ lt: created - 3600 })}`, live)).toEqual([]);
    expect(await listCreated(`/v1/products?active=true&${filter({ gt: created + 7200 })}`, live)).toEqual([]);
    await eventually(
      () => listCreated(`/v1/products?active=true&${filter({ gte: created })}`, live),
      (found) => found.includes(created),
    );
  });

  it.each(['', '-1', '1.5', 'yesterday', '1893456000000', '1e9'])('rejects the time "%s"', async (value) => {
    for (const name of ['created[gte]', 'created[gt]', 'created[lte]', 'created[lt]'])
      expect(fieldError(await client.call('GET', `/v1/invoices?${name}=${value}`))).toEqual([400, 'parameter_invalid', name]);
  });

  it('rejects other operators and `created` without an operator', async () => {
    for (const name of ['created', 'created[eq]', 'created[]'])
      expect(fieldError(await client.call('GET', `/v1/invoices?${name}=1`))).toEqual([400, 'parameter_unknown', name]);
  });
});
