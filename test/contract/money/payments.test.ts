import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError, type Json, statusAndCode } from '../../../scripts/support/api.ts';
import { keyAt } from '../../support/fake-provider.ts';
import { service } from '../../support/service.ts';
import { clientWithScopes, newPlan, openSession, pay, subscribe } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount, fakeProvider } = service();
const api = apiOf(baseUrl);

let client: Client;
let priceId: string;

beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  ({ priceId } = await newPlan(client));
});

const payloadOf = async (paymentId: unknown): Promise<Json> =>
  (await client.get(`/v1/payments/${String(paymentId)}/provider`)).payload as Json;

describe('a payment', () => {
  it('[PAY-01] [PAY-02] [PAY-06] is listed and retrieved, with its type', async () => {
    const subscription = await subscribe(client, priceId);
    const payment = await client.get(`/v1/payments/${String(subscription.last_payment_id)}`);
    expect(payment).toMatchObject({ object: 'payment', type: 'initial', status: 'succeeded', subscription_id: subscription.id });
    expect((await client.list('/v1/payments'))[0]).toEqual(payment);
  });

  it('[PAY-01] is filtered by customer and subscription, but not by status', async () => {
    const [first, second] = [await subscribe(client, priceId), await subscribe(client, priceId)];
    const idsFor = async (query: string) => (await client.list(`/v1/payments?${query}`)).map(({ id }) => id);
    expect(await idsFor(`customer_id=${String(first.customer_id)}`)).toEqual([first.last_payment_id]);
    expect(await idsFor(`subscription_id=${second.id}`)).toEqual([second.last_payment_id]);
    expect(await idsFor(`subscription_id=${second.id}&customer_id=${String(first.customer_id)}`)).toEqual([]);
    expect(fieldError(await client.call('GET', '/v1/payments?status=succeeded'))).toEqual([400, 'parameter_unknown', 'status']);
  });

  it('[PAY-08] of a failed checkout has no subscription_id', async () => {
    const session = await openSession(client, priceId);
    await pay(client, session.id, { outcome: 'failed' });
    const [payment] = await client.list(`/v1/payments?customer_id=${String(session.customer_id)}`);
    expect(payment).toMatchObject({ type: 'initial', status: 'failed' });
    expect(payment).not.toHaveProperty('subscription_id');
  });

  it('[PAY-09] cannot be created, updated or deleted through the API', async () => {
    for (const [method, path] of [
      ['POST', '/v1/payments'],
      ['POST', `/v1/payments/pay_${'0'.repeat(26)}`],
      ['DELETE', `/v1/payments/pay_${'0'.repeat(26)}`],
      ['POST', `/v1/payments/pay_${'0'.repeat(26)}/provider`],
    ] as const) {
      expect(statusAndCode(await client.call(method, path, method === 'POST' ? {} : undefined))).toEqual([405, 'method_not_allowed']);
    }
  });
});

describe('the payment provider’s record of a payment', () => {
  it('[PAY-03] [PAY-05] [PAY-10] contains the payment object that the provider returns', async () => {
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

  it('[PAY-04] of a purged customer contains only amounts, statuses, timestamps and ids', async () => {
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

  it('[PAY-05] of a deleted customer is complete', async () => {
    const session = await openSession(client, priceId);
    await pay(client, session.id, { outcome: 'failed' });
    const [payment] = await client.list(`/v1/payments?customer_id=${String(session.customer_id)}`);
    const before = await payloadOf(payment?.id);
    await client.remove(`/v1/customers/${String(session.customer_id)}`);
    expect(await payloadOf(payment?.id)).toEqual(before);
  });

  it('requires the scope payments:read', async () => {
    const subscription = await subscribe(client, priceId);
    const subscriptionReader = await clientWithScopes(api, client, 'subscriptions:read');
    const path = `/v1/payments/${String(subscription.last_payment_id)}/provider`;
    expect(statusAndCode(await subscriptionReader.call('GET', path))).toEqual([403, 'insufficient_scope']);
  });
});

describe.runIf(fakeProvider)('the record of a payment at a connected provider account', () => {
  /** Connects a new account to the provider profile and starts a payment. */
  const startPaymentAt = async (profile: string): Promise<{ readonly client: Client; readonly payment: ApiObject }> => {
    const newClient = api.client((await createAccount()).testKey);
    await newClient.post('/v1/tenant/provider_credential', { api_key: keyAt('test', profile) });
    const session = await openSession(newClient, (await newPlan(newClient)).priceId);
    const form = new URLSearchParams({ method: 'creditcard' });
    expect((await fetch(`${String(session.url)}/pay`, { method: 'POST', body: form, redirect: 'manual' })).status).toBe(303);
    const [payment] = await newClient.list(`/v1/payments?customer_id=${String(session.customer_id)}`);
    if (payment === undefined) throw new Error('No payment was created.');
    return { client: newClient, payment };
  };

  it('[PAY-05] is fetched from that account, and not accessible after another profile is connected', async () => {
    const { client: newClient, payment } = await startPaymentAt('payload1');
    const path = `/v1/payments/${payment.id}/provider`;
    expect(await newClient.get(path)).toMatchObject({ redacted: false, payload: { status: 'open' } });
    await newClient.post('/v1/tenant/provider_credential', { api_key: keyAt('test', 'payload2') });
    const answer = await newClient.call('GET', path);
    expect([statusAndCode(answer), answer.error?.reason]).toEqual([[409, 'state_conflict'], 'provider_not_connected']);
  });
});
