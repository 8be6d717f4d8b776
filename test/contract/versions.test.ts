import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError, type Json } from '../../scripts/support/api.ts';
import { type Receiver, startReceiver } from '../../scripts/support/receiver.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { service } from '../support/service.ts';
import { advance, newPlan, openSession, pay, sessionBody, setBehavior, subscribeOnClock } from './support/objects.ts';
import { modeOf, operationsWhere, pathWith, requiresApiKey, returnsJson } from './support/operations.ts';
import { makeWorld, type World } from './support/world.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const ISO_DATE = /^\d{4}-\d{2}-\d{2}([T ]|$)/;

/** Every object inside a value, at any depth. */
const objectsIn = (value: unknown): readonly Json[] => {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  if (typeof value !== 'object' || value === null) return [];
  return [value as Json, ...Object.values(value).flatMap(objectsIn)];
};

const readOperations = operationsWhere(
  (operation) => operation.method === 'GET' && requiresApiKey(operation) && returnsJson(operation) && modeOf(operation) === 'test',
);

let receiver: Receiver;
let client: Client;
let world: World;
/** All objects in the answers of `readOperations` and in all events. */
let objects: readonly Json[];
let events: readonly ApiObject[];

beforeAll(async () => {
  receiver = await startReceiver();
  client = api.client((await createAccount()).testKey);
  world = await makeWorld(client, receiver);
  events = await eventually(
    () => client.list('/v1/events'),
    (listed) => listed.some(({ type }) => type === 'payment.succeeded'),
  );
  const answers: unknown[] = [];
  for (const [, operation] of readOperations) answers.push(await client.get(pathWith(operation, world)));
  objects = [...objectsIn(answers), ...objectsIn(events)];
});

afterAll(() => receiver?.stop());

const ofKind = (kind: string): readonly Json[] => objects.filter(({ object }) => object === kind);

describe('a renamed field', () => {
  it.each([
    ['VER-09', 'subscription', 'next_charge_amount_cents', 'next_charge_amount'],
    ['VER-13', 'checkout.session', 'payment_method', 'method'],
    ['VER-16', 'customer', 'test_clock_id', 'test_clock'],
    ['VER-08', 'coupon', 'percent_off', 'discount_value'],
  ])('[%s] of every %s has the name %s, never %s', (_statement, kind, name, former) => {
    const ofThisKind = ofKind(kind);
    expect(ofThisKind.length).toBeGreaterThan(1);
    for (const object of ofThisKind) {
      expect(object).toHaveProperty(name);
      expect(object).not.toHaveProperty(former);
    }
    for (const { previous_attributes: previous } of events) expect(previous ?? {}).not.toHaveProperty(former);
  });

  it('[VER-13] [VER-16] is rejected under its former name', async () => {
    const session = await client.call('POST', '/v1/checkout/sessions', sessionBody(String(world.price_id), { method: 'ideal' }));
    expect(fieldError(session)).toEqual([400, 'parameter_unknown', 'method']);
    const customer = await client.call('POST', '/v1/customers', { test_clock: world.test_clock_id });
    expect(fieldError(customer)).toEqual([400, 'parameter_unknown', 'test_clock']);
  });
});

describe('an event', () => {
  it('[VER-12] [EVT-10] has previous_attributes when it is listed, retrieved and delivered', async () => {
    expect(events.length).toBeGreaterThan(10);
    for (const event of events) {
      expect(event).toHaveProperty('previous_attributes');
      expect(await client.get(`/v1/events/${event.id}`)).toHaveProperty('previous_attributes', event.previous_attributes);
    }
    await eventually(
      async () => receiver.requests.length,
      // The endpoint does not receive the event about its creation.
      (count) => count >= events.length - 1,
    );
    for (const { text } of receiver.requests) expect(JSON.parse(text)).toHaveProperty('previous_attributes');
  });

  it('[VER-10] of a dunning notice has times in Unix seconds', async () => {
    const start = 1_800_000_000;
    const { clockId, customerId } = await subscribeOnClock(client, String(world.price_id), start);
    await setBehavior(client, customerId, { charges: 'insufficient_funds' });
    await advance(client, clockId, start + 32 * 86_400);
    const [notice] = await eventually(
      () => client.list('/v1/events?type=dunning.email_required'),
      (listed) => listed.length > 0,
    );
    const data = notice?.data as Json;
    for (const name of ['failed_at', 'next_payment_attempt']) expect(Number.isInteger(data[name]), name).toBe(true);
    for (const [name, value] of objectsIn(data).flatMap(Object.entries)) {
      if (typeof value === 'string') expect(value, name).not.toMatch(ISO_DATE);
    }
  });
});

describe('an account', () => {
  /** Replaces values that differ between runs: ids, times, URLs, request ids and card details. */
  const normalize = (value: unknown, name = ''): unknown => {
    if (Array.isArray(value)) return value.map((entry) => normalize(entry));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, normalize(inner, key)]));
    }
    if (typeof value === 'number') return Math.abs(value - Date.now() / 1000) < 800 * 86_400 ? 'a time' : value;
    if (['url', 'request_id', 'last4', 'brand'].includes(name)) return typeof value;
    return typeof value === 'string' ? value.replaceAll(/\b[a-z]+_([0-9A-HJKMNP-TV-Z]{26}|[0-9a-f]{32})\b/g, 'an id') : value;
  };

  /** Sends valid and invalid requests of a typical sale; returns the normalized answers. */
  const answersOfSale = async (account: Client): Promise<unknown> => {
    const answers: unknown[] = [];
    const call = async (method: string, path: string, body?: unknown): Promise<Json> => {
      const answer = await account.call(method, path, body);
      answers.push([method, answer.status, answer.body]);
      return answer.body;
    };
    const { productId, priceId } = await newPlan(account);
    const customer = await call('POST', '/v1/customers', { name: 'Ada', country_code: 'NL' });
    await call('POST', '/v1/customers', { name: 7 });
    await call('POST', '/v1/customers', { test_clock: 'clk' });
    await call('POST', `/v1/customers/${String(customer.id)}`, { email: null });
    await call('POST', `/v1/customers/${String(customer.id)}`, { name: null });
    await call('POST', '/v1/coupons', { code: 'HALF', percent_off: 50 });
    await call('POST', '/v1/coupons', { code: 'HALF', percent_off: 50 });
    await call('POST', '/v1/coupons/validate', { code: 'HALF', price_id: priceId });
    const session = await openSession(account, priceId, { customer_id: customer.id, coupon_code: 'HALF' });
    const paid = await pay(account, session.id);
    await call('GET', `/v1/subscriptions/${String(paid.subscription_id)}?expand=customer,refund_eligibility`);
    await call('GET', `/v1/payments/${String(paid.payment_id)}`);
    await call('GET', `/v1/products/${productId}?expand=default_price`);
    await call('GET', '/v1/invoices?status=paid');
    await call('GET', '/v1/invoices?status=draft');
    await call('DELETE', `/v1/customers/${String(customer.id)}`);
    await call('GET', '/v1/tenant/capabilities');
    return normalize(answers);
  };

  it('[VER-02] cannot select an API version, and gets the same answers as another account', async () => {
    const [first, second] = [api.client((await createAccount()).testKey), api.client((await createAccount()).testKey)];
    const firstAnswers = await answersOfSale(first);
    expect(await answersOfSale(second)).toEqual(firstAnswers);
    // Only the export document has a version.
    const versionFields = objects.flatMap(Object.keys).filter((name) => name.includes('version') && name !== 'service_export_version');
    expect(versionFields).toEqual([]);
    const withVersion = await first.call('POST', '/v1/api_keys', { api_version: '2026-09-13' });
    expect(fieldError(withVersion)).toEqual([400, 'parameter_unknown', 'api_version']);
  });
});
