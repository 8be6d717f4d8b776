import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fault, type Json } from '../../scripts/support/api.ts';
import { service } from '../support/service.ts';
import { eventsAbout, openPortal, openShop, subscribe } from './support/shop.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let client: Client;
let live: Client;
let productId: string;
let current: string;
let offered: string;

const TERMS = { currency: 'EUR', interval: 'month', amount_cents: 2999 };
const price = async (given: Json = {}): Promise<string> =>
  (await client.post('/v1/prices', { product_id: productId, ...TERMS, ...given })).id;

beforeAll(async () => {
  const account = await createAccount();
  client = api.client(account.testKey);
  live = api.client(account.liveKey);
  ({ productId, priceId: current } = await openShop(client));
  offered = await price();
});

const portalOf = async (priceId = current): Promise<{ readonly subscription: ApiObject; readonly as: Client }> => {
  const subscription = await subscribe(client, priceId);
  return { subscription, as: api.client(String((await openPortal(client, subscription.id)).portal_token)) };
};

const listed = async (as: Client): Promise<readonly string[]> => {
  const { data } = (await as.call('GET', '/portal/plans')).body as unknown as { readonly data: readonly ApiObject[] };
  return data.map(({ id }) => id);
};

const choose = (as: Client, priceId: string, path = 'update') => as.call('POST', `/portal/subscription/${path}`, { price_id: priceId });
const offer = (plans: unknown) => live.call('POST', '/v1/tenant/portal_branding', { plans });

/** What preview and update answer to each of the prices, with the list. */
const answersTo = async (as: Client, priceIds: readonly string[]) => {
  const list = await listed(as);
  const answers: unknown[] = [];
  for (const id of priceIds) {
    for (const path of ['preview_update', 'update']) {
      const { status, error } = await choose(as, id, path);
      answers.push([list.includes(id), status, error?.reason]);
    }
  }
  return answers;
};

const REFUSED = [false, 403, 'plan_not_offered'];

describe('the plans that a portal offers', () => {
  it('are all that preview and update accept', async () => {
    const elsewhere = await openShop(client, { amount_cents: 1 });
    const archived = await price();
    await client.post(`/v1/prices/${archived}`, { active: false });
    const dollars = await price({ currency: 'USD' });
    const { as, subscription } = await portalOf();
    const refused = [elsewhere.priceId, archived, dollars];
    expect(await answersTo(as, refused)).toEqual(refused.flatMap(() => [REFUSED, REFUSED]));
    expect((await client.get(`/v1/subscriptions/${subscription.id}`)).price_id).toBe(current);
    expect(await answersTo(as, [offered])).toEqual([
      [true, 200, undefined],
      [true, 200, undefined],
    ]);
  });

  it('are none of a product that is archived', async () => {
    const shop = await openShop(client);
    const other = await client.post('/v1/prices', { ...TERMS, product_id: shop.productId });
    const { as } = await portalOf(shop.priceId);
    await client.post(`/v1/products/${shop.productId}`, { active: false });
    expect(await answersTo(as, [other.id])).toEqual([REFUSED, REFUSED]);
  });

  it('are not those whose price is not for self-service, which the API still takes', async () => {
    const quoted = await client.post('/v1/prices', { ...TERMS, product_id: productId, self_service: false });
    expect(quoted).toMatchObject({ self_service: false });
    const { as, subscription } = await portalOf();
    expect(await answersTo(as, [quoted.id])).toEqual([REFUSED, REFUSED]);
    const updated = await client.post(`/v1/prices/${quoted.id}`, { self_service: true });
    expect(updated).toMatchObject({ self_service: true });
    const events = await eventsAbout(client, quoted.id, 2);
    expect(events.map(({ type }) => type)).toEqual(['price.created', 'price.updated']);
    expect(events[1]?.data).toMatchObject({ self_service: true });
    expect(await listed(as)).toContain(quoted.id);
    await client.post(`/v1/prices/${quoted.id}`, { self_service: false });
    expect(await client.post(`/v1/subscriptions/${subscription.id}/update`, { price_id: quoted.id })).toMatchObject({
      price_id: quoted.id,
    });
  });

  it('are what the branding says: all, or the prices that it names', async () => {
    const elsewhere = await openShop(client, { amount_cents: 500 });
    const { as } = await portalOf();
    expect((await offer('all')).body).toMatchObject({ plans: 'all' });
    expect(await listed(as)).toEqual(expect.arrayContaining([elsewhere.priceId, offered]));
    expect((await choose(as, elsewhere.priceId, 'preview_update')).status).toBe(200);
    expect((await offer([elsewhere.priceId])).body).toMatchObject({ plans: [elsewhere.priceId] });
    expect(await listed(as)).toEqual([elsewhere.priceId]);
    expect(await answersTo(as, [offered])).toEqual([REFUSED, REFUSED]);
    expect((await choose(as, elsewhere.priceId)).status).toBe(200);
    expect((await offer('same_product')).body).toMatchObject({ plans: 'same_product' });
  });

  it('are refused in the branding where they are unknown, foreign or malformed', async () => {
    const foreign = await openShop(api.client((await createAccount()).testKey));
    expect(fault(await offer([foreign.priceId]))).toEqual([404, 'resource_missing', 'plans']);
    expect(fault(await offer([offered, 'price_none']))).toEqual([404, 'resource_missing', 'plans']);
    const many = Array.from({ length: 101 }, (_, index) => `price_${index}`);
    for (const wrong of ['some', 7, [offered, offered], many, [7]]) {
      expect(fault(await offer(wrong))).toEqual([400, 'parameter_invalid', expect.stringMatching(/^plans/)]);
    }
    expect(await live.get('/v1/tenant/portal_branding')).toMatchObject({ plans: 'same_product' });
  });
});

describe('plan changes through the portal', () => {
  it('are at most ten a period, of any number that come at once; the API makes more', async () => {
    const { as, subscription } = await portalOf();
    for (let index = 0; index < 9; index += 1) {
      expect((await choose(as, index % 2 === 0 ? offered : current)).status).toBe(200);
    }
    const others = await Promise.all(Array.from({ length: 6 }, () => price()));
    const atOnce = await Promise.all(others.map((other) => choose(as, other)));
    expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    for (const path of ['preview_update', 'update']) {
      const { status, error } = await choose(as, offered, path);
      expect([status, error?.code, error?.reason]).toEqual([409, 'state_conflict', 'too_many_changes']);
    }
    expect(await client.post(`/v1/subscriptions/${subscription.id}/update`, { price_id: offered })).toMatchObject({ price_id: offered });
  });
});
