import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client, fieldError, type Json } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { auditEntriesBy, elementClient } from '../support/element.ts';
import { newPlan, openSession, pay } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();

let client: Client;
let priceId: string;

beforeAll(async () => {
  client = apiOf(baseUrl).client((await createAccount()).testKey);
  const product = await client.post('/v1/products', { name: 'Plan', allow_promotion_codes: true });
  priceId = (await client.post('/v1/prices', { product_id: product.id, amount_cents: 2000, currency: 'EUR', interval: 'month' })).id;
});

const openElement = async (fields: Json = {}, price = priceId) =>
  elementClient(baseUrl, await openSession(client, price, { ui_mode: 'embedded', ...fields }));

describe('a promotion code', () => {
  const createCoupon = (terms: Json = {}) => client.post('/v1/coupons', { code: `CODE-${randomUUID()}`, percent_off: 25, ...terms });

  it('[ELM-08] [ELM-28] [AUD-13] is applied, replaced and removed, each with an audit entry', async () => {
    const element = await openElement();
    const [percent, fixed] = [
      await createCoupon({ duration: 'repeating', duration_in_months: 3 }),
      await createCoupon({ percent_off: null, amount_off_cents: 300, currency: 'EUR' }),
    ];
    const applied = await element.setCoupon(percent.code);
    expect(applied.body).toMatchObject({
      object: 'checkout_element',
      coupon_code: percent.code,
      coupon_duration: 'repeating',
      coupon_duration_in_months: 3,
      discount_cents: 500,
      amount_due_now: 1500,
      recurring_amount: 2000,
      recurring_amount_discounted: 1500,
    });
    expect(await element.retrieve()).toEqual(applied.body);
    expect(await client.get(`/v1/checkout/sessions/${element.id}`)).toMatchObject({ coupon_id: percent.id });
    expect((await element.setCoupon(fixed.code)).body).toMatchObject({
      coupon_code: fixed.code,
      discount_cents: 300,
      amount_due_now: 1700,
    });
    expect((await element.setCoupon(null)).body).toMatchObject({ coupon_code: null, discount_cents: 0, amount_due_now: 2000 });
    expect(await auditEntriesBy(client, element.id)).toEqual([
      ['coupon.applied', 'checkout_session', percent.id],
      ['coupon.applied', 'checkout_session', fixed.id],
      ['coupon.removed', 'checkout_session', fixed.id],
    ]);
  });

  it('[CHK-35] reduces the charge and becomes the discount of the subscription', async () => {
    const element = await openElement();
    const coupon = await createCoupon({ duration: 'forever' });
    await element.setCoupon(coupon.code);
    await element.confirmOrThrow({ method: 'creditcard' });
    expect(fieldError(await element.setCoupon(null))).toEqual([409, 'state_conflict', undefined]);
    const paid = await pay(client, element.id);
    expect(await client.get(`/v1/payments/${String(paid.payment_id)}`)).toMatchObject({ amount_cents: 1500 });
    expect(await client.get(`/v1/subscriptions/${String(paid.subscription_id)}`)).toMatchObject({ discount: { coupon_id: coupon.id } });
    expect(await client.get(`/v1/coupons/${coupon.id}`)).toMatchObject({ times_redeemed: 1 });
  });

  it('reserves a redemption while it is applied: only one of two sessions can apply the last redemption', async () => {
    const coupon = await createCoupon({ max_redemptions: 1 });
    const [first, second] = [await openElement(), await openElement()];
    const answers = await Promise.all([first.setCoupon(coupon.code), second.setCoupon(coupon.code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.error).toMatchObject({ param: 'code', reason: 'coupon_exhausted' });
    const [applied, other] = answers[0]?.status === 200 ? [first, second] : [second, first];
    await applied.setCoupon(null);
    expect((await other.setCoupon(coupon.code)).status).toBe(200);
  });

  it('[LIM-32] that cannot be applied is rejected with the reason and with `code` in `param`', async () => {
    const element = await openElement();
    const errorOf = async (code: unknown) => {
      const answer = await element.setCoupon(code);
      return [...fieldError(answer), answer.error?.reason];
    };
    expect(await errorOf('x'.repeat(65))).toEqual([400, 'parameter_invalid', 'code', undefined]);
    expect(await errorOf(1)).toEqual([400, 'parameter_invalid', 'code', undefined]);
    expect(await errorOf('NO-SUCH-CODE')).toEqual([400, 'parameter_invalid', 'code', 'coupon_not_found']);
    expect(await errorOf((await createCoupon({ min_amount_cents: 2001, currency: 'EUR' })).code)).toEqual([
      400,
      'parameter_invalid',
      'code',
      'coupon_minimum_not_reached',
    ]);
    const withoutCodes = await openElement({}, (await newPlan(client)).priceId);
    expect((await withoutCodes.retrieve()).allow_promotion_codes).toBe(false);
    expect((await withoutCodes.setCoupon('ANY')).error).toMatchObject({
      code: 'parameter_invalid',
      param: 'code',
      reason: 'promotion_codes_not_allowed',
    });
    expect((await withoutCodes.setCoupon(null)).status).toBe(200);
  });
});
