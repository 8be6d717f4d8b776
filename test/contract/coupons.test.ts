import { beforeEach, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client, fieldError, type Json, statusAndCode } from '../../scripts/support/api.ts';
import { service } from '../support/service.ts';
import { clientWithScopes, clockAt, eventsAbout, newPlan } from './support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let client: Client;
let live: Client;

// Each test has a separate account, because of the rate limit for writes.
beforeEach(async () => {
  const account = await createAccount();
  client = api.client(account.testKey);
  live = api.client(account.liveKey);
});

const create = (body: Json) => client.call('POST', '/v1/coupons', { code: 'HELLO', ...body });
const TOMORROW = Math.floor(Date.now() / 1000) + 86_400;

describe('a coupon', () => {
  it('[CPN-01] [CPN-02] [CPN-03] [CPN-05] [CPN-06] [CPN-07] [CPN-08] [CPN-10] [CPN-15] [VER-08] is created, read and listed', async () => {
    const coupon = await client.post('/v1/coupons', { code: 'WELCOME', percent_off: 12.34 });
    expect(coupon).toEqual({
      id: expect.stringMatching(/^cpn_/),
      object: 'coupon',
      created: expect.any(Number),
      livemode: false,
      code: 'WELCOME',
      discount_type: 'percent',
      percent_off: 12.34,
      amount_off_cents: null,
      currency: null,
      duration: 'once',
      duration_in_months: null,
      max_redemptions: null,
      max_redemptions_per_customer: 1,
      times_redeemed: 0,
      min_amount_cents: null,
      applies_to_price_ids: null,
      redeem_by: null,
      active: true,
      metadata: {},
    });
    expect(await client.get(`/v1/coupons/${coupon.id}`)).toEqual(coupon);
    expect(await client.list('/v1/coupons')).toEqual([coupon]);
    const fixed = await client.post('/v1/coupons', { code: 'FIXED', amount_off_cents: 500 });
    expect(fixed).toMatchObject({ discount_type: 'fixed_amount', percent_off: null, amount_off_cents: 500, currency: 'EUR' });
  });

  it('[CPN-16] returns the fields of its request', async () => {
    const { priceId } = await newPlan(client);
    const fields = {
      code: 'ALL',
      discount_type: 'fixed_amount',
      amount_off_cents: 500,
      currency: 'USD',
      duration: 'repeating',
      duration_in_months: 3,
      max_redemptions: 7,
      min_amount_cents: 1000,
      applies_to_price_ids: [priceId],
      redeem_by: TOMORROW,
      metadata: { campaign: 'spring' },
    };
    expect(await client.post('/v1/coupons', fields)).toMatchObject(fields);
    const nulls = Object.fromEntries(
      [
        'amount_off_cents',
        'currency',
        'duration_in_months',
        'max_redemptions',
        'min_amount_cents',
        'applies_to_price_ids',
        'redeem_by',
      ].map((name) => [name, null]),
    );
    expect(await client.post('/v1/coupons', { code: 'NULLS', percent_off: 5, ...nulls })).toMatchObject({ percent_off: 5, ...nulls });
  });

  it('[CPN-09] [CPN-11] [CPN-12] [CPN-17] [LIM-16] [LIM-17] [LIM-18] [LIM-19] [LIM-20] [PAGE-23] is rejected if invalid', async () => {
    const percent = { percent_off: 10 };
    const invalid: readonly (readonly [string, Json])[] = [
      ['code', { ...percent, code: '' }],
      ['code', { ...percent, code: 'x'.repeat(65) }],
      ...[' ', ' X', 'X ', 'X\n', '\u00a0X', 'X\u0000', 'X\u200b'].map((code) => ['code', { ...percent, code }] as const),
      ['percent_off', { percent_off: 0 }],
      ['percent_off', { percent_off: -5 }],
      ['percent_off', { percent_off: 100.01 }],
      ['percent_off', { percent_off: 12.345 }],
      ['percent_off', { percent_off: '10' }],
      ['percent_off', { percent_off: true }],
      ['amount_off_cents', { amount_off_cents: 0 }],
      ['amount_off_cents', { amount_off_cents: 1.5 }],
      ['amount_off_cents', { ...percent, amount_off_cents: 100 }],
      ['discount_type', { amount_off_cents: 1, discount_type: 'fixed_cents' }],
      ['discount_type', { ...percent, discount_type: 'fixed_amount' }],
      ['duration', { ...percent, duration: 'weekly' }],
      ['duration_in_months', { ...percent, duration: 'repeating', duration_in_months: 0 }],
      ['duration_in_months', { ...percent, duration: 'repeating', duration_in_months: 121 }],
      ['duration_in_months', { ...percent, duration_in_months: 3 }],
      ['max_redemptions', { ...percent, max_redemptions: 0 }],
      ['max_redemptions', { ...percent, max_redemptions: true }],
      ['min_amount_cents', { ...percent, min_amount_cents: -1 }],
      ['redeem_by', { ...percent, redeem_by: '2030-01-01T00:00:00Z' }],
      ['redeem_by', { ...percent, redeem_by: 1_000_000_000 }],
      ['currency', { ...percent, currency: 'EURO' }],
      ['currency', { ...percent, currency: 'XXX' }],
      ['applies_to_price_ids', { ...percent, applies_to_price_ids: [] }],
    ];
    for (const [param, body] of invalid) expect([body, fieldError(await create(body))]).toEqual([body, [400, 'parameter_invalid', param]]);
    expect(fieldError(await create({}))).toEqual([400, 'parameter_missing', 'percent_off']);
    expect(fieldError(await create({ ...percent, duration: 'repeating' }))).toEqual([400, 'parameter_missing', 'duration_in_months']);
    expect(fieldError(await create({ ...percent, discount_value: 5 }))).toEqual([400, 'parameter_unknown', 'discount_value']);
    expect(fieldError(await client.call('POST', '/v1/coupons', percent))).toEqual([400, 'parameter_missing', 'code']);
    const unknown = { ...percent, applies_to_price_ids: [`price_${'0'.repeat(26)}`] };
    expect(fieldError(await create(unknown))).toEqual([404, 'resource_missing', 'applies_to_price_ids']);
    expect(await client.list('/v1/coupons')).toEqual([]);
  });

  it('[LIM-16] [LIM-17] [LIM-18] [LIM-19] [LIM-20] is accepted with values at the limits', async () => {
    const largest = { code: '😀'.repeat(64), percent_off: 100, duration: 'repeating', duration_in_months: 120, min_amount_cents: 0 };
    expect(await client.post('/v1/coupons', largest)).toMatchObject(largest);
    const smallest = { code: 'x', percent_off: 0.01, duration: 'repeating', duration_in_months: 1, max_redemptions: 1 };
    expect(await client.post('/v1/coupons', smallest)).toMatchObject(smallest);
  });

  it('has a code that is unique in its mode, regardless of case and also after deactivation', async () => {
    const coupon = await client.post('/v1/coupons', { code: 'Spring', percent_off: 10 });
    await client.post(`/v1/coupons/${coupon.id}`, { active: false });
    for (const code of ['Spring', 'SPRING']) {
      const answer = await create({ code, percent_off: 5 });
      expect([...statusAndCode(answer), answer.error?.type, answer.error?.reason]).toEqual([
        409,
        'state_conflict',
        'conflict_error',
        'coupon_code_taken',
      ]);
      expect(answer.error).not.toHaveProperty('param');
    }
    expect((await live.post('/v1/coupons', { code: 'Spring', percent_off: 10 })).livemode).toBe(true);
  });

  it('is created once by concurrent requests with the same code', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => create({ percent_off: 10 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await client.list('/v1/coupons')).toHaveLength(1);
  });

  it('[CPN-13] [CPN-14] [HTTP-35] requires `currency` for an amount if the active and archived prices of the account have several currencies', async () => {
    const { priceId } = await newPlan(client, { currency: 'USD' });
    expect((await create({ amount_off_cents: 500 })).body.currency).toBe('USD');
    await newPlan(client, { currency: 'EUR' });
    await client.post(`/v1/prices/${priceId}`, { active: false });
    expect(fieldError(await create({ code: 'A', amount_off_cents: 500 }))).toEqual([400, 'parameter_missing', 'currency']);
    expect(fieldError(await create({ code: 'B', percent_off: 5, min_amount_cents: 100 }))).toEqual([400, 'parameter_missing', 'currency']);
    expect((await create({ code: 'C', amount_off_cents: 500, currency: 'eur' })).body).toMatchObject({ currency: 'EUR' });
    expect((await create({ code: 'D', percent_off: 5 })).body).toMatchObject({ currency: null });
  });

  it('is listed with active=true until it is deactivated, then with active=false', async () => {
    const [active, inactive] = [
      await client.post('/v1/coupons', { code: 'A', percent_off: 1 }),
      await client.post('/v1/coupons', { code: 'B', percent_off: 1 }),
    ];
    await client.post(`/v1/coupons/${inactive.id}`, { active: false });
    expect((await client.list('/v1/coupons?active=true')).map(({ id }) => id)).toEqual([active.id]);
    expect((await client.list('/v1/coupons?active=false')).map(({ id }) => id)).toEqual([inactive.id]);
  });

  it('[SCOPE-17] is read and validated with coupons:read, and written with coupons:write', async () => {
    const reader = await clientWithScopes(api, client, 'coupons:read');
    const writer = await clientWithScopes(api, client, 'coupons:write');
    expect((await reader.call('GET', '/v1/coupons')).status).toBe(200);
    expect((await reader.call('POST', '/v1/coupons/validate', { code: 'NONE', currency: 'EUR' })).status).toBe(200);
    expect(statusAndCode(await reader.call('POST', '/v1/coupons', {}))).toEqual([403, 'insufficient_scope']);
    expect(statusAndCode(await writer.call('GET', '/v1/coupons'))).toEqual([403, 'insufficient_scope']);
    expect((await writer.call('POST', '/v1/coupons', { code: 'X', percent_off: 1 })).status).toBe(200);
  });
});

describe('updating a coupon', () => {
  const limits = { max_redemptions: 3, redeem_by: TOMORROW, min_amount_cents: 100, metadata: { a: '1' } };

  it('[CPN-04] [EVT-58] [EVT-59] [PAGE-15] [PAGE-16] [PAGE-17] [PAGE-18] [PAGE-22] sets fields, clears null fields, records changes', async () => {
    const { priceId } = await newPlan(client);
    const coupon = await client.post('/v1/coupons', { code: 'X', percent_off: 10, applies_to_price_ids: [priceId], ...limits });
    const path = `/v1/coupons/${coupon.id}`;
    expect(await client.post(path, { active: false })).toEqual({ ...coupon, active: false });
    const cleared = { max_redemptions: null, redeem_by: null, applies_to_price_ids: null, min_amount_cents: null };
    expect(await client.post(path, cleared)).toEqual({ ...coupon, active: false, ...cleared });
    const changed = { active: true, metadata: {}, max_redemptions: 9 };
    expect(await client.post(path, changed)).toEqual({ ...coupon, ...cleared, ...changed });
    expect(await client.post(path, changed)).toEqual(await client.get(path));
    const events = await eventsAbout(client, coupon.id, 4);
    expect(events.map(({ type }) => type)).toEqual(['coupon.created', ...Array(3).fill('coupon.updated')]);
    expect(events[1]).toMatchObject({ data: { active: false }, previous_attributes: { active: true } });
    expect(Object.keys(events[2]?.previous_attributes as Json).sort()).toEqual(Object.keys(cleared).sort());
  });

  it('[PAGE-11] rejects immutable fields, invalid values, and null for `active` and `metadata`', async () => {
    const coupon = await client.post('/v1/coupons', { code: 'X', percent_off: 10 });
    const update = (body: Json) => client.call('POST', `/v1/coupons/${coupon.id}`, body);
    for (const field of ['active', 'metadata'])
      expect(fieldError(await update({ [field]: null }))).toEqual([400, 'parameter_invalid', field]);
    for (const field of ['code', 'percent_off', 'amount_off_cents', 'currency', 'duration', 'duration_in_months', 'discount_type']) {
      expect(fieldError(await update({ [field]: null }))).toEqual([400, 'parameter_unknown', field]);
    }
    const invalid = { max_redemptions: 0, min_amount_cents: -1, redeem_by: 1_000_000_000, applies_to_price_ids: [] };
    for (const [field, value] of Object.entries(invalid)) {
      expect(fieldError(await update({ [field]: value }))).toEqual([400, 'parameter_invalid', field]);
    }
    expect(await client.get(`/v1/coupons/${coupon.id}`)).toEqual(coupon);
  });
});

describe('validating a code', () => {
  const validate = (body: Json) => client.post('/v1/coupons/validate', body);

  it('[CPN-19] returns the discount, or the reason why the code cannot be used', async () => {
    const { priceId } = await newPlan(client);
    const coupon = await client.post('/v1/coupons', { code: 'Half', percent_off: 50 });
    expect(await validate({ code: 'HALF', price_id: priceId })).toEqual({
      object: 'coupon.validation',
      livemode: false,
      valid: true,
      reason: null,
      code: 'Half',
      coupon_id: coupon.id,
      percent_off: 50,
      amount_off_cents: null,
      currency: null,
      discount_cents: 1000,
    });
    expect(await validate({ code: 'NONE', price_id: priceId })).toEqual({
      object: 'coupon.validation',
      livemode: false,
      valid: false,
      reason: 'coupon_not_found',
      code: 'NONE',
      coupon_id: null,
      percent_off: null,
      amount_off_cents: null,
      currency: null,
      discount_cents: null,
    });
  });

  it('[CPN-18] [CPN-20] returns the reason why the code is invalid, or `null` if the code is valid', async () => {
    const [{ priceId }, { priceId: usdPriceId }] = [await newPlan(client), await newPlan(client, { currency: 'USD' })];
    const createCoupon = (code: string, body: Json) => client.post('/v1/coupons', { code, percent_off: 10, ...body });
    const inactive = await createCoupon('INACTIVE', {});
    await client.post(`/v1/coupons/${inactive.id}`, { active: false });
    await client.post('/v1/coupons', { code: 'EUROS', amount_off_cents: 100, currency: 'EUR' });
    await createCoupon('DOLLARS-ONLY', { applies_to_price_ids: [usdPriceId] });
    await createCoupon('MINIMUM', { min_amount_cents: 2000, currency: 'EUR' });
    await createCoupon('EXPIRING', { redeem_by: TOMORROW });
    const reasonOf = async (body: Json) => (await validate(body)).reason;
    expect(await reasonOf({ code: 'INACTIVE', price_id: priceId })).toBe('coupon_inactive');
    expect(await validate({ code: 'EUROS', price_id: usdPriceId })).toMatchObject({
      valid: false,
      reason: 'coupon_currency_mismatch',
      amount_off_cents: 100,
      currency: 'EUR',
      discount_cents: null,
    });
    expect(await reasonOf({ code: 'EUROS', price_id: priceId })).toBeNull();
    expect(await reasonOf({ code: 'DOLLARS-ONLY', price_id: priceId })).toBe('coupon_not_applicable');
    expect(await reasonOf({ code: 'DOLLARS-ONLY', price_id: usdPriceId })).toBeNull();
    expect(await reasonOf({ code: 'MINIMUM', price_id: priceId })).toBe('coupon_minimum_not_reached');
    expect(await reasonOf({ code: 'MINIMUM', currency: 'EUR', amount_cents: 2000 })).toBeNull();
    const clock = await clockAt(client, TOMORROW + 1);
    const customer = await client.post('/v1/customers', { test_clock_id: clock.id });
    expect(await reasonOf({ code: 'EXPIRING', price_id: priceId })).toBeNull();
    expect(await reasonOf({ code: 'EXPIRING', price_id: priceId, customer_id: customer.id })).toBe('coupon_expired');
  });

  it('is rejected without a price or currency, with ids that do not exist, and with invalid values', async () => {
    const call = async (body: Json) => fieldError(await client.call('POST', '/v1/coupons/validate', { code: 'X', ...body }));
    expect(await call({})).toEqual([400, 'parameter_missing', 'price_id']);
    expect(await call({ price_id: `price_${'0'.repeat(26)}` })).toEqual([404, 'resource_missing', 'price_id']);
    expect(await call({ currency: 'EUR', customer_id: `cus_${'0'.repeat(26)}` })).toEqual([404, 'resource_missing', 'customer_id']);
    expect(await call({ currency: 'XXX' })).toEqual([400, 'parameter_invalid', 'currency']);
    expect(await call({ currency: 'EUR', amount_cents: -1 })).toEqual([400, 'parameter_invalid', 'amount_cents']);
    expect(await call({ code: '', currency: 'EUR' })).toEqual([400, 'parameter_invalid', 'code']);
    expect(await call({ code: 'x'.repeat(65), currency: 'EUR' })).toEqual([400, 'parameter_invalid', 'code']);
  });
});
