import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client, fieldError, statusAndCode } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { advance, clockAt, eventsAbout, eventTypesOf, includesAll, newPlan, openSession, pay, sessionBody } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const START = 1_800_000_000;

let client: Client;
let priceId: string;
let productId: string;

beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  ({ priceId, productId } = await newPlan(client));
});

describe('a new session', () => {
  it('[CHK-01] [CHK-02] [CHK-16] [CHK-18] [CHK-19] [CHK-20] [CHK-21] [CHK-22] [CHK-24] [CHK-26] [CHK-27] [CHK-28] is open', async () => {
    const session = await openSession(client, priceId);
    expect(session).toEqual({
      id: expect.stringMatching(/^cs_/),
      object: 'checkout.session',
      created: expect.any(Number),
      livemode: false,
      customer_id: expect.stringMatching(/^cus_/),
      customer_email: null,
      customer_country_code: null,
      price_id: priceId,
      success_url: 'https://shop.example/thanks',
      cancel_url: 'https://shop.example/cart',
      status: 'open',
      ui_mode: 'hosted',
      url: expect.stringMatching(/^https?:/),
      client_secret: null,
      subscription_id: null,
      payment_id: null,
      expires_at: expect.any(Number),
      trial_days_override: null,
      coupon_id: null,
      payment_method: null,
      metadata: {},
    });
    expect(await client.get(`/v1/checkout/sessions/${session.id}`)).toEqual(session);
    const page = await fetch(String(session.url));
    expect([page.status, page.headers.get('content-type')?.split(';')[0]]).toEqual([200, 'text/html']);
  });

  it('[CHK-03] [HTTP-38] [HTTP-39] cannot be listed', async () => {
    const answer = await client.call('GET', '/v1/checkout/sessions');
    expect([...statusAndCode(answer), answer.headers.allow]).toEqual([405, 'method_not_allowed', 'POST']);
  });

  it('[CHK-07] [CHK-10] [CHK-12] [CHK-13] [CHK-15] [CHK-25] returns the fields of its request', async () => {
    const customer = await client.post('/v1/customers', { name: 'Ada', email: 'ada@example.com', country_code: 'NL' });
    const fields = { customer_id: customer.id, metadata: { cart: '7' }, trial_days_override: 14, payment_method: 'creditcard' };
    const session = await openSession(client, priceId, fields);
    expect(session).toMatchObject({ ...fields, customer_email: 'ada@example.com', customer_country_code: 'NL' });
    const nulls = { customer_id: null, customer_email: null, customer_name: null, country: null, coupon_code: null, metadata: null };
    const withNulls = await openSession(client, priceId, { ...nulls, payment_method: null, trial_days_override: null });
    expect(withNulls).toMatchObject({ customer_id: expect.stringMatching(/^cus_/), metadata: {}, trial_days_override: null });
  });

  it('[CUS-10] [CHK-09] [CHK-18] creates a separate customer, even if the email address is already used', async () => {
    const fields = { customer_email: 'same@example.com', customer_name: 'x'.repeat(255), country: 'NL' };
    const sessions = [await openSession(client, priceId, fields), await openSession(client, priceId, fields)];
    expect(new Set(sessions.map(({ customer_id: id }) => id)).size).toBe(2);
    expect(await client.get(`/v1/customers/${String(sessions[0]?.customer_id)}`)).toMatchObject({
      name: 'x'.repeat(255),
      email: 'same@example.com',
      country_code: 'NL',
    });
  });

  it.each(['creditcard', 'directdebit', 'ideal', 'applepay', 'eps', 'paypal'])('[CHK-13] [CHK-26] can be limited to %s', async (method) => {
    expect(await openSession(client, priceId, { payment_method: method })).toMatchObject({ status: 'open', payment_method: method });
  });

  it.each([0, 180])('[CHK-15] [CHK-25] can override the price’s trial with %s days', async (days) => {
    expect(await openSession(client, priceId, { trial_days_override: days })).toMatchObject({ trial_days_override: days });
  });

  it('is rejected for a price or customer that does not exist', async () => {
    const create = async (fields: object) =>
      fieldError(await client.call('POST', '/v1/checkout/sessions', { ...sessionBody(priceId), ...fields }));
    expect(await create({ price_id: `price_${'0'.repeat(26)}` })).toEqual([404, 'resource_missing', 'price_id']);
    expect(await create({ customer_id: `cus_${'0'.repeat(26)}` })).toEqual([404, 'resource_missing', 'customer_id']);
  });
});

describe('a paid session', () => {
  it('[CHK-24] [CHK-29] [EVT-16] [EVT-18] [EVT-32] [EVT-33] [EVT-38] [HTTP-06] starts a subscription with a paid invoice', async () => {
    const session = await openSession(client, priceId);
    const paid = await pay(client, session.id);
    expect(paid).toMatchObject({
      status: 'completed',
      subscription_id: expect.stringMatching(/^sub_/),
      payment_id: expect.stringMatching(/^pay_/),
    });
    const subscription = await client.get(`/v1/subscriptions/${String(paid.subscription_id)}`);
    expect(subscription).toMatchObject({
      status: 'active',
      customer_id: session.customer_id,
      price_id: priceId,
      payment_count: 1,
      next_charge_amount_cents: 1999,
      mrr_cents: 1999,
    });
    const payment = await client.get(`/v1/payments/${String(paid.payment_id)}`);
    expect(payment).toMatchObject({ type: 'initial', status: 'succeeded', amount_cents: 1999, subscription_id: subscription.id });
    expect(await client.get(`/v1/invoices/${String(payment.invoice_id)}`)).toMatchObject({
      status: 'paid',
      total_cents: 1999,
      amount_due_cents: 0,
    });
    const types = await eventTypesOf(
      client,
      String(session.customer_id),
      includesAll('subscription.created', 'invoice.paid', 'payment.succeeded'),
    );
    // Each event exists once.
    for (const type of ['checkout.session.completed', 'subscription.created', 'invoice.created', 'invoice.paid', 'payment.succeeded']) {
      expect(types.filter((each) => each === type)).toHaveLength(1);
    }
    expect(types.indexOf('subscription.created')).toBe(types.indexOf('checkout.session.completed') + 1);
    expect(statusAndCode(await client.call('POST', `/sandbox/checkout_sessions/${session.id}/pay`, {}))).toEqual([409, 'state_conflict']);
  });

  it('[PRICE-13] [PRICE-14] has a subscription with a price summary', async () => {
    const paid = await pay(client, (await openSession(client, priceId)).id);
    const { price } = await client.get(`/v1/subscriptions/${String(paid.subscription_id)}`);
    expect(price).toEqual({
      object: 'price.summary',
      id: priceId,
      active: true,
      amount_cents: 1999,
      currency: 'EUR',
      interval: 'month',
      payment_methods: expect.arrayContaining([expect.any(String)]),
      product_id: productId,
      product_name: 'Plan',
      trial_days: 0,
      unit_amount_decimal: null,
      usage_type: 'licensed',
    });
  });

  it('is paid once by concurrent requests', async () => {
    const session = await openSession(client, priceId);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => client.call('POST', `/sandbox/checkout_sessions/${session.id}/pay`, {})),
    );
    // A concurrent request may get a 409, or a 502 that asks to try again.
    for (const { status } of answers) expect([200, 409, 502]).toContain(status);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect((await client.get(`/v1/checkout/sessions/${session.id}`)).status).toBe('completed');
    const payments = await client.list(`/v1/payments?customer_id=${String(session.customer_id)}`);
    expect(payments.filter(({ status }) => status === 'succeeded')).toHaveLength(1);
    expect(await client.list(`/v1/subscriptions?customer_id=${String(session.customer_id)}`)).toHaveLength(1);
  });
});

describe('an unpaid session', () => {
  it('[CHK-30] [EVT-17] [EVT-39] [EVT-67] expires when the payment fails', async () => {
    const session = await openSession(client, priceId);
    expect(await pay(client, session.id, { method: 'ideal', outcome: 'failed' })).toMatchObject({
      status: 'expired',
      subscription_id: null,
    });
    const types = await eventTypesOf(client, String(session.customer_id), includesAll('payment.failed', 'checkout.session.expired'));
    expect(types).not.toContain('subscription.created');
    const failed = (await client.list('/v1/events?type=payment.failed')).find(
      ({ data }) => (data as { customer_id?: unknown }).customer_id === session.customer_id,
    );
    expect(failed?.data).toMatchObject({ type: 'initial' });
    expect(failed?.data).not.toHaveProperty('subscription_id');
  });

  it.each(['canceled', 'expired'])(
    '[CHK-32] [EVT-17] [EVT-68] expires without the event payment.failed when the payment is %s',
    async (outcome) => {
      const session = await openSession(client, priceId);
      expect(await pay(client, session.id, { outcome })).toMatchObject({ status: 'expired', subscription_id: null });
      const types = await eventTypesOf(client, String(session.customer_id), includesAll('checkout.session.expired'));
      expect(types).not.toContain('payment.failed');
    },
  );

  it('[CHK-31] [EVT-17] expires after 24 hours', async () => {
    const clock = await clockAt(client, START);
    const customer = await client.post('/v1/customers', { test_clock_id: clock.id });
    const session = await openSession(client, priceId, { customer_id: customer.id });
    expect(session.expires_at).toBe(START + 86_400);
    await advance(client, clock.id, START + 86_399);
    expect(await client.get(`/v1/checkout/sessions/${session.id}`)).toEqual(session);
    await advance(client, clock.id, START + 86_400);
    const expired = await client.get(`/v1/checkout/sessions/${session.id}`);
    expect(expired).toEqual({ ...session, status: 'expired' });
    expect(await eventsAbout(client, session.id, 1)).toMatchObject([{ type: 'checkout.session.expired', data: expired }]);
    expect(statusAndCode(await client.call('POST', `/sandbox/checkout_sessions/${session.id}/pay`, {}))).toEqual([409, 'state_conflict']);
  });

  it('is processing while the payment is pending, and completed when the payment succeeds', async () => {
    const session = await openSession(client, priceId);
    expect(await pay(client, session.id, { method: 'ideal', outcome: 'pending' })).toMatchObject({
      status: 'processing',
      subscription_id: null,
    });
    const payments = await eventually(
      () => client.list(`/v1/payments?customer_id=${String(session.customer_id)}`),
      (listed) => listed.length > 0,
    );
    await client.post(`/sandbox/payments/${payments[0]?.id}/outcome`, { outcome: 'paid' });
    expect(await client.get(`/v1/checkout/sessions/${session.id}`)).toMatchObject({ status: 'completed', payment_id: payments[0]?.id });
  });
});

describe('a session with a trial', () => {
  it('[EVT-24] starts a subscription with a trial', async () => {
    const session = await openSession(client, priceId, { trial_days_override: 10 });
    const paid = await pay(client, session.id);
    const subscription = await client.get(`/v1/subscriptions/${String(paid.subscription_id)}`);
    expect(Number(subscription.trial_end) - Number(subscription.trial_start)).toBe(10 * 86_400);
    await eventTypesOf(client, String(session.customer_id), includesAll('subscription.created', 'subscription.trial_started'));
  });
});

describe('an embedded session', () => {
  it('[CHK-16] [CHK-21] [CHK-23] [ELM-03] [AUTH-14] returns a client secret that does not authenticate other API requests', async () => {
    const session = await openSession(client, priceId, { ui_mode: 'embedded' });
    expect(session).toMatchObject({ ui_mode: 'embedded', url: null, client_secret: expect.stringContaining(`${session.id}_secret_`) });
    const answer = await api.sendWithRetry({
      method: 'GET',
      path: '/v1/customers',
      headers: { authorization: `Bearer ${String(session.client_secret)}` },
    });
    expect(statusAndCode(answer)).toEqual([401, 'invalid_api_key']);
  });

  it('returns the client secret when its creation is replayed, and null when it is retrieved', async () => {
    const headers = { 'idempotency-key': `embedded-${Date.now()}` };
    const body = sessionBody(priceId, { ui_mode: 'embedded' });
    const first = await client.call('POST', '/v1/checkout/sessions', body, headers);
    const replay = await client.call('POST', '/v1/checkout/sessions', body, headers);
    expect(replay.headers['idempotent-replayed']).toBe('true');
    expect(replay.body).toMatchObject({ id: first.body.id, client_secret: expect.stringContaining('_secret_') });
    expect((await client.get(`/v1/checkout/sessions/${String(first.body.id)}`)).client_secret).toBeNull();
  });
});
