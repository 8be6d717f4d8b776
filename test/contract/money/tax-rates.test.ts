import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError, type Json, statusAndCode } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { advance, clientWithScopes, clockAt, newPlan, openSession, pay } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let client: Client;

// Each test has a separate account, because of the rate limit for writes.
beforeEach(async () => {
  client = api.client((await createAccount()).testKey);
});

const DUTCH = { country_code: 'NL', rate_basis_points: 2100, display_name: 'BTW' };
const create = (body: Json) => client.call('POST', '/v1/tax_rates', { ...DUTCH, ...body });

describe('a tax rate', () => {
  it('[TAX-01] [TAX-02] [TAX-03] [TAX-04] [TAX-05] [PAGE-21] [PAGE-22] is created, retrieved, listed and updated', async () => {
    const rate = await client.post('/v1/tax_rates', DUTCH);
    expect(rate).toEqual({
      id: expect.stringMatching(/^txr_/),
      object: 'tax_rate',
      created: expect.any(Number),
      livemode: false,
      ...DUTCH,
      active: true,
    });
    const path = `/v1/tax_rates/${rate.id}`;
    expect(await client.get(path)).toEqual(rate);
    expect(await client.list('/v1/tax_rates')).toEqual([rate]);
    expect(await client.post(path, { display_name: null })).toEqual({ ...rate, display_name: null });
    expect(await client.post(path, { active: false })).toEqual({ ...rate, display_name: null, active: false });
    expect(await client.post(path, { display_name: 'VAT' })).toEqual({ ...rate, display_name: 'VAT', active: false });
    expect(await client.get(path)).toEqual({ ...rate, display_name: 'VAT', active: false });
  });

  it('[EVT-72] has no events', async () => {
    const rate = await client.post('/v1/tax_rates', DUTCH);
    await client.post(`/v1/tax_rates/${rate.id}`, { active: false });
    const customer = await client.post('/v1/customers');
    const events = await eventually(
      () => client.list('/v1/events'),
      ([newest]) => (newest?.data as Json | undefined)?.id === customer.id,
    );
    expect(events.map(({ type }) => type)).toEqual(['customer.created']);
  });

  it('is rejected with missing, invalid or immutable fields', async () => {
    const invalid: readonly (readonly [string, Json])[] = [
      ['country_code', { country_code: 'NLD' }],
      ['country_code', { country_code: 'nl' }],
      ['rate_basis_points', { rate_basis_points: -1 }],
      ['rate_basis_points', { rate_basis_points: 10_001 }],
      ['rate_basis_points', { rate_basis_points: 21.5 }],
      ['rate_basis_points', { rate_basis_points: true }],
      ['display_name', { display_name: 'x'.repeat(256) }],
      ['active', { active: null }],
    ];
    for (const [param, body] of invalid) expect(fieldError(await create(body))).toEqual([400, 'parameter_invalid', param]);
    for (const param of ['country_code', 'rate_basis_points']) {
      const { [param]: _, ...withoutField } = DUTCH as Json;
      expect(fieldError(await client.call('POST', '/v1/tax_rates', withoutField))).toEqual([400, 'parameter_missing', param]);
    }
    const { id } = await client.post('/v1/tax_rates', { ...DUTCH, rate_basis_points: 0, display_name: null });
    expect(fieldError(await client.call('POST', `/v1/tax_rates/${id}`, { active: null }))).toEqual([400, 'parameter_invalid', 'active']);
    for (const field of ['rate_basis_points', 'country_code']) {
      expect(fieldError(await client.call('POST', `/v1/tax_rates/${id}`, { [field]: 1 }))).toEqual([400, 'parameter_unknown', field]);
    }
    expect((await create({ country_code: 'BE', rate_basis_points: 10_000 })).status).toBe(200);
  });

  it('is the only active tax rate of its country, even if several are created concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => create({})));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    for (const { status, error } of answers.filter((answer) => answer.status !== 200)) {
      expect([status, error?.code, error?.type, error?.param, error?.reason]).toEqual([
        409,
        'state_conflict',
        'conflict_error',
        undefined,
        'tax_rate_country_taken',
      ]);
    }
    const [first] = await client.list('/v1/tax_rates');
    expect((await create({ active: false })).status).toBe(200);
    expect((await create({ country_code: 'DE' })).status).toBe(200);
    await client.post(`/v1/tax_rates/${first?.id}`, { active: false });
    expect((await create({ rate_basis_points: 2200 })).status).toBe(200);
    expect(statusAndCode(await client.call('POST', `/v1/tax_rates/${first?.id}`, { active: true }))).toEqual([409, 'state_conflict']);
  });

  it('[SCOPE-18] is read and written with different scopes', async () => {
    const reader = await clientWithScopes(api, client, 'tax_rates:read');
    const writer = await clientWithScopes(api, client, 'tax_rates:write');
    expect((await reader.call('GET', '/v1/tax_rates')).status).toBe(200);
    expect(statusAndCode(await reader.call('POST', '/v1/tax_rates', DUTCH))).toEqual([403, 'insufficient_scope']);
    expect(statusAndCode(await writer.call('GET', '/v1/tax_rates'))).toEqual([403, 'insufficient_scope']);
    expect((await writer.call('POST', '/v1/tax_rates', DUTCH)).status).toBe(200);
  });
});

describe('a sale', () => {
  const START = Date.UTC(2027, 0, 31, 12) / 1000;
  const invoicesOf = (customer: ApiObject, count: number) =>
    eventually(
      () => client.list(`/v1/invoices?customer_id=${customer.id}`),
      (listed) => listed.length === count,
    );
  const expectedTax = (basisPoints: number, taxCents: number) => ({
    total_cents: 1210,
    amount_paid_cents: 1210,
    tax_behavior: 'inclusive',
    tax_cents: taxCents,
    tax: [{ rate_basis_points: basisPoints, display_name: 'BTW', taxable_cents: 1210 - taxCents, tax_cents: taxCents }],
    reverse_charge: false,
    lines: [{ tax_rate_basis_points: basisPoints }],
  });

  it('[CUS-09] includes the tax of the customer’s country at the current rate, and past invoices keep their rate', async () => {
    const rate = await client.post('/v1/tax_rates', DUTCH);
    await client.post('/v1/tax_rates', { country_code: 'BE', rate_basis_points: 600 });
    const { priceId } = await newPlan(client, { amount_cents: 1210 });
    const clock = await clockAt(client, START);
    const customer = await client.post('/v1/customers', { country_code: 'NL', test_clock_id: clock.id });
    const session = await openSession(client, priceId, { customer_id: customer.id });
    expect(await (await fetch(String(session.url))).text()).toContain('<dt>Includes 21% BTW</dt><dd>€2.10</dd>');
    const paid = await pay(client, session.id);
    expect((await invoicesOf(customer, 1))[0]).toMatchObject(expectedTax(2100, 210));

    await client.post(`/v1/tax_rates/${rate.id}`, { active: false });
    await client.post('/v1/tax_rates', { ...DUTCH, rate_basis_points: 2200 });
    const { current_period_end: end } = await client.get(`/v1/subscriptions/${String(paid.subscription_id)}`);
    await advance(client, clock.id, Number(end) + 3600);
    const [renewal, first] = await invoicesOf(customer, 2);
    expect(renewal).toMatchObject({ ...expectedTax(2200, 218), billing_reason: 'subscription_cycle' });
    expect(first).toMatchObject({ ...expectedTax(2100, 210), billing_reason: 'subscription_create' });
  });

  it('has no tax if the country has no rate or the customer has no country', async () => {
    await client.post('/v1/tax_rates', DUTCH);
    const { priceId } = await newPlan(client, { amount_cents: 1210 });
    for (const country_code of ['FR', null]) {
      const customer = await client.post('/v1/customers', { country_code });
      await pay(client, (await openSession(client, priceId, { customer_id: customer.id })).id);
      expect((await invoicesOf(customer, 1))[0]).toMatchObject({ tax: [], tax_cents: 0, total_cents: 1210 });
    }
  });

  it('is taxed on the discounted amount', async () => {
    await client.post('/v1/tax_rates', DUTCH);
    await client.post('/v1/coupons', { code: 'HALF', percent_off: 50 });
    const { priceId } = await newPlan(client, { amount_cents: 2420 });
    const customer = await client.post('/v1/customers', { country_code: 'NL' });
    await pay(client, (await openSession(client, priceId, { customer_id: customer.id, coupon_code: 'HALF' })).id);
    expect((await invoicesOf(customer, 1))[0]).toMatchObject({ ...expectedTax(2100, 210), subtotal_cents: 2420, discount_cents: 1210 });
  });
});
