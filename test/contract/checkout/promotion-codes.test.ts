import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, apiOf, type Client, type Json, statusAndCode } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { newPlan, openPortal, openSession, sessionBody, subscribe } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let client: Client;
let productId: string;
let priceId: string;
let otherPriceId: string;
beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  ({ productId, priceId } = await newPlan(client, { amount_cents: 1000 }));
  await client.post(`/v1/products/${productId}`, { allow_promotion_codes: true });
  otherPriceId = (await client.post('/v1/prices', { product_id: productId, currency: 'EUR', interval: 'month', amount_cents: 2000 })).id;
});

const reasonOf = ({ status, error }: Answer) => [status, error?.reason ?? error?.code ?? null];

const newSubscriber = async () => {
  const customer = await client.post('/v1/customers', {});
  const { id } = await subscribe(client, priceId, { customer_id: customer.id });
  const { portal_token: token } = await openPortal(client, id);
  // Retries a 429 of the limit for failed credentials, which applies to all tests with the same IP address. A 429 of the limit for codes,
  // which is 5, is not retried.
  const post = (path: string, body: Json): Promise<Answer> =>
    eventually(
      () => api.send({ method: 'POST', path, key: String(token), body }),
      ({ status, headers }) => status !== 429 || headers['x-ratelimit-limit'] === '5',
    );
  return {
    id,
    customerId: customer.id,
    preview: (coupon_code: string) => post('/portal/subscription/preview_update', { price_id: otherPriceId, coupon_code }),
    update: (coupon_code: string) => post('/portal/subscription/update', { price_id: otherPriceId, coupon_code }),
    enter: (code: string) => post('/portal/coupon', { code }),
    retrieve: () => api.client(String(token)).get('/portal/session'),
  };
};

const newCoupon = (code: string, fields: Json = {}) =>
  client.post('/v1/coupons', { code, percent_off: 10, duration: 'forever', ...fields });

describe('wrong codes', () => {
  it('[RATE-21] of a customer share one rate limit: codes entered alone, in plan changes and in previews', async () => {
    const { preview, update, enter } = await newSubscriber();
    await newCoupon('VALID');
    // The limit allows five codes, then one every 12 seconds: at most seven on a slow machine. Eight requests of each kind are sent, so at
    // least one of each kind is refused.
    const requests = [preview, enter, update].map((request) =>
      Promise.all(Array.from({ length: 8 }, (_none, index) => request(`NO-${index}`))),
    );
    const answers = await Promise.all(requests);
    const notFound = answers.flat().filter(({ status }) => status === 400);
    expect(notFound.map(reasonOf)).toEqual(notFound.map(() => [400, 'coupon_not_found']));
    expect(notFound.length).toBeGreaterThanOrEqual(5);
    expect(notFound.length).toBeLessThanOrEqual(7);
    for (const each of answers) {
      const limited = each.find(({ status }) => status === 429);
      expect(limited?.error?.code).toBe('rate_limited');
      expect(Number(limited?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    }
    // While the customer is rate limited, a valid code gets a 429, too.
    await eventually(
      async () => {
        await preview('NO-9');
        return preview('VALID');
      },
      ({ status }) => status === 429,
    );
  });

  it('are rate limited after five of twenty concurrent requests', async () => {
    const { preview } = await newSubscriber();
    const answers = await Promise.all(Array.from({ length: 20 }, (_none, index) => preview(`GUESS-${index}`)));
    const notFoundCount = answers.filter(({ status }) => status === 400).length;
    expect(notFoundCount).toBeGreaterThanOrEqual(5);
    // A token is refilled every 12 seconds: five tokens, and at most two more on a slow machine.
    expect(notFoundCount).toBeLessThanOrEqual(7);
  });

  it('are the only codes that use up the rate limit: eight valid codes in a row are accepted', async () => {
    const { preview } = await newSubscriber();
    await newCoupon('REPEATED');
    for (let count = 0; count < 8; count += 1) expect((await preview('REPEATED')).status).toBe(200);
  });
});

describe('a coupon', () => {
  it('is redeemed once per customer across portal, plan change and checkout', async () => {
    const { id, customerId, enter, preview } = await newSubscriber();
    const coupon = await newCoupon('ONCE-ONLY', { percent_off: 100, duration: 'once' });
    const other = await newCoupon('OTHER-ONE', { percent_off: 50, duration: 'once' });
    expect(coupon).toMatchObject({ max_redemptions_per_customer: 1 });
    expect((await enter('ONCE-ONLY')).status).toBe(200);
    expect((await enter('OTHER-ONE')).status).toBe(200);
    const secondTry = await enter('ONCE-ONLY');
    expect([...statusAndCode(secondTry), secondTry.error?.reason]).toEqual([400, 'parameter_invalid', 'coupon_already_redeemed']);
    expect(reasonOf(await preview('ONCE-ONLY'))).toEqual([400, 'coupon_already_redeemed']);
    const body = sessionBody(priceId, { customer_id: customerId, coupon_code: 'ONCE-ONLY' });
    const checkout = await client.call('POST', '/v1/checkout/sessions', body);
    expect(checkout.body).toMatchObject({ error: { param: 'coupon_code', reason: 'coupon_already_redeemed' } });
    const validate = (customer_id: string | null) =>
      client.post('/v1/coupons/validate', { code: 'ONCE-ONLY', price_id: priceId, customer_id });
    expect(await validate(customerId)).toMatchObject({ valid: false, reason: 'coupon_already_redeemed' });
    expect(await validate(null)).toMatchObject({ valid: true, reason: null });
    await client.post(`/v1/coupons/${coupon.id}`, { max_redemptions_per_customer: null });
    expect(await validate(customerId)).toMatchObject({ valid: true });
    expect((await client.get(`/v1/subscriptions/${id}`)).discount).toMatchObject({ coupon_id: other.id });
  });

  it('is redeemed once by 20 concurrent requests of a customer', async () => {
    const { customerId } = await newSubscriber();
    await newCoupon('RACE');
    const body = { customer_id: customerId, coupon_code: 'RACE' };
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => openSession(client, priceId, body)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('accepts a positive integer or `null` (no limit) as `max_redemptions_per_customer`, and rejects other values', async () => {
    for (const invalid of [0, -1, 1.5, 'two']) {
      const body = { code: `W-${invalid}`, percent_off: 10, max_redemptions_per_customer: invalid };
      const refused = await client.call('POST', '/v1/coupons', body);
      expect(refused.body).toMatchObject({ error: { code: 'parameter_invalid', param: 'max_redemptions_per_customer' } });
    }
    expect(await newCoupon('UNLIMITED', { max_redemptions_per_customer: null })).toMatchObject({ max_redemptions_per_customer: null });
    expect(await newCoupon('THRICE', { max_redemptions_per_customer: 3 })).toMatchObject({ max_redemptions_per_customer: 3 });
  });
});

describe('a product without promotion codes', () => {
  it('has `allow_promotion_codes: false` in the portal, which then rejects codes', async () => {
    const { retrieve, enter } = await newSubscriber();
    await newCoupon('NO-CODES');
    expect(await retrieve()).toMatchObject({ allow_promotion_codes: true });
    await client.post(`/v1/products/${productId}`, { allow_promotion_codes: false });
    expect(await retrieve()).toMatchObject({ allow_promotion_codes: false });
    expect(reasonOf(await enter('NO-CODES'))).toEqual([400, 'promotion_codes_not_allowed']);
    await client.post(`/v1/products/${productId}`, { allow_promotion_codes: true });
  });

  it('rejects codes in a plan change of the portal', async () => {
    const { preview, update } = await newSubscriber();
    await newCoupon('NOT-HERE');
    await client.post(`/v1/products/${productId}`, { allow_promotion_codes: false });
    for (const refused of [await preview('NOT-HERE'), await update('NOT-HERE')]) {
      expect(refused.body).toMatchObject({ error: { param: 'coupon_code', reason: 'promotion_codes_not_allowed' } });
    }
    await client.post(`/v1/products/${productId}`, { allow_promotion_codes: true });
  });
});
