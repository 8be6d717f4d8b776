import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { ApiObject, Client, Json } from '../../scripts/support/api.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { service } from '../support/service.ts';
import { addMember, clientOf, type MemberBrowser, signIn } from './support/console.ts';
import { newPlan, openOneShot, payOneShot, subscribe } from './support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const testService = service();
const OWNER = 'test@example.com';

let client: Client;
let live: Client;
let owner: MemberBrowser;
let accountId: string;
let subscription: ApiObject;
let productId: string;

beforeAll(async () => {
  const account = await testService.createAccount();
  accountId = account.accountId;
  client = clientOf(testService, account.testKey);
  live = clientOf(testService, account.liveKey);
  owner = await signIn(testService, accountId, OWNER);
  const { priceId, productId: createdId } = await newPlan(client);
  productId = createdId;
  const customer = await client.post('/v1/customers', { name: 'Ada Lovelace', email: 'ada@example.com' });
  subscription = await subscribe(client, priceId, { customer_id: customer.id });
  const other = await subscribe(client, priceId, {});
  await client.post(`/v1/subscriptions/${other.id}/cancel`);
  await client.post('/v1/coupons', { code: 'HALF', percent_off: 50 });
  const oneShot = await openOneShot(client, { customer_id: customer.id });
  await payOneShot(client, oneShot.id);
  await openOneShot(client);
  const [payment] = await client.list(`/v1/payments?subscription_id=${subscription.id}`);
  await client.post('/v1/refunds', { payment_id: payment?.id, amount_cents: 100 });
});

type Summary = { readonly statuses: readonly Json[]; readonly totals: readonly Json[] | null };
const summaryOf = async (path: string, query = ''): Promise<Summary> =>
  (await client.get(`/v1/${path}?limit=1&include=summary${query}`))['summary'] as Summary;

const countBy = (objects: readonly ApiObject[], statusOf: (object: ApiObject) => unknown, status: unknown): number =>
  objects.filter((object) => statusOf(object) === status).length;

describe('the summary of a list', () => {
  it.each(['products', 'prices', 'coupons', 'subscriptions', 'invoices', 'disputes', 'checkout/one_shot'])(
    'of %s is empty, in both modes, if no time is in the range of `created`',
    async (path) => {
      for (const each of [client, live]) {
        const list = await each.get(`/v1/${path}?include=summary&created[gte]=1900000000&created[lt]=1800000000`);
        const { statuses } = list['summary'] as Summary;
        expect([list['data'], statuses.filter(({ count }) => count !== 0)]).toEqual([[], []]);
      }
    },
  );

  it.each([
    ['subscriptions', ({ status }: ApiObject) => status],
    ['invoices', ({ status }: ApiObject) => status],
    ['checkout/one_shot', ({ status }: ApiObject) => status],
    ['products', ({ active }: ApiObject) => (active === true ? 'active' : 'inactive')],
    ['prices', ({ active }: ApiObject) => (active === true ? 'active' : 'inactive')],
    ['coupons', ({ active }: ApiObject) => (active === true ? 'active' : 'inactive')],
  ] as const)('of %s counts the objects of the list by status', async (path, statusOf) => {
    const belongsToCustomer = ['subscriptions', 'invoices', 'checkout/one_shot'].includes(path);
    for (const query of belongsToCustomer ? ['', `&customer_id=${subscription.customer_id}`] : ['']) {
      const objects = await client.list(`/v1/${path}?${query.slice(1)}`);
      const { statuses } = await eventually(
        () => summaryOf(path, query),
        (summary) => summary.statuses.reduce((sum, { count }) => sum + Number(count), 0) === objects.length,
      );
      expect(objects.length).toBeGreaterThan(0);
      const expected = statuses.map(({ status }) => ({ status, count: countBy(objects, statusOf, status), has_more: false }));
      expect(statuses).toEqual(expected);
    }
  });

  it('counts every status, even if the list is filtered by status, and applies all other filters', async () => {
    const all = await summaryOf('subscriptions');
    expect((await summaryOf('subscriptions', '&status=canceled')).statuses).toEqual(all.statuses);
    const ending = await summaryOf('subscriptions', '&renewal_state=ending');
    expect(ending.statuses.map(({ status, count }) => [status, count])).toEqual([
      ['active', 1],
      ['past_due', 0],
      ['canceled', 0],
    ]);
  });

  it.each([
    ['payments', (each: ApiObject) => (each['status'] === 'succeeded' ? Number(each['amount_cents']) : 0)],
    ['refunds', (each: ApiObject) => Number(each['amount_cents'])],
    ['credit_notes', (each: ApiObject) => Number(each['total_cents'])],
    ['checkout/one_shot', (each: ApiObject) => (each['status'] === 'succeeded' ? Number(each['amount_cents']) : 0)],
  ] as const)('of %s sums the amounts of the filtered list', async (path, amountOf) => {
    const ofCustomer = `&customer_id=${subscription.customer_id}`;
    for (const query of ['', ofCustomer, '&created[gte]=1', '&created[lt]=1']) {
      const objects = await eventually(
        () => client.list(`/v1/${path}?${query.slice(1)}`),
        (listed) => listed.length > 0 || query.endsWith('lt]=1'),
      );
      const sum = objects.reduce((total, each) => total + amountOf(each), 0);
      const expected = objects.length === 0 ? [] : [{ currency: 'EUR', count: objects.length, amount_cents: sum }];
      expect([query, (await summaryOf(path, query)).totals]).toEqual([query, expected]);
    }
  });

  it('is absent by default; `include` accepts only the value `summary`', async () => {
    expect(await client.get('/v1/payments')).not.toHaveProperty('summary');
    const { status, error } = await client.call('GET', '/v1/payments?include=totals');
    expect([status, error?.code, error?.param]).toEqual([400, 'parameter_invalid', 'include']);
  });
});

describe('the names of objects in the console', () => {
  const namesOf = async (member: MemberBrowser, ids: readonly unknown[]) => {
    const answer = await member.call({ path: `api/test/names?ids=${ids.join(',')}` });
    expect(answer.status).toBe(200);
    const data = (answer.body['data'] as readonly Json[]) ?? [];
    return new Map(data.map(({ id, ...rest }) => [id, rest]));
  };

  it('are returned for several kinds at once, with the names of their customers and products', async () => {
    const [key] = await client.list('/v1/api_keys');
    const [invoice] = await client.list(`/v1/invoices?subscription_id=${subscription.id}`);
    const [payment] = await client.list(`/v1/payments?subscription_id=${subscription.id}`);
    const productName = (subscription['price'] as Json)['product_name'];
    const names = await namesOf(owner, [key?.id, invoice?.id, payment?.id, subscription.id, subscription['price_id'], owner.member.id]);
    const customerId = subscription['customer_id'];
    expect(names.get(key?.id)).toEqual({ name: key?.['label'] ?? key?.['prefix'], owner_id: null });
    expect(names.get(invoice?.id)).toEqual({ name: invoice?.['number'], owner_id: customerId });
    expect(names.get(payment?.id)).toEqual({ name: null, owner_id: customerId });
    expect(names.get(subscription.id)).toEqual({ name: productName, owner_id: customerId });
    expect(names.get(subscription['price_id'])).toMatchObject({ name: null, owner_id: productId, price: { object: 'price' } });
    expect(names.get(owner.member.id)).toEqual({ name: OWNER, owner_id: null });
    expect(names.get(customerId)).toEqual({ name: 'Ada Lovelace', owner_id: null });
    expect(names.get(productId)).toMatchObject({ name: productName });
  });

  it('are missing for objects that are unknown, deleted or of another account', async () => {
    const deleted = await client.post('/v1/customers', { name: 'Gone' });
    await client.call('DELETE', `/v1/customers/${deleted.id}`);
    const ids = ['cus_00000000000000000000000000', deleted.id, 'nothing', `cus_${'0'.repeat(500)}`];
    expect(await namesOf(owner, ids)).toEqual(new Map());
    const other = await testService.createAccount();
    const stranger = await signIn(testService, other.accountId, OWNER);
    expect(await namesOf(stranger, [subscription.id, subscription['customer_id'], owner.member.id])).toEqual(new Map());
  });

  it('can be read by a viewer, only with GET, and for at most 100 ids at once', async () => {
    const viewer = await signIn(testService, accountId, (await addMember(owner, 'viewer')).email);
    expect((await namesOf(viewer, [subscription.id])).size).toBe(2);
    const many = Array.from({ length: 101 }, (_none, index) => `cus_${index}`).join(',');
    for (const query of ['', `?ids=${many}`]) {
      const { status, error } = await owner.call({ path: `api/test/names${query}` });
      expect([status, error?.param]).toEqual([400, 'ids']);
    }
    expect((await owner.call({ method: 'POST', path: 'api/test/names?ids=cus_1', body: {} })).status).toBe(405);
  });
});
