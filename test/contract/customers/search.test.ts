import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, type ApiObject, apiOf, type Client, fieldError, statusAndCode } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { clientWithScopes, newPlan, subscribe } from '../support/objects.ts';

const { baseUrl, createAccount } = service();

const KINDS = ['customers', 'subscriptions', 'invoices', 'payments', 'products', 'coupons'] as const;
type Kind = (typeof KINDS)[number];

let api: Api;
let client: Client;
let live: Client;
let stranger: Client;
let ada: ApiObject;
let zoe: ApiObject;
let product: ApiObject;
let coupon: ApiObject;
let subscription: ApiObject;

const search = (query: string, caller: Client = client, limit?: number): Promise<ApiObject> =>
  caller.get(`/v1/search?query=${encodeURIComponent(query)}${limit === undefined ? '' : `&limit=${limit}`}`);

/** Returns the ids of the objects of one kind in a search result. */
const idsOf = (result: ApiObject, kind: Kind): readonly string[] => {
  const list = result[kind] as { readonly data: readonly { readonly id: string }[] } | null;
  return list === null ? [] : list.data.map(({ id }) => id);
};
const find = async (query: string, kind: Kind, caller: Client = client): Promise<readonly string[]> =>
  idsOf(await search(query, caller), kind);

beforeAll(async () => {
  api = apiOf(baseUrl);
  const account = await createAccount();
  client = api.client(account.testKey);
  live = api.client(account.liveKey);
  stranger = api.client((await createAccount()).testKey);
  ada = await client.post('/v1/customers', { name: 'Ada Lovelace', email: 'Countess@Example.com' });
  zoe = await client.post('/v1/customers', { name: 'Zoë Çelik-Núñez' });
  const plan = await newPlan(client);
  product = await client.post('/v1/products', { name: 'Analytical Engine' });
  coupon = await client.post('/v1/coupons', { code: 'SPRING-25', percent_off: 25, duration: 'once' });
  subscription = await subscribe(client, plan.priceId, { customer_id: ada.id });
});

describe('the search', () => {
  it.each(['ada', 'ADA LOV', 'Lovelace', ' love ', 'countess@', 'countess@example.com'])('finds a customer by %s', async (query) => {
    expect(await find(query, 'customers')).toEqual([ada.id]);
  });

  it.each(['zoe', 'celik', 'Nuñez', 'celik nunez', 'ZOË ÇELIK'])('finds a name with accents by %s', async (query) => {
    expect(await find(query, 'customers')).toEqual([zoe.id]);
  });

  it.each(['da', 'ada@', 'example.com', 'lovelace ada'])(
    'finds no customer by text that is not the beginning of a name or of the email address: %s',
    async (query) => {
      expect(await find(query, 'customers')).toEqual([]);
    },
  );

  it('finds products by name and coupons by code', async () => {
    expect(await find('engine', 'products')).toEqual([product.id]);
    expect(await find('spring-2', 'coupons')).toEqual([coupon.id]);
  });

  it('finds objects by their id or the beginning of their id, ignoring case', async () => {
    for (const query of [ada.id, ada.id.slice(0, 12), ada.id.toLowerCase()]) expect(await find(query, 'customers')).toContain(ada.id);
    expect(await find(subscription.id, 'subscriptions')).toEqual([subscription.id]);
  });

  it('finds an invoice by its number', async () => {
    const { data } = (await client.get('/v1/invoices')) as unknown as { readonly data: readonly ApiObject[] };
    const [invoice] = data;
    const number = String(invoice?.['number']);
    for (const query of [number, number.toLowerCase(), String(Number(number.replace(/\D/g, '')))])
      expect(await find(query, 'invoices')).toEqual([invoice?.id]);
    expect(await find('TEST-999999', 'invoices')).toEqual([]);
  });

  it('finds subscriptions by the last four digits of their card, with their customer', async () => {
    const { last4 } = (await client.get(`/v1/subscriptions/${subscription.id}`))['payment_method'] as { readonly last4: string };
    const result = await search(last4);
    const list = result['subscriptions'] as { readonly data: readonly ApiObject[] };
    expect(list.data.map(({ id, customer }) => [id, (customer as ApiObject)['name']])).toEqual([[subscription.id, 'Ada Lovelace']]);
  });

  it('returns at most `limit` objects of each kind, and says if there are more', async () => {
    for (const name of ['Mary A', 'Mary B', 'Mary C']) await client.post('/v1/customers', { name });
    expect(await search('mary', client, 2)).toMatchObject({
      customers: { data: [{ name: 'Mary A' }, { name: 'Mary B' }], has_more: true },
    });
    expect(await search('mary', client, 3)).toMatchObject({ customers: { has_more: false } });
  });

  it('finds a customer by the current name and email address only', async () => {
    const customer = await client.post('/v1/customers', { name: 'Grace Murray', email: 'grace@navy.example' });
    await client.post(`/v1/customers/${customer.id}`, { name: 'Grace Hopper', email: 'hopper@navy.example' });
    expect(await find('murray', 'customers')).toEqual([]);
    expect(await find('grace@', 'customers')).toEqual([]);
    for (const query of ['grace', 'hopper', 'hopper@']) expect(await find(query, 'customers')).toEqual([customer.id]);
  });

  it('does not find deleted customers', async () => {
    const customer = await client.post('/v1/customers', { name: 'Deleted Person', email: 'deleted@example.com' });
    await client.call('DELETE', `/v1/customers/${customer.id}`);
    for (const query of ['deleted', 'person', 'deleted@', customer.id]) expect(await find(query, 'customers')).toEqual([]);
  });

  it('finds single customers among 60 that were created concurrently', async () => {
    const bulk = api.client((await createAccount()).testKey);
    const names = Array.from({ length: 60 }, (_, index) => `Parallel ${String(index).padStart(3, '0')}`);
    const created = await Promise.all(names.map((name) => bulk.post('/v1/customers', { name })));
    for (const [index, name] of names.entries()) {
      if (index % 10 === 0) expect(await find(name, 'customers', bulk)).toEqual([created[index]?.id]);
    }
    expect(idsOf(await search('parallel', bulk, 20), 'customers')).toHaveLength(20);
  });

  it('finds nothing of another account or of the other mode', async () => {
    const nothing = Object.fromEntries(KINDS.map((kind) => [kind, { object: 'list', data: [], has_more: false }]));
    for (const caller of [stranger, live]) {
      for (const query of ['ada', ada.id, subscription.id]) expect(await search(query, caller)).toMatchObject(nothing);
    }
  });

  it('returns only the kinds that the key may read, and is refused for a key that may read none', async () => {
    const customerReader = await clientWithScopes(api, client, 'customers:read');
    const result = await search('ada', customerReader);
    expect(KINDS.filter((kind) => result[kind] !== null)).toEqual(['customers']);
    const reader = await clientWithScopes(api, client, 'subscriptions:read');
    expect(await search(subscription.id, reader)).toMatchObject({ subscriptions: { data: [{ id: subscription.id, customer: null }] } });
    const auditor = await clientWithScopes(api, client, 'audit_logs:read');
    expect(statusAndCode(await auditor.call('GET', '/v1/search?query=ada'))).toEqual([403, 'insufficient_scope']);
  });

  it.each([
    ['', 'query', 'parameter_missing'],
    ['?query=', 'query', 'parameter_invalid'],
    ['?query=%20-%20', 'query', 'parameter_invalid'],
    [`?query=${'x'.repeat(256)}`, 'query', 'parameter_invalid'],
    ['?query=a&limit=0', 'limit', 'parameter_invalid'],
    ['?query=a&limit=21', 'limit', 'parameter_invalid'],
    ['?query=a&page=2', 'page', 'parameter_unknown'],
  ])('refuses the query string "%s"', async (parameters, param, code) => {
    expect(fieldError(await client.call('GET', `/v1/search${parameters}`))).toEqual([400, code, param]);
  });
});
