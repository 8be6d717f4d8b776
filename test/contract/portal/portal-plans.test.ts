import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError, type Json } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { eventsAbout, newPlan, openPortal, subscribe } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let client: Client;
let live: Client;
let productId: string;
let priceId: string;
/** Another price of the product. */
let otherId: string;

const TERMS = { currency: 'EUR', interval: 'month', amount_cents: 2999 };
const createPrice = async (fields: Json = {}): Promise<string> =>
  (await client.post('/v1/prices', { product_id: productId, ...TERMS, ...fields })).id;

beforeAll(async () => {
  const account = await createAccount();
  client = api.client(account.testKey);
  live = api.client(account.liveKey);
  ({ productId, priceId } = await newPlan(client));
  otherId = await createPrice();
});

const newPortal = async (id = priceId): Promise<{ readonly subscription: ApiObject; readonly portalClient: Client }> => {
  const subscription = await subscribe(client, id);
  return { subscription, portalClient: api.client(String((await openPortal(client, subscription.id)).portal_token)) };
};

const listPlans = async (portalClient: Client): Promise<readonly string[]> => {
  const { data } = (await portalClient.call('GET', '/portal/plans')).body as unknown as { readonly data: readonly ApiObject[] };
  return data.map(({ id }) => id);
};

const choose = (portalClient: Client, id: string, path = 'update') =>
  portalClient.call('POST', `/portal/subscription/${path}`, { price_id: id });
const setPlans = (plans: unknown) => live.call('POST', '/v1/tenant/portal_branding', { plans });

/** For each price, `[whether it is listed, status, reason]` of its preview and of its update. */
const answersTo = async (portalClient: Client, priceIds: readonly string[]) => {
  const listedIds = await listPlans(portalClient);
  const answers: unknown[] = [];
  for (const id of priceIds) {
    for (const path of ['preview_update', 'update']) {
      const { status, error } = await choose(portalClient, id, path);
      answers.push([listedIds.includes(id), status, error?.reason]);
    }
  }
  return answers;
};

const NOT_OFFERED = [false, 403, 'plan_not_offered'];

describe('the plans of a portal', () => {
  it('are the only prices that preview and update accept', async () => {
    const otherProduct = await newPlan(client, { amount_cents: 1 });
    const archived = await createPrice();
    await client.post(`/v1/prices/${archived}`, { active: false });
    const usd = await createPrice({ currency: 'USD' });
    const { portalClient, subscription } = await newPortal();
    const rejectedIds = [otherProduct.priceId, archived, usd];
    expect(await answersTo(portalClient, rejectedIds)).toEqual(rejectedIds.flatMap(() => [NOT_OFFERED, NOT_OFFERED]));
    expect((await client.get(`/v1/subscriptions/${subscription.id}`)).price_id).toBe(priceId);
    expect(await answersTo(portalClient, [otherId])).toEqual([
      [true, 200, undefined],
      [true, 200, undefined],
    ]);
  });

  it('exclude prices of an archived product', async () => {
    const plan = await newPlan(client);
    const other = await client.post('/v1/prices', { ...TERMS, product_id: plan.productId });
    const { portalClient } = await newPortal(plan.priceId);
    await client.post(`/v1/products/${plan.productId}`, { active: false });
    expect(await answersTo(portalClient, [other.id])).toEqual([NOT_OFFERED, NOT_OFFERED]);
  });

  it('exclude prices with self_service false; the API still accepts these prices', async () => {
    const quotedPrice = await client.post('/v1/prices', { ...TERMS, product_id: productId, self_service: false });
    expect(quotedPrice).toMatchObject({ self_service: false });
    const { portalClient, subscription } = await newPortal();
    expect(await answersTo(portalClient, [quotedPrice.id])).toEqual([NOT_OFFERED, NOT_OFFERED]);
    const updated = await client.post(`/v1/prices/${quotedPrice.id}`, { self_service: true });
    expect(updated).toMatchObject({ self_service: true });
    const events = await eventsAbout(client, quotedPrice.id, 2);
    expect(events.map(({ type }) => type)).toEqual(['price.created', 'price.updated']);
    expect(events[1]?.data).toMatchObject({ self_service: true });
    expect(await listPlans(portalClient)).toContain(quotedPrice.id);
    await client.post(`/v1/prices/${quotedPrice.id}`, { self_service: false });
    expect(await client.post(`/v1/subscriptions/${subscription.id}/update`, { price_id: quotedPrice.id })).toMatchObject({
      price_id: quotedPrice.id,
    });
  });

  it('are set in the branding: `same_product`, `all`, or a list of prices', async () => {
    const otherProduct = await newPlan(client, { amount_cents: 500 });
    const { portalClient } = await newPortal();
    expect((await setPlans('all')).body).toMatchObject({ plans: 'all' });
    expect(await listPlans(portalClient)).toEqual(expect.arrayContaining([otherProduct.priceId, otherId]));
    expect((await choose(portalClient, otherProduct.priceId, 'preview_update')).status).toBe(200);
    expect((await setPlans([otherProduct.priceId])).body).toMatchObject({ plans: [otherProduct.priceId] });
    expect(await listPlans(portalClient)).toEqual([otherProduct.priceId]);
    expect(await answersTo(portalClient, [otherId])).toEqual([NOT_OFFERED, NOT_OFFERED]);
    expect((await choose(portalClient, otherProduct.priceId)).status).toBe(200);
    expect((await setPlans('same_product')).body).toMatchObject({ plans: 'same_product' });
  });

  it('are rejected if the value is malformed or too long, or an id is unknown, repeated or of another account', async () => {
    const otherAccountPlan = await newPlan(api.client((await createAccount()).testKey));
    expect(fieldError(await setPlans([otherAccountPlan.priceId]))).toEqual([404, 'resource_missing', 'plans']);
    expect(fieldError(await setPlans([otherId, 'price_none']))).toEqual([404, 'resource_missing', 'plans']);
    const tooMany = Array.from({ length: 101 }, (_, index) => `price_${index}`);
    for (const invalid of ['some', 7, [otherId, otherId], tooMany, [7]]) {
      expect(fieldError(await setPlans(invalid))).toEqual([400, 'parameter_invalid', expect.stringMatching(/^plans/)]);
    }
    expect(await live.get('/v1/tenant/portal_branding')).toMatchObject({ plans: 'same_product' });
  });
});

describe('plan changes through the portal', () => {
  it('are limited to ten a period, also for concurrent requests; changes through the API are not limited', async () => {
    const { portalClient, subscription } = await newPortal();
    for (let index = 0; index < 9; index += 1) {
      expect((await choose(portalClient, index % 2 === 0 ? otherId : priceId)).status).toBe(200);
    }
    const priceIds = await Promise.all(Array.from({ length: 6 }, () => createPrice()));
    const answers = await Promise.all(priceIds.map((id) => choose(portalClient, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    for (const path of ['preview_update', 'update']) {
      const { status, error } = await choose(portalClient, otherId, path);
      expect([status, error?.code, error?.reason]).toEqual([409, 'state_conflict', 'too_many_changes']);
    }
    expect(await client.post(`/v1/subscriptions/${subscription.id}/update`, { price_id: otherId })).toMatchObject({ price_id: otherId });
  });
});
