import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, apiOf, type Client, fieldError } from '../../scripts/support/api.ts';
import { service } from '../support/service.ts';
import { newPlan, sessionBody } from './support/objects.ts';
import { modeOf, operationsWhere, pathWith, requiresApiKey, returnsJson } from './support/operations.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let client: Client;

beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
});

const DEPTH = 10_000;
/** Texts that the service rejects as invalid JSON, including valid JSON that parsers interpret in different ways. */
const INVALID_JSON: readonly (readonly [string, string])[] = [
  ['a broken object', '{bad'],
  ['text after the end', '{} {}'],
  ['a trailing comma', '{"name":"a",}'],
  ['a duplicate key', '{"name":"a","name":"b"}'],
  ['a duplicate key in an escaped spelling', '{"name":"a","\\u006eame":"b"}'],
  ['an unpaired surrogate', '{"name":"\\ud800"}'],
  ['an unpaired surrogate as a key', '{"\\udc00":"a"}'],
  ['__proto__', '{"__proto__":{"a":1}}'],
  ['__proto__ in a nested object', '{"metadata":{"__proto__":"a"}}'],
  ['a number beyond 2^53', '{"amount_cents":9007199254740993}'],
  ['an infinite number', '{"amount_cents":1e999}'],
  ['a number that would be rounded to an integer', '{"amount_cents":999.99999999999999999999}'],
  ['a number that would be rounded to 0', '{"amount_cents":1e-400}'],
  ['NaN', '{"amount_cents":NaN}'],
  ['a control character in a string', '{"name":"a\u0001"}'],
  [`${DEPTH} nested arrays`, `{"metadata":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}`],
  [`${DEPTH} nested objects`, `{"metadata":${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}}`],
];
const NOT_OBJECT: readonly (readonly [string, string])[] = [
  ['an array', '[]'],
  ['a string', '"name"'],
  ['a number', '7'],
  ['null', 'null'],
];

/** Asserts the error of a rejected body. An empty `param` means the whole body. */
const expectRefusal = (answer: Answer, caseName: string): void => {
  expect([answer.status, answer.error?.type, answer.error?.code, answer.error?.param], caseName).toEqual([
    400,
    'invalid_request_error',
    'parameter_invalid',
    '',
  ]);
  expect(Object.keys(answer.body)).toEqual(['error']);
  expect(answer.error?.request_id).toMatch(/./);
};

const operationsWithBody = operationsWhere(
  (operation) => operation.method === 'POST' && operation.body !== null && returnsJson(operation) && requiresApiKey(operation),
);

describe.concurrent.each(operationsWithBody)('%s', (_name, operation) => {
  // Every rejected request costs a rate limit token, so each operation gets a separate account.
  let key: string;
  beforeAll(async () => {
    const { liveKey, testKey } = await createAccount();
    key = modeOf(operation) === 'live' ? liveKey : testKey;
  });
  const post = (text: string): Promise<Answer> => api.sendWithRetry({ method: 'POST', path: pathWith(operation, {}), key, text });

  it('[HTTP-26] [HTTP-29] [HTTP-36] rejects invalid JSON', async () => {
    for (const [caseName, text] of INVALID_JSON) {
      const answer = await post(text);
      expectRefusal(answer, caseName);
      expect(answer.error?.message, caseName).toContain('not valid JSON');
    }
  });

  it('[HTTP-36] rejects a body that is not an object or exceeds the size limit', async () => {
    for (const [caseName, text] of NOT_OBJECT) expectRefusal(await post(text), caseName);
    const large = await post(JSON.stringify({ name: 'x'.repeat(1_048_576) }));
    expectRefusal(large, 'a megabyte');
    expect(large.error?.reason).toBe('body_too_large');
  });

  it('[PAGE-09] [HTTP-27] rejects an unknown field and names it in `param`', async () => {
    expect(fieldError(await post('{"foo":1}'))).toEqual([400, 'parameter_unknown', 'foo']);
  });
});

describe('a body', () => {
  it.each(['/v1/customers', '/v1/products', '/v1/api_keys'])('[HTTP-29] is rejected by %s when it is empty', async (path) => {
    expectRefusal(await api.sendWithRetry({ method: 'POST', path, key: client.key, text: '' }), 'an empty body');
  });

  it('[HTTP-02] [HTTP-29] is rejected with a media type other than JSON', async () => {
    const headers = { 'content-type': 'text/plain' };
    expectRefusal(
      await api.sendWithRetry({ method: 'POST', path: '/v1/customers', key: client.key, text: '{"name":"a"}', headers }),
      'text',
    );
  });

  it.each(['Application/JSON', 'application/json ;charset=UTF-8', 'APPLICATION/VND.EXAMPLE+JSON'])(
    'is read with the media type %s, since media types are case-insensitive',
    async (type) => {
      const answer = await client.call('POST', '/v1/customers', { name: 'Ada' }, { 'content-type': type });
      expect([answer.status, answer.body['name']]).toEqual([200, 'Ada']);
    },
  );

  it.each([['name'], ['metadata']])('[HTTP-29] is rejected if the bytes of the field `%s` are not UTF-8', async (field) => {
    const text = field === 'name' ? '{"name":"J\u00f6rg"}' : '{"name":"J","metadata":{"k":"\u00e9"}}';
    const headers = { authorization: `Bearer ${client.key}`, 'content-type': 'application/json; charset=iso-8859-1' };
    const response = await fetch(`${baseUrl}/v1/customers`, { method: 'POST', headers, body: Buffer.from(text, 'latin1') });
    expect([response.status, await response.json()]).toMatchObject([400, { error: { code: 'parameter_invalid', param: '' } }]);
  });

  it('[PAGE-09] of a deletion cannot contain fields', async () => {
    const { id } = await client.post('/v1/customers', { name: 'Ada' });
    expect(fieldError(await client.call('DELETE', `/v1/customers/${id}`, { a: 1 }))).toEqual([400, 'parameter_unknown', 'a']);
    expect(await client.get(`/v1/customers/${id}`)).toMatchObject({ id });
    expect((await client.call('DELETE', `/v1/customers/${id}`, {})).status).toBe(200);
  });

  it('can contain any Unicode text, which is stored unchanged', async () => {
    const name = 'Zoë 🧾 \u202e كتاب "\\\u2028';
    const customer = await client.post('/v1/customers', { name });
    expect((await client.get(`/v1/customers/${customer.id}`)).name).toBe(name);
  });
});

describe('metadata', () => {
  it('[EVT-10] accepts, stores and returns keys such as constructor', async () => {
    const metadata = { zebra: 'z', constructor: 'a', toString: 'b', hasOwnProperty: 'c', valueOf: 'd', prototype: 'e', ape: '' };
    const requestBody = { name: 'Ada', metadata };
    const changedBody = { name: 'Ada', metadata: { ...metadata, constructor: 'another' } };
    const headers = { 'idempotency-key': randomUUID() };
    const created = await client.call('POST', '/v1/customers', requestBody, headers);
    expect(created.status).toBe(200);
    expect(created.body.metadata).toEqual(metadata);
    const replayed = await client.call('POST', '/v1/customers', requestBody, headers);
    expect([replayed.headers['idempotent-replayed'], replayed.body]).toEqual(['true', created.body]);
    const changed = await client.call('POST', '/v1/customers', changedBody, headers);
    expect(fieldError(changed)).toEqual([400, 'parameter_invalid', 'Idempotency-Key']);
    await client.post(`/v1/customers/${created.body.id}`, { metadata: { constructor: 'another' } });
    const { data } = await client.get('/v1/events?limit=2');
    expect(data).toMatchObject([
      { type: 'customer.updated', data: { metadata: { constructor: 'another' } }, previous_attributes: { metadata } },
      { type: 'customer.created', data: { metadata } },
    ]);
  });
});

describe('a field', () => {
  it.each([
    ['/v1/customers', { name: 7 }, 'name'],
    ['/v1/customers', { name: true }, 'name'],
    ['/v1/customers', { name: {} }, 'name'],
    ['/v1/customers', { email: 'x' }, 'email'],
    ['/v1/customers', { country_code: 'NLD' }, 'country_code'],
    ['/v1/customers', { metadata: { a: 1 } }, 'metadata.a'],
    ['/v1/customers', { metadata: [] }, 'metadata'],
    ['/v1/customers', { metadata: { constructor: 1 } }, 'metadata.constructor'],
    ['/v1/customers', { metadata: { prototype: {} } }, 'metadata.prototype'],
    ['/v1/customers', { address: [] }, 'address'],
    ['/v1/customers', { address: ['Damrak 1'] }, 'address'],
    ['/v1/prices', { product_id: 'prod_x', currency: 'EUR', interval: 'month', tiers: [[]] }, 'tiers.0'],
    ['/v1/products', { name: '' }, 'name'],
    ['/v1/products', { name: null }, 'name'],
    ['/v1/products', { name: 'a', allow_promotion_codes: 'true' }, 'allow_promotion_codes'],
    ['/v1/products', { name: 'a', marketing_features: 'one' }, 'marketing_features'],
    ['/v1/test_clocks', { frozen_time: '1800000000' }, 'frozen_time'],
    ['/v1/test_clocks', { frozen_time: true }, 'frozen_time'],
    ['/v1/test_clocks', { frozen_time: 1.5 }, 'frozen_time'],
    ['/v1/api_keys', { scopes: 'customers:read' }, 'scopes'],
    ['/v1/api_keys', { scopes: [] }, 'scopes'],
  ])('[HTTP-31] [HTTP-32] [HTTP-27] [PAGE-23] with an invalid value is rejected and named in `param`: %s %j', async (path, body, param) => {
    expect(fieldError(await client.call('POST', path, body))).toEqual([400, 'parameter_invalid', param]);
  });

  it('for an email address accepts a single address with a complete domain name, and nothing else', async () => {
    const otherClient = api.client((await createAccount()).testKey);
    const statusOf = async (email: string): Promise<number> => (await otherClient.call('POST', '/v1/customers', { email })).status;
    const valid = ["o'brien@example.ie", 'ada+tag@sub.example.co.uk', 'ADA@EXAMPLE.COM', 'a_b@x-y.museum'];
    for (const email of valid) expect([email, await statusOf(email)]).toEqual([email, 200]);
    const invalid = ['ada@localhost', 'ada@example..com', 'ada@example.com.', 'ada@example.com\n', 'ada@b.nl,eve@b.nl', 'Ada <ada@b.nl>'];
    for (const email of invalid) expect([email, await statusOf(email)]).toEqual([email, 400]);
  });

  it.each([
    ['/v1/products', {}, 'name'],
    ['/v1/test_clocks', {}, 'frozen_time'],
    ['/v1/webhook_endpoints', {}, 'url'],
    ['/v1/prices', { amount_cents: 1, currency: 'EUR', interval: 'month' }, 'product_id'],
  ])('[HTTP-34] that is required and missing is named in `param`: %s %j', async (path, body, param) => {
    expect(fieldError(await client.call('POST', path, body))).toEqual([400, 'parameter_missing', param]);
  });

  it('[PAGE-11] [PAGE-13] [PAGE-22] is cleared by null only if it is nullable, and keeps its value if it is omitted', async () => {
    const fields = { name: 'Ada', email: 'ada@example.com', country_code: 'NL', language: 'nl', metadata: { a: '1' } };
    const customer = await client.post('/v1/customers', fields);
    const path = `/v1/customers/${customer.id}`;
    for (const field of ['email', 'country_code', 'address', 'language', 'metadata']) {
      expect(fieldError(await client.call('POST', path, { [field]: null }))).toEqual([400, 'parameter_invalid', field]);
    }
    expect(await client.get(path)).toEqual(customer);
    expect(await client.post(path, { name: null })).toEqual({ ...customer, name: null });
    expect(await client.post(path, {})).toEqual({ ...customer, name: null });
  });
});

describe('a field of a checkout session', () => {
  let priceId: string;
  beforeAll(async () => {
    ({ priceId } = await newPlan(client));
  });
  const create = async (fields: object) =>
    fieldError(await client.call('POST', '/v1/checkout/sessions', { ...sessionBody(priceId), ...fields }));

  it.each([
    ['[CHK-04]', 'price_id'],
    ['[CHK-05]', 'success_url'],
    ['[CHK-06]', 'cancel_url'],
  ])('%s is required: %s', async (_statement, field) => {
    expect(await create({ [field]: undefined })).toEqual([400, 'parameter_missing', field]);
  });

  it.each([
    ['[CHK-05]', 'success_url', 'not a url'],
    ['[CHK-06]', 'cancel_url', 'javascript:alert(1)'],
    ['[CHK-08]', 'customer_email', 'x'],
    ['[CHK-09]', 'customer_name', 'x'.repeat(256)],
    ['[CHK-10]', 'country', 'N'],
    ['[CHK-10]', 'country', 'NLD'],
    ['[CHK-11]', 'coupon_code', ''],
    ['[CHK-11]', 'coupon_code', 'x'.repeat(65)],
    ['[CHK-14]', 'payment_method', 'banktransfer'],
    ['[CHK-13] [HTTP-33]', 'payment_method', 'cash'],
    ['[CHK-15]', 'trial_days_override', true],
    ['[CHK-15]', 'trial_days_override', 1.5],
    ['[CHK-16] [HTTP-33]', 'ui_mode', 'popup'],
  ])('%s is rejected with an invalid value: %s %j', async (_statement, field, value) => {
    expect(await create({ [field]: value })).toEqual([400, 'parameter_invalid', field]);
  });

  it('[CHK-12] [CHK-17] is rejected if it is unknown, or if it is a metadata value other than text', async () => {
    expect(await create({ metadata: { a: 1 } })).toEqual([400, 'parameter_invalid', 'metadata.a']);
    for (const field of ['quantity', 'method']) expect(await create({ [field]: 1 })).toEqual([400, 'parameter_unknown', field]);
  });
});
