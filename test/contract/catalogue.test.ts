import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client, fieldError, statusAndCode } from '../../scripts/support/api.ts';
import { service } from '../support/service.ts';
import { clientWithScopes } from './support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let client: Client;

beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
});

const COMMON = { created: expect.any(Number), livemode: false };

describe('a customer', () => {
  it('[CUS-01] [CUS-02] [CUS-03] [CUS-04] [CUS-08] [HTTP-17] is created, retrieved, listed and updated', async () => {
    const fields = { name: 'Ada', email: 'ada@example.com', country_code: 'NL', metadata: { plan: 'a' } };
    const customer = await client.post('/v1/customers', fields);
    expect(customer).toMatchObject({ ...COMMON, ...fields, id: expect.stringMatching(/^cus_/), object: 'customer', test_clock_id: null });
    expect(Math.abs(Number(customer.created) - Date.now() / 1000)).toBeLessThan(300);
    expect(await client.get(`/v1/customers/${customer.id}`)).toEqual(customer);
    expect((await client.list('/v1/customers')).find(({ id }) => id === customer.id)).toEqual(customer);
    expect(await client.post(`/v1/customers/${customer.id}`, { name: 'Grace' })).toEqual({ ...customer, name: 'Grace' });
    expect(await client.get(`/v1/customers/${customer.id}`)).toEqual({ ...customer, name: 'Grace' });
  });

  it('[CUS-10] is never merged with another customer with the same email address', async () => {
    const [first, second] = [
      await client.post('/v1/customers', { email: 'same@example.com' }),
      await client.post('/v1/customers', { email: 'same@example.com' }),
    ];
    expect(first.id).not.toBe(second.id);
  });

  it('[CUS-27] cannot be imported through the API', async () => {
    expect([404, 405]).toContain((await client.call('POST', '/v1/customers/import', {})).status);
  });
});

describe('a product', () => {
  it('[PROD-01] [PROD-02] [PROD-03] [PROD-05] [PROD-06] is created, retrieved and listed; its first price is the default', async () => {
    const fields = { name: 'Plan', description: null, marketing_features: ['One', 'Two'], allow_promotion_codes: true };
    const product = await client.post('/v1/products', fields);
    expect(product).toMatchObject({ ...COMMON, ...fields, id: expect.stringMatching(/^prod_/), object: 'product', default_price_id: null });
    expect(await client.get(`/v1/products/${product.id}`)).toEqual(product);
    expect((await client.list('/v1/products')).find(({ id }) => id === product.id)).toEqual(product);
    const price = { product_id: product.id, amount_cents: 100, currency: 'EUR', interval: 'month' };
    const first = await client.post('/v1/prices', price);
    await client.post('/v1/prices', price);
    expect((await client.get(`/v1/products/${product.id}`)).default_price_id).toBe(first.id);
  });

  it('[PROD-07] [PRICE-16] [HTTP-04] [HTTP-39] cannot be deleted, and neither can a price', async () => {
    const product = await client.post('/v1/products', { name: 'Plan' });
    const price = await client.post('/v1/prices', { product_id: product.id, amount_cents: 1, currency: 'EUR', interval: 'month' });
    for (const path of [`/v1/products/${product.id}`, `/v1/prices/${price.id}`]) {
      const answer = await client.call('DELETE', path);
      expect(statusAndCode(answer)).toEqual([405, 'method_not_allowed']);
      expect(String(answer.headers.allow).split(/, */).sort()).toEqual(['GET', 'HEAD', 'POST']);
    }
  });
});

describe('a price', () => {
  const create = async (fields: object) => {
    const product = await client.post('/v1/products', { name: 'Plan' });
    return client.call('POST', '/v1/prices', { product_id: product.id, currency: 'EUR', interval: 'month', ...fields });
  };

  it('[PRICE-01] [PRICE-02] [PRICE-03] [PRICE-08] [HTTP-06] is created, retrieved and listed', async () => {
    const { body } = await create({ amount_cents: 1999, trial_days: 14 });
    expect(body).toMatchObject({
      ...COMMON,
      id: expect.stringMatching(/^price_/),
      object: 'price',
      amount_cents: 1999,
      currency: 'EUR',
      interval: 'month',
      trial_days: 14,
      usage_type: 'licensed',
      active: true,
      tiers: null,
    });
    expect(await client.get(`/v1/prices/${String(body.id)}`)).toEqual(body);
    expect((await client.list('/v1/prices')).find(({ id }) => id === body.id)).toEqual(body);
  });

  it('[PRICE-09] [PRICE-10] [PRICE-11] with the usage type metered contains its unit amount or its tiers', async () => {
    const flat = await create({ usage_type: 'metered', unit_amount_decimal: '0.25' });
    expect(flat.body).toMatchObject({ usage_type: 'metered', unit_amount_decimal: '0.25', amount_cents: null });
    const tiers = [
      { up_to: 10, unit_amount_cents: 100 },
      { up_to: null, unit_amount_decimal: '0.5', flat_amount_cents: 200 },
    ];
    const tiered = await create({ usage_type: 'metered', tiers });
    expect(tiered.body.tiers).toMatchObject([
      { up_to: 10, flat_amount_cents: expect.any(Number), unit_amount_decimal: '100' },
      { up_to: null, flat_amount_cents: 200, unit_amount_decimal: '0.5' },
    ]);
  });

  it('[PRICE-07] [HTTP-31] [HTTP-32] [HTTP-33] [PAGE-23] is rejected with an invalid amount, interval, currency, usage type or product', async () => {
    const invalidFields: readonly (readonly [string, object])[] = [
      ['interval', { amount_cents: 1, interval: 'week' }],
      ['interval', { amount_cents: 1, interval: 'day' }],
      ['amount_cents', { amount_cents: -1 }],
      ['amount_cents', { amount_cents: 1.5 }],
      ['amount_cents', { amount_cents: '1' }],
      ['amount_cents', { amount_cents: true }],
      ['currency', { amount_cents: 1, currency: 'EURO' }],
      ['usage_type', { amount_cents: 1, usage_type: 'other' }],
    ];
    for (const [param, fields] of invalidFields) expect(fieldError(await create(fields))).toEqual([400, 'parameter_invalid', param]);
    expect(fieldError(await create({ product_id: `prod_${'0'.repeat(26)}`, amount_cents: 1 }))).toEqual([
      404,
      'resource_missing',
      'product_id',
    ]);
  });
});

describe('an API key', () => {
  it('[KEY-01] [KEY-02] [KEY-03] [KEY-05] [KEY-06] [KEY-07] [KEY-08] [HTTP-18] shows its secret only when it is created', async () => {
    const { secret, ...key } = await client.post('/v1/api_keys', { label: 'deploy', scopes: ['customers:read', 'events:read'] });
    expect(key).toEqual({
      ...COMMON,
      id: expect.stringMatching(/^ak_[0-9a-f]{32}$/),
      object: 'api_key',
      prefix: String(secret).slice(0, 16),
      label: 'deploy',
      scopes: ['customers:read', 'events:read'],
      created_by: { type: 'api_key', id: expect.stringMatching(/^ak_/) },
      last_used_at: null,
      revoked_at: null,
    });
    expect(await client.get(`/v1/api_keys/${key.id}`)).toEqual(key);
    expect((await client.list('/v1/api_keys')).find(({ id }) => id === key.id)).toEqual(key);
    const revoked = await client.post(`/v1/api_keys/${key.id}/revoke`);
    expect(revoked).toEqual({ ...key, revoked_at: expect.any(Number) });
    expect(await client.post(`/v1/api_keys/${key.id}/revoke`)).toEqual(revoked);
  });

  it('[KEY-09] [KEY-12] [SCOPE-12] [SCOPE-14] [SCOPE-27] is rejected with an unknown field, an empty list of scopes or an unknown scope', async () => {
    expect(fieldError(await client.call('POST', '/v1/api_keys', { name: 'x' }))).toEqual([400, 'parameter_unknown', 'name']);
    expect(fieldError(await client.call('POST', '/v1/api_keys', { scopes: [] }))).toEqual([400, 'parameter_invalid', 'scopes']);
    const unknownScopes = [
      'foo:bar',
      'payments:write',
      'disputes:write',
      'events:write',
      'audit_logs:write',
      'credit_notes:write',
      'customers:*',
      '',
    ];
    for (const scope of unknownScopes) expect((await client.call('POST', '/v1/api_keys', { scopes: [scope] })).status).toBe(400);
  });

  it('[KEY-10] [KEY-11] creates keys with the same scopes by default, and never with scopes that it lacks', async () => {
    const narrowClient = await clientWithScopes(api, client, 'api_keys:write', 'customers:read');
    expect((await narrowClient.post('/v1/api_keys', {})).scopes).toEqual(['api_keys:write', 'customers:read']);
    expect((await narrowClient.post('/v1/api_keys', { scopes: ['customers:read'] })).scopes).toEqual(['customers:read']);
    for (const scopes of [['customers:write'], ['*'], ['customers:read', 'events:read']]) {
      expect(fieldError(await narrowClient.call('POST', '/v1/api_keys', { scopes }))).toEqual([400, 'parameter_invalid', 'scopes']);
    }
  });

  it('[SCOPE-21] can be listed, but not created, with the scope `api_keys:read`', async () => {
    const reader = await clientWithScopes(api, client, 'api_keys:read');
    expect((await reader.call('GET', '/v1/api_keys')).status).toBe(200);
    expect(statusAndCode(await reader.call('POST', '/v1/api_keys', {}))).toEqual([403, 'insufficient_scope']);
  });
});

describe('ping', () => {
  it('[HTTP-01] [HTTP-48] answers with or without a key, under /v1 only', async () => {
    for (const key of [null, client.key]) expect((await api.sendWithRetry({ method: 'GET', path: '/v1/ping', key })).status).toBe(200);
    expect(statusAndCode(await api.sendWithRetry({ method: 'GET', path: '/ping' }))).toEqual([404, 'route_not_found']);
  });

  it('returns the mode and the scopes of the key', async () => {
    const narrow = await clientWithScopes(api, client, 'invoices:read', 'events:read');
    for (const [key, livemode, scopes] of [
      [null, null, null],
      [client.key, false, ['*']],
      [narrow.key, false, ['invoices:read', 'events:read']],
    ] as const) {
      const { body } = await api.sendWithRetry({ method: 'GET', path: '/v1/ping', key });
      expect(body).toEqual({ object: 'ping', livemode, scopes, time: expect.any(Number) });
    }
  });
});
