import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fault, type Json, refusal } from '../../scripts/support/api.ts';
import { keyAt } from '../support/fake-provider.ts';
import { service } from '../support/service.ts';
import { openSession, openShop, pay, subscribe } from './support/shop.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount, fakeProvider } = service();
const api = apiOf(baseUrl);

let client: Client;
let priceId: string;

beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  ({ priceId } = await openShop(client));
});

const payloadOf = async (payment: unknown): Promise<Json> => (await client.get(`/v1/payments/${String(payment)}/provider`)).payload as Json;

describe('a payment', () => {
  it('[PAY-01] [PAY-02] [PAY-06] is listed and read, with its type', async () => {
    const subscription = await subscribe(client, priceId);
    const payment = await client.get(`/v1/payments/${String(subscription.last_payment_id)}`);
    expect(payment).toMatchObject({ object: 'payment', type: 'initial', status: 'succeeded', subscription_id: subscription.id });
    expect((await client.list('/v1/payments'))[0]).toEqual(payment);
  });

  it('[PAY-01] is found by its customer and its subscription', async () => {
    const [one, other] = [await subscribe(client, priceId), await subscribe(client, priceId)];
    const found = async (query: string) => (await client.list(`/v1/payments?${query}`)).map(({ id }) => id);
    expect(await found(`customer_id=${String(one.customer_id)}`)).toEqual([one.last_payment_id]);
    expect(await found(`subscription_id=${other.id}`)).toEqual([other.last_payment_id]);
    expect(await found(`subscription_id=${other.id}&customer_id=${String(one.customer_id)}`)).toEqual([]);
    expect(fault(await client.call('GET', '/v1/payments?status=succeeded'))).toEqual([400, 'parameter_unknown', 'status']);
  });

  it('[PAY-08] of a checkout that failed has no subscription_id', async () => {
    const session = await openSession(client, priceId);
    await pay(client, session.id, { outcome: 'failed' });
    const [payment] = await client.list(`/v1/payments?customer_id=${String(session.customer_id)}`);
    expect(payment).toMatchObject({ type: 'initial', status: 'failed' });
    expect(payment).not.toHaveProperty('subscription_id');
  });

  it('[PAY-09] cannot be made, changed or removed by the API', async () => {
    for (const [method, path] of [
      ['POST', '/v1/payments'],
      ['POST', `/v1/payments/pay_${'0'.repeat(26)}`],
      ['DELETE', `/v1/payments/pay_${'0'.repeat(26)}`],
      ['POST', `/v1/payments/pay_${'0'.repeat(26)}/provider`],
    ] as const) {
      expect(refusal(await client.call(method, path, method === 'POST' ? {} : undefined))).toEqual([405, 'method_not_allowed']);
    }
  });
});

describe('the payment provider’s record of a payment', () => {
  it('[PAY-03] [PAY-05] [PAY-10] is the provider’s own object', async () => {
    const customer = await client.post('/v1/customers', { name: 'Ada de Vries', email: 'ada@example.com' });
    const subscription = await subscribe(client, priceId, { customer_id: customer.id });
    const answer = await client.get(`/v1/payments/${String(subscription.last_payment_id)}/provider`);
    expect(answer).toEqual({ object: 'payment.provider', livemode: false, redacted: false, payload: expect.any(Object) });
    expect(answer.payload).toMatchObject({
      resource: 'payment',
      id: expect.stringMatching(/^tr_/),
      status: 'paid',
      amount: { value: '19.99', currency: 'EUR' },
      metadata: { payment_id: subscription.last_payment_id },
      details: { cardHolder: 'Ada de Vries' },
    });
  });

  it('[PAY-04] of a purged customer shows amounts, statuses, timestamps and identifiers only', async () => {
    const customer = await client.post('/v1/customers', { name: 'Grace Hopper', email: 'grace@navy.example' });
    const session = await openSession(client, priceId, { customer_id: customer.id });
    await pay(client, session.id, { outcome: 'failed' });
    const [payment] = await client.list(`/v1/payments?customer_id=${customer.id}`);
    const before = await payloadOf(payment?.id);
    expect(JSON.stringify(before)).toContain(String(payment?.id));
    await client.post(`/v1/customers/${customer.id}/purge`);
    const answer = await client.get(`/v1/payments/${String(payment?.id)}/provider`);
    const { id, status, amount, createdAt, failedAt, profileId, customerId } = before;
    expect(answer).toEqual({
      object: 'payment.provider',
      livemode: false,
      redacted: true,
      payload: { id, status, amount, createdAt, failedAt, profileId, customerId },
    });
  });

  it('[PAY-05] of a customer that was deleted, not purged, is whole', async () => {
    const session = await openSession(client, priceId);
    await pay(client, session.id, { outcome: 'failed' });
    const [payment] = await client.list(`/v1/payments?customer_id=${String(session.customer_id)}`);
    const before = await payloadOf(payment?.id);
    await client.remove(`/v1/customers/${String(session.customer_id)}`);
    expect(await payloadOf(payment?.id)).toEqual(before);
  });

  it('needs the scope of payments', async () => {
    const subscription = await subscribe(client, priceId);
    const { secret } = await client.post('/v1/api_keys', { scopes: ['subscriptions:read'] });
    const path = `/v1/payments/${String(subscription.last_payment_id)}/provider`;
    expect(refusal(await api.client(String(secret)).call('GET', path))).toEqual([403, 'insufficient_scope']);
  });
});

describe.runIf(fakeProvider)('the record at a connected account', () => {
  /** A payment that was begun at the profile. */
  const begunAt = async (profile: string): Promise<{ readonly own: Client; readonly payment: ApiObject }> => {
    const own = api.client((await createAccount()).testKey);
    await own.post('/v1/tenant/provider_credential', { api_key: keyAt('test', profile) });
    const session = await openSession(own, (await openShop(own)).priceId);
    const form = new URLSearchParams({ method: 'creditcard' });
    expect((await fetch(`${String(session.url)}/pay`, { method: 'POST', body: form, redirect: 'manual' })).status).toBe(303);
    const [payment] = await own.list(`/v1/payments?customer_id=${String(session.customer_id)}`);
    if (payment === undefined) throw new Error('no payment');
    return { own, payment };
  };

  it('[PAY-05] is read there, and out of reach once another profile is connected', async () => {
    const { own, payment } = await begunAt('payload1');
    const path = `/v1/payments/${payment.id}/provider`;
    expect(await own.get(path)).toMatchObject({ redacted: false, payload: { status: 'open' } });
    await own.post('/v1/tenant/provider_credential', { api_key: keyAt('test', 'payload2') });
    const answer = await own.call('GET', path);
    expect([refusal(answer), answer.error?.reason]).toEqual([[409, 'state_conflict'], 'provider_not_connected']);
  });
});
