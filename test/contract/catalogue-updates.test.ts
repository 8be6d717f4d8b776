import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError, type Json, statusAndCode } from '../../scripts/support/api.ts';
import { service } from '../support/service.ts';
import { clientWithScopes, eventsAbout, newPlan, openSession, pay, sessionBody } from './support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let client: Client;

// Each test has a separate account, because of the rate limit for writes.
beforeEach(async () => {
  client = api.client((await createAccount()).testKey);
});

const idsOf = (objects: readonly ApiObject[]): readonly string[] => objects.map(({ id }) => id);

describe('an update that sends the current values of an object', () => {
  it.each([
    ['/v1/products', { name: 'Plan' }, ['name', 'description', 'marketing_features', 'allow_promotion_codes', 'tax_category', 'metadata']],
    ['/v1/customers', { name: 'Ada' }, ['name', 'metadata', 'e_invoicing']],
  ])('[PAGE-12] records no event and no audit entry: %s', async (path, body, fields) => {
    const created = await client.post(path, body);
    const sent = Object.fromEntries(fields.filter((name) => name in created).map((name) => [name, created[name] as Json]));
    expect(await client.post(`${path}/${created.id}`, sent)).toEqual(created);
    expect((await eventsAbout(client, created.id, 1)).map(({ type }) => type)).toEqual([expect.stringContaining('.created')]);
    expect(await client.list(`/v1/audit_logs?resource_id=${created.id}`)).toHaveLength(1);
  });
});

describe('updating a product', () => {
  const productFields = {
    name: 'Plan',
    description: 'All of it',
    marketing_features: ['One', 'Two'],
    allow_promotion_codes: true,
    metadata: { a: '1' },
  };

  it('[PROD-04] [EVT-53] [PAGE-12] [PAGE-19] [PAGE-22] sets sent fields, clears fields sent as null, keeps other fields', async () => {
    const product = await client.post('/v1/products', productFields);
    const path = `/v1/products/${product.id}`;
    expect(await client.post(path, { name: 'Plan B' })).toEqual({ ...product, name: 'Plan B' });
    const cleared = { ...product, name: 'Plan B', description: null, marketing_features: [] };
    expect(await client.post(path, { description: null, marketing_features: null })).toEqual(cleared);
    const changed = { allow_promotion_codes: false, metadata: { b: '2' }, marketing_features: ['Three'] };
    expect(await client.post(path, changed)).toEqual({ ...cleared, ...changed });
    expect(await client.get(path)).toEqual({ ...cleared, ...changed });
    expect(await client.post(path, {})).toEqual({ ...cleared, ...changed });
    const events = await eventsAbout(client, product.id, 4);
    expect(events.map(({ type }) => type)).toEqual(['product.created', ...Array(3).fill('product.updated')]);
    expect(events[2]?.previous_attributes).toEqual({ description: 'All of it', marketing_features: ['One', 'Two'] });
  });

  it.each(['name', 'allow_promotion_codes', 'default_price_id', 'active', 'metadata'])('[PAGE-11] rejects null for %s', async (field) => {
    const product = await client.post('/v1/products', productFields);
    expect(fieldError(await client.call('POST', `/v1/products/${product.id}`, { [field]: null }))).toEqual([
      400,
      'parameter_invalid',
      field,
    ]);
    expect(await client.get(`/v1/products/${product.id}`)).toEqual(product);
  });

  it('accepts texts and lists of the maximum length, and rejects longer ones and empty texts', async () => {
    const product = await client.post('/v1/products', { name: '😀'.repeat(255) });
    const update = (body: Json) => client.call('POST', `/v1/products/${product.id}`, body);
    const invalidBodies: readonly (readonly [string, Json])[] = [
      ['name', { name: '' }],
      ['name', { name: 'x'.repeat(256) }],
      ['description', { description: 'x'.repeat(5001) }],
      ['marketing_features', { marketing_features: Array(16).fill('x') }],
      ['marketing_features.0', { marketing_features: ['x'.repeat(81)] }],
      ['marketing_features.0', { marketing_features: [''] }],
    ];
    for (const [param, body] of invalidBodies) expect(fieldError(await update(body))).toEqual([400, 'parameter_invalid', param]);
    const longestFields = { description: 'x'.repeat(5000), marketing_features: Array(15).fill('x'.repeat(80)) };
    expect((await update(longestFields)).body).toMatchObject(longestFields);
  });

  it('accepts only prices of the same product as the default price', async () => {
    const { productId, priceId } = await newPlan(client);
    const { priceId: otherProductPriceId } = await newPlan(client);
    const second = await client.post('/v1/prices', { product_id: productId, amount_cents: 1, currency: 'EUR', interval: 'year' });
    const path = `/v1/products/${productId}`;
    expect((await client.get(path)).default_price_id).toBe(priceId);
    expect((await client.post(path, { default_price_id: second.id })).default_price_id).toBe(second.id);
    await client.post(`/v1/prices/${priceId}`, { active: false });
    expect(fieldError(await client.call('POST', path, { default_price_id: priceId }))).toEqual([409, 'state_conflict', 'default_price_id']);
    await client.post(`/v1/prices/${second.id}`, { active: false });
    expect((await client.post(path, { name: 'Renamed', default_price_id: second.id })).name).toBe('Renamed');
    for (const default_price_id of [otherProductPriceId, `price_${'0'.repeat(26)}`, productId]) {
      expect(fieldError(await client.call('POST', path, { default_price_id }))).toEqual([404, 'resource_missing', 'default_price_id']);
    }
  });

  it('[EVT-54] records one product.archived event for archiving, and product.updated for reactivating', async () => {
    const { productId } = await newPlan(client);
    for (const active of [false, false, true]) await client.post(`/v1/products/${productId}`, { active });
    const events = await eventsAbout(client, productId, 4);
    expect(events.map(({ type }) => type).slice(2)).toEqual(['product.archived', 'product.updated']);
    expect(events[2]).toMatchObject({ data: { active: false }, previous_attributes: { active: true } });
  });
});

describe('updating a price', () => {
  it('[PRICE-04] [PRICE-12] [PAGE-20] archives and reactivates the price, and sets or clears its refund window', async () => {
    const { priceId } = await newPlan(client, { refund_window_days: 30 });
    const path = `/v1/prices/${priceId}`;
    const price = await client.get(path);
    expect(await client.post(path, { active: false })).toEqual({ ...price, active: false });
    expect(await client.post(path, { active: true, refund_window_days: null })).toEqual({ ...price, refund_window_days: null });
    expect(await client.post(path, { refund_window_days: 0 })).toEqual({ ...price, refund_window_days: 0 });
    expect((await client.post(path, { refund_window_days: 365 })).refund_window_days).toBe(365);
    for (const refund_window_days of [-1, 366, true, '7']) {
      expect(fieldError(await client.call('POST', path, { refund_window_days }))).toEqual([400, 'parameter_invalid', 'refund_window_days']);
    }
    expect(fieldError(await client.call('POST', path, { active: null }))).toEqual([400, 'parameter_invalid', 'active']);
    const events = await eventsAbout(client, priceId, 5);
    expect(events.map(({ type }) => type)).toEqual(['price.created', 'price.archived', ...Array(3).fill('price.updated')]);
  });

  const immutableFields: readonly (readonly [string, unknown])[] = [
    ['amount_cents', 1],
    ['currency', 'USD'],
    ['interval', 'year'],
    ['trial_days', 3],
    ['usage_type', 'metered'],
    ['unit_amount_decimal', '1'],
    ['tiers', null],
    ['payment_methods', ['ideal']],
    ['product_id', 'prod_1'],
    ['metadata', {}],
  ];
  it.each(immutableFields)('[PRICE-05] [PRICE-06] rejects a change of %s', async (field, value) => {
    const { priceId } = await newPlan(client);
    const before = await client.get(`/v1/prices/${priceId}`);
    const answer = await client.call('POST', `/v1/prices/${priceId}`, { active: false, [field]: value });
    expect(fieldError(answer)).toEqual([400, 'parameter_unknown', field]);
    expect(await client.get(`/v1/prices/${priceId}`)).toEqual(before);
  });
});

describe('archiving', () => {
  it.each(['product', 'price'])('[PRICE-15] of a %s prevents new checkout sessions, but existing sessions can be paid', async (kind) => {
    const { productId, priceId } = await newPlan(client);
    const existingSession = await openSession(client, priceId);
    const path = kind === 'product' ? `/v1/products/${productId}` : `/v1/prices/${priceId}`;
    await client.post(path, { active: false });
    const answer = await client.call('POST', '/v1/checkout/sessions', sessionBody(priceId));
    expect([...statusAndCode(answer), answer.error?.type]).toEqual([409, 'state_conflict', 'conflict_error']);
    expect(answer.error).not.toHaveProperty('param');
    const paid = await pay(client, existingSession.id);
    expect(await client.get(`/v1/subscriptions/${String(paid.subscription_id)}`)).toMatchObject({ status: 'active' });
    await client.post(path, { active: true });
    expect(await openSession(client, priceId)).toMatchObject({ status: 'open' });
  });
});

describe('the lists of products and prices', () => {
  it('can be filtered by `active`, and the list of prices also by product', async () => {
    const [first, other] = [await newPlan(client), await newPlan(client)];
    const second = await client.post('/v1/prices', { product_id: first.productId, amount_cents: 1, currency: 'EUR', interval: 'month' });
    await client.post(`/v1/prices/${first.priceId}`, { active: false });
    await client.post(`/v1/products/${other.productId}`, { active: false });
    expect(idsOf(await client.list(`/v1/prices?product_id=${first.productId}`))).toEqual([second.id, first.priceId]);
    expect(idsOf(await client.list(`/v1/prices?product_id=${first.productId}&active=true`))).toEqual([second.id]);
    expect(idsOf(await client.list(`/v1/prices?product_id=${first.productId}&active=false`))).toEqual([first.priceId]);
    const activeProducts = await client.list('/v1/products?active=true');
    const inactiveProducts = await client.list('/v1/products?active=false');
    expect([idsOf(activeProducts).includes(first.productId), idsOf(activeProducts).includes(other.productId)]).toEqual([true, false]);
    expect([idsOf(inactiveProducts).includes(first.productId), idsOf(inactiveProducts).includes(other.productId)]).toEqual([false, true]);
    for (const path of ['/v1/products?active=yes', '/v1/prices?active=1']) {
      expect(fieldError(await client.call('GET', path))).toEqual([400, 'parameter_invalid', 'active']);
    }
  });

  it('[EXP-06] and single products contain the default price of a product only with `expand=default_price`', async () => {
    const { productId, priceId } = await newPlan(client);
    const withoutPrice = await client.post('/v1/products', { name: 'Without a price' });
    const price = await client.get(`/v1/prices/${priceId}`);
    expect((await client.get(`/v1/products/${productId}`)).default_price).toBeNull();
    expect((await client.get(`/v1/products/${productId}?expand=default_price`)).default_price).toEqual(price);
    const products = await client.list('/v1/products?expand=default_price');
    expect(products.find(({ id }) => id === productId)?.default_price).toEqual(price);
    expect(products.find(({ id }) => id === withoutPrice.id)?.default_price).toBeNull();
    expect((await client.list('/v1/products')).every(({ default_price }) => default_price === null)).toBe(true);
    expect(fieldError(await client.call('GET', '/v1/products?expand=prices'))).toEqual([400, 'parameter_invalid', 'expand']);
  });

  it('[EXP-07] reject `expand=default_price` for a key without the scope prices:read', async () => {
    const { productId } = await newPlan(client);
    const productReader = await clientWithScopes(api, client, 'products:read');
    const catalogueReader = await clientWithScopes(api, client, 'products:read', 'prices:read');
    for (const path of ['/v1/products', `/v1/products/${productId}`]) {
      expect(fieldError(await productReader.call('GET', `${path}?expand=default_price`))).toEqual([403, 'insufficient_scope', 'expand']);
      expect((await productReader.call('GET', path)).status).toBe(200);
      expect((await catalogueReader.call('GET', `${path}?expand=default_price`)).status).toBe(200);
    }
  });
});

describe('a metered price', () => {
  const create = async (fields: Json) => {
    const product = await client.post('/v1/products', { name: 'Plan' });
    return client.call('POST', '/v1/prices', {
      product_id: product.id,
      currency: 'EUR',
      interval: 'month',
      usage_type: 'metered',
      ...fields,
    });
  };

  it('[PRICE-09] accepts a unit amount with twelve decimals, and rejects thirteen decimals and other formats', async () => {
    expect((await create({ unit_amount_decimal: '0.000000000001' })).body).toMatchObject({
      unit_amount_decimal: '0.000000000001',
      tiers: null,
    });
    for (const unit_amount_decimal of ['0.0000000000001', '-1', '1e3', '.5', '', 0.5]) {
      expect(fieldError(await create({ unit_amount_decimal }))).toEqual([400, 'parameter_invalid', 'unit_amount_decimal']);
    }
  });

  const lastTier = { up_to: null, unit_amount_decimal: '1' };
  it.each<[string, Json[], string]>([
    ['no tier at all', [], 'tiers'],
    ['a last tier with an end', [{ ...lastTier, up_to: 9 }], 'tiers'],
    ['two tiers without an end', [lastTier, lastTier], 'tiers'],
    ['descending tiers', [{ ...lastTier, up_to: 9 }, { ...lastTier, up_to: 8 }, lastTier], 'tiers'],
    ['two tiers with the same end', [{ ...lastTier, up_to: 9 }, { ...lastTier, up_to: 9 }, lastTier], 'tiers'],
    ['a first tier that ends at 0', [{ ...lastTier, up_to: 0 }, lastTier], 'tiers.0.up_to'],
    ['both unit amounts', [{ ...lastTier, unit_amount_cents: 1 }], 'tiers'],
    ['no amount', [{ up_to: null }], 'tiers'],
    ['a fraction of a cent in `unit_amount_cents`', [{ up_to: null, unit_amount_cents: 0.5 }], 'tiers.0.unit_amount_cents'],
  ])('[PRICE-10] is rejected with %s', async (_name, tiers, param) => {
    expect(fieldError(await create({ tiers }))).toEqual([400, 'parameter_invalid', param]);
  });

  it.each(['flat_amount', 'unit_amount'])('[VER-11] rejects the former field %s in a tier', async (field) => {
    expect(fieldError(await create({ tiers: [{ ...lastTier, [field]: 1 }] }))).toEqual([400, 'parameter_unknown', `tiers.0.${field}`]);
    const { body } = await create({ tiers: [{ ...lastTier, flat_amount_cents: 5 }] });
    expect(body.tiers).toEqual([{ up_to: null, flat_amount_cents: 5, unit_amount_decimal: '1' }]);
  });
});

describe('the scopes of the catalogue', () => {
  it.each([
    ['[SCOPE-05]', 'products'],
    ['[SCOPE-06]', 'prices'],
  ])('%s differ for reading and writing %s', async (_id, resource) => {
    const reader = await clientWithScopes(api, client, `${resource}:read`);
    const writer = await clientWithScopes(api, client, `${resource}:write`);
    expect((await reader.call('GET', `/v1/${resource}`)).status).toBe(200);
    expect(statusAndCode(await reader.call('POST', `/v1/${resource}`, {}))).toEqual([403, 'insufficient_scope']);
    expect(statusAndCode(await writer.call('GET', `/v1/${resource}`))).toEqual([403, 'insufficient_scope']);
    // The key has the required scope, but the body is invalid.
    expect((await writer.call('POST', `/v1/${resource}`, {})).status).toBe(400);
  });
});
