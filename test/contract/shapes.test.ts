import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client, refusal } from '../../scripts/support/api.ts';
import { service } from '../support/service.ts';
import { openSession, openShop, pay, subscribe } from './support/shop.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

/** Names that say money without saying its unit; decimal unit amounts are named after what they are. */
const MONEY = /amount|price$|total|subtotal|tax$|fee|mrr|credit/;
const NOT_MONEY = new Set(['tax', 'failure_code', 'credit_note_id']);

const walk = (value: unknown, visit: (name: string, inner: unknown) => void): void => {
  if (Array.isArray(value)) for (const each of value) walk(each, visit);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    visit(name, inner);
    walk(inner, visit);
  }
};

describe('everything a sale makes', () => {
  let client: Client;
  let pages: unknown[];
  let session: { readonly id: string };

  beforeAll(async () => {
    client = api.client((await createAccount()).testKey);
    const { priceId } = await openShop(client);
    session = await openSession(client, priceId);
    await pay(client, session.id);
    const paths = ['customers', 'products', 'prices', 'subscriptions', 'invoices', 'payments', 'events'];
    pages = [];
    for (const path of paths) pages.push(await client.get(`/v1/${path}`));
  });

  it('[HTTP-06] [HTTP-07] writes money as integers under names that end in _cents', () => {
    const wrong: string[] = [];
    walk(pages, (name, inner) => {
      if (name.endsWith('_cents') && inner !== null && !Number.isInteger(inner)) wrong.push(`${name}: ${String(inner)}`);
      if (typeof inner === 'number' && MONEY.test(name) && !name.endsWith('_cents') && !NOT_MONEY.has(name)) wrong.push(name);
    });
    expect(wrong).toEqual([]);
  });

  it('[HTTP-08] writes moments as integers of Unix seconds', () => {
    const wrong: string[] = [];
    walk(pages, (name, inner) => {
      if (/(_at|^created|_start|_end)$/.test(name) && typeof inner !== 'boolean' && inner !== null && !Number.isInteger(inner))
        wrong.push(name);
      if (typeof inner === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(inner)) wrong.push(name);
    });
    expect(wrong).toEqual([]);
  });

  it('[HTTP-30] [HTTP-41] says of every refusal of which type it is', async () => {
    const own = api.client((await createAccount()).testKey);
    const { priceId } = await openShop(own);
    const refunded = async (refunds: string) => {
      const subscription = await subscribe(own, priceId);
      await own.post(`/sandbox/customers/${String(subscription.customer_id)}/behavior`, { refunds });
      return own.call('POST', '/v1/refunds', { payment_id: subscription.last_payment_id });
    };
    const unknown = await own.call('GET', `/v1/customers/cus_${'0'.repeat(26)}`);
    const answers = [unknown, await refunded('refused'), await refunded('duplicate'), await refunded('timeout_after_refund')];
    const wrong = { method: 'POST', path: '/v1/customers', key: own.key, body: { name: 7 } };
    answers.push(...(await Promise.all(Array.from({ length: 40 }, () => api.send(wrong)))));
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

  it('[HTTP-41] refuses for the state of an object with 409, conflict_error and no param', async () => {
    const answer = await client.call('POST', `/sandbox/checkout_sessions/${session.id}/pay`, {});
    expect(refusal(answer)).toEqual([409, 'state_conflict']);
    expect(answer.error?.type).toBe('conflict_error');
    expect(answer.error).not.toHaveProperty('param');
  });
});

describe('credentials of other kinds', () => {
  it('[AUTH-16] a cookie opens nothing', async () => {
    const answer = await api.ask({ method: 'GET', path: '/v1/invoices', headers: { cookie: 'session=operator' } });
    expect(refusal(answer)).toEqual([401, 'authentication_required']);
  });

  it('[AUTH-05] no route makes a key of another kind than the secret one of the mode', async () => {
    const client = api.client((await createAccount()).testKey);
    const made = await client.post('/v1/api_keys', { label: 'any' });
    expect(made.secret).toMatch(/^svc_test_[0-9A-Za-z]+$/);
    expect(refusal(await client.call('POST', '/v1/api_keys', { kind: 'publishable' }))).toEqual([400, 'parameter_unknown']);
  });
});
