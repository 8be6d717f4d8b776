import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, apiOf, type Client, type Json, refusal } from '../../scripts/support/api.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { service } from '../support/service.ts';
import { openPortal, openSession, openShop, subscribe } from './support/shop.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let client: Client;
let productId: string;
let priceId: string;
let otherId: string;
beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  ({ productId, priceId } = await openShop(client, { amount_cents: 1000 }));
  await client.post(`/v1/products/${productId}`, { allow_promotion_codes: true });
  otherId = (await client.post('/v1/prices', { product_id: productId, currency: 'EUR', interval: 'month', amount_cents: 2000 })).id;
});

const reasonOf = ({ status, body }: { readonly status: number; readonly body: unknown }) => [
  status,
  ((body as Json).error as Json | undefined)?.reason ?? ((body as Json).error as Json | undefined)?.code ?? null,
];

const subscriber = async () => {
  const customer = await client.post('/v1/customers', {});
  const { id } = await subscribe(client, priceId, { customer_id: customer.id });
  const { portal_token: token } = await openPortal(client, id);
  // A 429 is what these tests are about; one of the bucket of failed credentials, which all tests share, is no try.
  const post = (path: string, body: Json): Promise<Answer> =>
    eventually(
      () => api.send({ method: 'POST', path, key: String(token), body }),
      ({ status, headers }) => status !== 429 || headers['x-ratelimit-limit'] === '5',
    );
  return {
    id,
    customerId: customer.id,
    preview: (coupon_code: string) => post('/portal/subscription/preview_update', { price_id: otherId, coupon_code }),
    update: (coupon_code: string) => post('/portal/subscription/update', { price_id: otherId, coupon_code }),
    enter: (code: string) => post('/portal/coupon', { code }),
  };
};

const coupon = (code: string, given: Json = {}) => client.post('/v1/coupons', { code, percent_off: 10, duration: 'forever', ...given });

describe('wrong codes', () => {
  it('[RATE-21] of a customer draw on one bucket, entered alone or with a plan change, previewed or not', async () => {
    const { preview, update, enter } = await subscriber();
    await coupon('RIGHT');
    const tries = [await preview('NO-1'), await enter('NO-2'), await update('NO-3'), await preview('NO-4'), await enter('NO-5')];
    expect(tries.map(reasonOf)).toEqual(tries.map(() => [400, 'coupon_not_found']));
    for (const late of [await preview('NO-6'), await enter('NO-7'), await update('NO-8')]) {
      expect(reasonOf(late)).toEqual([429, 'rate_limited']);
      expect(Number(late.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    }
    // The right one is not distinguished from wrong ones.
    expect(reasonOf(await preview('RIGHT'))).toEqual([429, 'rate_limited']);
  });

  it('of which twenty come at once are answered five times', async () => {
    const { preview } = await subscriber();
    const answers = await Promise.all(Array.from({ length: 20 }, (_none, index) => preview(`GUESS-${index}`)));
    const reported = answers.filter(({ status }) => status === 400).length;
    expect(reported).toBeGreaterThanOrEqual(5);
    // A token comes back every 12 seconds.
    expect(reported).toBeLessThanOrEqual(7);
  });

  it('cost nothing where the code is right, however often', async () => {
    const { preview } = await subscriber();
    await coupon('AGAIN');
    for (let time = 0; time < 8; time += 1) expect((await preview('AGAIN')).status).toBe(200);
  });
});

describe('a coupon', () => {
  it('is redeemed once by a customer: in the portal, by a plan change and in a checkout', async () => {
    const { id, customerId, enter, preview } = await subscriber();
    const one = await coupon('ONCE-ONLY', { percent_off: 100, duration: 'once' });
    const other = await coupon('OTHER-ONE', { percent_off: 50, duration: 'once' });
    expect(one).toMatchObject({ max_redemptions_per_customer: 1 });
    expect((await enter('ONCE-ONLY')).status).toBe(200);
    expect((await enter('OTHER-ONE')).status).toBe(200);
    const again = await enter('ONCE-ONLY');
    expect([...refusal(again), (again.body as { error: Json }).error.reason]).toEqual([
      400,
      'parameter_invalid',
      'coupon_already_redeemed',
    ]);
    expect(reasonOf(await preview('ONCE-ONLY'))).toEqual([400, 'coupon_already_redeemed']);
    const checkout = await client.call('POST', '/v1/checkout/sessions', {
      price_id: priceId,
      customer_id: customerId,
      coupon_code: 'ONCE-ONLY',
      success_url: 'https://shop.example/ok',
      cancel_url: 'https://shop.example/no',
    });
    expect(checkout.body).toMatchObject({ error: { param: 'coupon_code', reason: 'coupon_already_redeemed' } });
    const validated = (customer_id: string | null) =>
      client.post('/v1/coupons/validate', { code: 'ONCE-ONLY', price_id: priceId, customer_id });
    expect(await validated(customerId)).toMatchObject({ valid: false, reason: 'coupon_already_redeemed' });
    expect(await validated(null)).toMatchObject({ valid: true, reason: null });
    await client.post(`/v1/coupons/${one.id}`, { max_redemptions_per_customer: null });
    expect(await validated(customerId)).toMatchObject({ valid: true });
    expect((await client.get(`/v1/subscriptions/${id}`)).discount).toMatchObject({ coupon_id: other.id });
  });

  it('that 20 requests of a customer redeem at once is redeemed once', async () => {
    const { customerId } = await subscriber();
    await coupon('RACE');
    const body = { customer_id: customerId, coupon_code: 'RACE' };
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => openSession(client, priceId, body)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('takes any number of redemptions of a customer from 1, or null', async () => {
    for (const wrong of [0, -1, 1.5, 'two']) {
      const refused = await client.call('POST', '/v1/coupons', {
        code: `W-${wrong}`,
        percent_off: 10,
        max_redemptions_per_customer: wrong,
      });
      expect(refused.body).toMatchObject({ error: { code: 'parameter_invalid', param: 'max_redemptions_per_customer' } });
    }
    expect(await coupon('FREELY', { max_redemptions_per_customer: null })).toMatchObject({ max_redemptions_per_customer: null });
    expect(await coupon('THRICE', { max_redemptions_per_customer: 3 })).toMatchObject({ max_redemptions_per_customer: 3 });
  });
});

describe('a product that takes no promotion codes', () => {
  it('takes none with a plan change of the portal either', async () => {
    const { preview, update } = await subscriber();
    await coupon('NOT-HERE');
    await client.post(`/v1/products/${productId}`, { allow_promotion_codes: false });
    for (const refused of [await preview('NOT-HERE'), await update('NOT-HERE')]) {
      expect(refused.body).toMatchObject({ error: { param: 'coupon_code', reason: 'promotion_codes_not_allowed' } });
    }
    await client.post(`/v1/products/${productId}`, { allow_promotion_codes: true });
  });
});
