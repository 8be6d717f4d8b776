import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client, statusAndCode } from '../../scripts/support/api.ts';
import { service } from '../support/service.ts';
import { newPlan, openSession, pay, setBehavior, subscribe } from './support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

/** Names that suggest an amount. The name of an amount must end in `_cents`. */
const MONEY = /amount|price$|total|subtotal|tax$|fee|mrr|credit/;
const NOT_MONEY = new Set(['tax', 'credit_note_id']);

/** Calls `visit` for each field on every level. */
const visitFields = (value: unknown, visit: (name: string, inner: unknown) => void): void => {
  if (Array.isArray(value)) for (const each of value) visitFields(each, visit);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    visit(name, inner);
    visitFields(inner, visit);
  }
};

describe('the answers of the API', () => {
  let client: Client;
  let lists: unknown[];
  let session: { readonly id: string };

  beforeAll(async () => {
    client = api.client((await createAccount()).testKey);
    const { priceId } = await newPlan(client);
    session = await openSession(client, priceId);
    await pay(client, session.id);
    const paths = ['customers', 'products', 'prices', 'subscriptions', 'invoices', 'payments', 'events'];
    lists = [];
    for (const path of paths) lists.push(await client.get(`/v1/${path}`));
  });

  it('[HTTP-06] [HTTP-07] have amounts as integers in fields that end in _cents', () => {
    const violations: string[] = [];
    visitFields(lists, (name, inner) => {
      if (name.endsWith('_cents') && inner !== null && !Number.isInteger(inner)) violations.push(`${name}: ${String(inner)}`);
      if (typeof inner === 'number' && MONEY.test(name) && !name.endsWith('_cents') && !NOT_MONEY.has(name)) violations.push(name);
    });
    expect(violations).toEqual([]);
  });

  it('[HTTP-08] have times as integer Unix seconds', () => {
    const violations: string[] = [];
    const now = Date.now() / 1000;
    visitFields(lists, (name, inner) => {
      if (/(_at|^created|_start|_end)$/.test(name) && typeof inner !== 'boolean' && inner !== null) {
        // All times of these objects are within 40 days of now. Milliseconds would be a time in the year 50,000 or later.
        if (!Number.isInteger(inner) || Math.abs(Number(inner) - now) > 40 * 86_400) violations.push(`${name}: ${String(inner)}`);
      }
      if (name === 'created' && Math.abs(Number(inner) - now) > 300) violations.push(`${name}: ${String(inner)}`);
      if (typeof inner === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(inner)) violations.push(name);
    });
    expect(violations).toEqual([]);
  });

  it('[HTTP-30] [HTTP-41] have the error type of their status', async () => {
    const newClient = api.client((await createAccount()).testKey);
    const { priceId } = await newPlan(newClient);
    const refundWith = async (refunds: string) => {
      const subscription = await subscribe(newClient, priceId);
      await setBehavior(newClient, subscription.customer_id, { refunds });
      return newClient.call('POST', '/v1/refunds', { payment_id: subscription.last_payment_id });
    };
    const unknown = await newClient.call('GET', `/v1/customers/cus_${'0'.repeat(26)}`);
    const answers = [unknown, await refundWith('refused'), await refundWith('duplicate'), await refundWith('timeout_after_refund')];
    const invalidRequest = { method: 'POST', path: '/v1/customers', key: newClient.key, body: { name: 7 } };
    answers.push(...(await Promise.all(Array.from({ length: 40 }, () => api.send(invalidRequest)))));
    const types = new Map(answers.map(({ status, error }) => [status, error?.type]));
    expect(Object.fromEntries(types)).toEqual({
      400: 'invalid_request_error',
      402: 'payment_error',
      404: 'invalid_request_error',
      409: 'conflict_error',
      429: 'rate_limit_error',
      502: 'api_error',
    });
  });

  it('[HTTP-41] are 409 conflict_error without `param` if the state of the object does not allow the request', async () => {
    const answer = await client.call('POST', `/sandbox/checkout_sessions/${session.id}/pay`, {});
    expect(statusAndCode(answer)).toEqual([409, 'state_conflict']);
    expect(answer.error?.type).toBe('conflict_error');
    expect(answer.error).not.toHaveProperty('param');
  });
});

describe('authentication', () => {
  it('[AUTH-16] does not accept a cookie', async () => {
    const answer = await api.sendWithRetry({ method: 'GET', path: '/v1/invoices', headers: { cookie: 'session=operator' } });
    expect(statusAndCode(answer)).toEqual([401, 'authentication_required']);
  });

  it('[AUTH-05] uses secret keys only, and a new key has the mode of the calling key', async () => {
    const client = api.client((await createAccount()).testKey);
    const created = await client.post('/v1/api_keys', { label: 'any' });
    expect(created.secret).toMatch(/^svc_test_[0-9A-Za-z]+$/);
    expect(statusAndCode(await client.call('POST', '/v1/api_keys', { kind: 'publishable' }))).toEqual([400, 'parameter_unknown']);
  });
});
