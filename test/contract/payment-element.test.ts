import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fault, type Json, refusal } from '../../scripts/support/api.ts';
import { service } from '../support/service.ts';
import { auditEntriesBy, elementClient } from './support/element.ts';
import { eventTypesOf, newPlan, openSession, pay, sessionBody } from './support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let client: Client;
let priceId: string;

beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  const product = await client.post('/v1/products', { name: 'Plan', allow_promotion_codes: true });
  priceId = (await client.post('/v1/prices', { product_id: product.id, amount_cents: 2000, currency: 'EUR', interval: 'month' })).id;
});

const openEmbedded = async (fields: Json = {}, price = priceId) =>
  elementClient(baseUrl, await openSession(client, price, { ui_mode: 'embedded', ...fields }));

const paymentsOf = (customerId: string) => client.list(`/v1/payments?customer_id=${customerId}`);

describe('the element', () => {
  it('[ELM-24] [ELM-25] [ELM-26] [ELM-27] [ELM-28] [ELM-29] [ELM-30] is retrieved with the client secret', async () => {
    const browser = await openEmbedded({ country: 'NL' });
    expect(await browser.element()).toEqual({
      object: 'checkout_element',
      session_id: browser.id,
      status: 'open',
      livemode: false,
      currency: 'EUR',
      amount_due_now: 2000,
      recurring_amount: 2000,
      recurring_amount_discounted: null,
      recurring_interval: 'month',
      discount_cents: 0,
      trial_days: 0,
      requires_verification: false,
      methods: ['creditcard', 'directdebit', 'ideal', 'applepay'],
      ideal_issuers: null,
      profile_id: null,
      product_name: 'Plan',
      merchant_name: expect.any(String),
      merchant_logo_url: null,
      show_header: true,
      country: 'NL',
      country_suggestion: 'NL',
      allow_promotion_codes: true,
      coupon_code: null,
      coupon_duration: null,
      coupon_duration_in_months: null,
      success_url: 'https://shop.example/thanks',
      cancel_url: 'https://shop.example/cart',
    });
  });

  it('[ELM-25] shows the amount for a buyer of another country, and this amount is then charged', async () => {
    const account = await createAccount();
    const newClient = api.client(account.testKey);
    await api.client(account.liveKey).post('/v1/tenant/billing_profile', { tax_behavior: 'exclusive' });
    await newClient.post('/v1/tax_rates', { country_code: 'BE', rate_basis_points: 2100 });
    const shop = await newPlan(newClient);
    const browser = elementClient(baseUrl, await openSession(newClient, shop.priceId, { ui_mode: 'embedded' }));
    expect(await browser.element()).toMatchObject({ country: null, amount_due_now: 1999 });
    const forBelgium = await browser.element('?country=BE');
    expect(forBelgium).toMatchObject({ country: 'BE', amount_due_now: 2419, methods: ['creditcard', 'directdebit', 'applepay'] });
    await browser.confirmOrThrow({ method: 'creditcard', country: 'BE' });
    const [payment] = await newClient.list(`/v1/payments?customer_id=${browser.customerId}`);
    expect(payment?.amount_cents).toBe(2419);
    expect(await newClient.get(`/v1/customers/${browser.customerId}`)).toMatchObject({ country_code: 'BE' });
  });

  it('[ELM-26] has no bank methods in currencies other than EUR', async () => {
    const usdPrice = await newPlan(client, { currency: 'USD' });
    const browser = await openEmbedded({}, usdPrice.priceId);
    expect((await browser.element()).methods).toEqual(['creditcard', 'applepay']);
    for (const method of ['ideal', 'directdebit']) {
      expect(fault(await browser.confirm({ method }))).toEqual([400, 'parameter_invalid', 'method']);
    }
  });
});

describe('the client secret', () => {
  it('[ELM-01] [ELM-02] [AUTH-14] authenticates element requests of its session only', async () => {
    const [browser, other] = [await openEmbedded(), await openEmbedded()];
    expect(browser.secret).toMatch(/^cs_/);
    const get = (key: string | null, path: string) => api.ask({ method: 'GET', path, key });
    expect((await get(browser.secret, `/v1/checkout/sessions/${browser.id}/element`)).status).toBe(200);
    expect(refusal(await get(browser.secret, `/v1/checkout/sessions/${other.id}/element`))).toEqual([404, 'resource_missing']);
    expect(refusal(await get(client.key, `/v1/checkout/sessions/${browser.id}/element`))).toEqual([401, 'invalid_api_key']);
    for (const path of ['/v1/customers', `/v1/checkout/sessions/${browser.id}`, '/v1/ping', '/v1/events']) {
      expect(refusal(await get(browser.secret, path)), path).toEqual([401, 'invalid_api_key']);
    }
    const withApiKey = await client.call('POST', `/v1/checkout/sessions/${browser.id}/confirm`, { method: 'creditcard' });
    expect(refusal(withApiKey)).toEqual([401, 'invalid_api_key']);
  });

  it('[IDEM-13] of a replayed creation is valid', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = sessionBody(priceId, { ui_mode: 'embedded' });
    const create = async () => (await client.call('POST', '/v1/checkout/sessions', body, headers)).body as ApiObject;
    const [first, replay] = [await create(), await create()];
    expect(replay.id).toBe(first.id);
    expect((await elementClient(baseUrl, replay).confirm({ method: 'creditcard' })).status).toBe(200);
    expect((await elementClient(baseUrl, first).element()).session_id).toBe(first.id);
  });

  it('[RATE-22] has a rate limit of 60 a minute, separate from the limit of the account', async () => {
    const browser = await openEmbedded();
    const calls = Array.from({ length: 60 }, () =>
      api.send({ method: 'POST', path: `/v1/checkout/sessions/${browser.id}/coupon`, key: browser.secret, body: { code: null } }),
    );
    const answers = await Promise.all(calls);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.error).toMatchObject({ code: 'rate_limited', type: 'rate_limit_error' });
    expect(refused?.headers).toMatchObject({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0' });
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    const account = await client.call('GET', `/v1/checkout/sessions/${browser.id}`);
    expect(Number(account.headers['x-ratelimit-remaining'])).toBeGreaterThan(60);
  });

  it('can be sent by a page of any origin, and the page can read answers and errors', async () => {
    const browser = await openEmbedded();
    const path = `/v1/checkout/sessions/${browser.id}/confirm`;
    const origin = 'https://shop.example';
    const preflight = await api.send({
      method: 'OPTIONS',
      path,
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    });
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([204, '*']);
    expect(String(preflight.headers['access-control-allow-headers']).split(',')).toEqual(
      expect.arrayContaining(['authorization', 'content-type', 'idempotency-key']),
    );
    expect(preflight.headers['access-control-allow-credentials']).toBeUndefined();
    for (const key of [browser.secret, null]) {
      const answer = await api.ask({ method: 'POST', path, key, body: { method: 'paypal' }, headers: { origin } });
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([key === null ? 401 : 400, '*']);
    }
  });
});

describe('confirm', () => {
  it('[ELM-04] [ELM-07] [AUD-13] returns a redirect URL and records the session as actor', async () => {
    const browser = await openEmbedded();
    const confirmation = await browser.confirmOrThrow({ method: 'ideal' });
    expect(confirmation).toEqual({
      object: 'checkout_confirmation',
      session_id: browser.id,
      status: 'open',
      payment_status: 'pending',
      redirect_url: expect.stringMatching(/^https?:/),
    });
    expect((await fetch(String(confirmation.redirect_url))).status).toBe(200);
    const [payment] = await paymentsOf(browser.customerId);
    expect(payment).toMatchObject({ type: 'initial', status: 'pending', amount_cents: 2000, checkout_session_id: browser.id });
    expect(await auditEntriesBy(client, browser.id)).toEqual([['payment.confirmed', 'checkout_session', payment?.id]]);
  });

  it('[ELM-05] [ELM-06] [LIM-28] [LIM-29] [LIM-31] rejects invalid fields with their name in `param`', async () => {
    const browser = await openEmbedded();
    const faultOf = async (body: Json) => fault(await browser.confirm(body));
    expect(await faultOf({})).toEqual([400, 'parameter_missing', 'method']);
    for (const method of ['paypal', 'eps', 'banktransfer', '', null, 1]) {
      expect(await faultOf({ method })).toEqual([400, 'parameter_invalid', 'method']);
    }
    const method = 'creditcard';
    expect(await faultOf({ method, card_token: 'x'.repeat(513) })).toEqual([400, 'parameter_invalid', 'card_token']);
    expect(await faultOf({ method, issuer: 'x'.repeat(65) })).toEqual([400, 'parameter_invalid', 'issuer']);
    for (const country of ['N', 'NLD', 'nl']) expect(await faultOf({ method, country })).toEqual([400, 'parameter_invalid', 'country']);
    expect(await faultOf({ method, quantity: 1 })).toEqual([400, 'parameter_unknown', 'quantity']);
    expect(await paymentsOf(browser.customerId)).toEqual([]);
  });

  it.each(['creditcard', 'directdebit', 'ideal', 'applepay'])('[ELM-05] starts a payment by %s', async (method) => {
    const browser = await openEmbedded();
    expect(await browser.confirmOrThrow({ method })).toMatchObject({
      payment_status: 'pending',
      redirect_url: expect.stringMatching(/^https?:/),
    });
    expect((await paymentsOf(browser.customerId)).map((payment) => (payment.payment_method as Json).type)).toEqual([method]);
  });

  it.each([
    ['null', { card_token: null, country: null, issuer: null }],
    ['text', { card_token: 'x'.repeat(512), country: 'NL', issuer: 'x'.repeat(64) }],
  ])('[ELM-06] accepts card_token, country and issuer as %s', async (_what, fields) => {
    const browser = await openEmbedded();
    expect((await browser.confirm({ method: 'ideal', ...fields })).status).toBe(200);
  });

  it('starts one payment for concurrent and repeated requests, with the same answer', async () => {
    const browser = await openEmbedded();
    const body = { method: 'creditcard' };
    const answers = await Promise.all([browser.confirmOrThrow(body), browser.confirmOrThrow(body)]);
    expect(answers[1]).toEqual(answers[0]);
    expect(await browser.confirmOrThrow(body)).toEqual(answers[0]);
    expect(await paymentsOf(browser.customerId)).toHaveLength(1);
  });

  it('is replayed for a request with the same idempotency key, even after the payment failed', async () => {
    const browser = await openEmbedded();
    const headers = { 'idempotency-key': randomUUID() };
    const first = await browser.confirm({ method: 'creditcard' }, headers);
    await pay(client, browser.id, { outcome: 'failed' });
    const replay = await browser.confirm({ method: 'creditcard' }, headers);
    expect([replay.text, replay.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    expect(await paymentsOf(browser.customerId)).toHaveLength(1);
    expect(fault(await browser.confirm({ method: 'ideal' }, headers))).toEqual([400, 'parameter_invalid', 'Idempotency-Key']);
  });

  it('starts another payment and cancels the previous payment if the method changes', async () => {
    const browser = await openEmbedded();
    await browser.confirmOrThrow({ method: 'creditcard' });
    await browser.confirmOrThrow({ method: 'ideal' });
    const payments = await paymentsOf(browser.customerId);
    expect(payments.map(({ status, payment_method: method }) => [status, (method as Json).type])).toEqual([
      ['pending', 'ideal'],
      ['canceled', 'creditcard'],
    ]);
    expect(await pay(client, browser.id)).toMatchObject({ status: 'completed', payment_id: payments[0]?.id });
  });

  it('is rejected for a method that the session does not allow', async () => {
    const browser = await openEmbedded({ payment_method: 'ideal' });
    expect((await browser.element()).methods).toEqual(['ideal']);
    expect(fault(await browser.confirm({ method: 'creditcard' }))).toEqual([400, 'parameter_invalid', 'method']);
    expect(await browser.confirmOrThrow({ method: 'ideal' })).toMatchObject({ status: 'open' });
    const body = sessionBody(priceId, { ui_mode: 'embedded', payment_method: 'eps' });
    expect(fault(await client.call('POST', '/v1/checkout/sessions', body))).toEqual([400, 'parameter_invalid', 'payment_method']);
  });

  it('is rejected for a completed session', async () => {
    const browser = await openEmbedded();
    await browser.confirmOrThrow({ method: 'creditcard' });
    await pay(client, browser.id);
    expect(refusal(await browser.confirm({ method: 'creditcard' }))).toEqual([409, 'state_conflict']);
    expect(await browser.element()).toMatchObject({ status: 'completed' });
  });

  it.each([
    ['a trial', { trial_days_override: 7 }, 'subscription.trial_started'],
    ['a coupon of 100%', {}, 'subscription.coupon_applied'],
  ])('[EVT-38] makes a verification charge for %s', async (_what, fields, event) => {
    const browser = await openEmbedded(fields);
    if (event === 'subscription.coupon_applied') {
      const { code } = await client.post('/v1/coupons', { code: `ALL-${randomUUID()}`, percent_off: 100 });
      expect((await browser.coupon(code)).body).toMatchObject({ amount_due_now: 1, requires_verification: true });
    }
    await browser.confirmOrThrow({ method: 'creditcard' });
    const paid = await pay(client, browser.id);
    expect(await client.get(`/v1/payments/${String(paid.payment_id)}`)).toMatchObject({
      amount_cents: 1,
      invoice_id: null,
      status: 'succeeded',
    });
    const types = await eventTypesOf(client, browser.customerId, (types) => types.includes('payment.succeeded'));
    expect(types).toContain(event);
    expect(types).not.toContain('invoice.created');
  });
});
