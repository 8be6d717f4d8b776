import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError, type Json, statusAndCode } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { auditEntriesBy, elementClient } from '../support/element.ts';
import { eventTypesOf, newPlan, openSession, pay, sessionBody } from '../support/objects.ts';

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

const openElement = async (fields: Json = {}, price = priceId) =>
  elementClient(baseUrl, await openSession(client, price, { ui_mode: 'embedded', ...fields }));

const paymentsOf = (customerId: string) => client.list(`/v1/payments?customer_id=${customerId}`);

describe('the payment element', () => {
  it('[ELM-24] [ELM-25] [ELM-26] [ELM-27] [ELM-28] [ELM-29] [ELM-30] is retrieved with the client secret', async () => {
    const element = await openElement({ country: 'NL' });
    expect(await element.retrieve()).toEqual({
      object: 'checkout_element',
      session_id: element.id,
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

  it('[ELM-25] shows the amount for the requested country, and this amount is then charged', async () => {
    const account = await createAccount();
    const newClient = api.client(account.testKey);
    await api.client(account.liveKey).post('/v1/tenant/billing_profile', { tax_behavior: 'exclusive' });
    await newClient.post('/v1/tax_rates', { country_code: 'BE', rate_basis_points: 2100 });
    const shop = await newPlan(newClient);
    const element = elementClient(baseUrl, await openSession(newClient, shop.priceId, { ui_mode: 'embedded' }));
    expect(await element.retrieve()).toMatchObject({ country: null, amount_due_now: 1999 });
    const forBelgium = await element.retrieve('?country=BE');
    expect(forBelgium).toMatchObject({ country: 'BE', amount_due_now: 2419, methods: ['creditcard', 'directdebit', 'applepay'] });
    await element.confirmOrThrow({ method: 'creditcard', country: 'BE' });
    const [payment] = await newClient.list(`/v1/payments?customer_id=${element.customerId}`);
    expect(payment?.amount_cents).toBe(2419);
    expect(await newClient.get(`/v1/customers/${element.customerId}`)).toMatchObject({ country_code: 'BE' });
  });

  it('[ELM-26] has no bank methods in currencies other than EUR', async () => {
    const usdPlan = await newPlan(client, { currency: 'USD' });
    const element = await openElement({}, usdPlan.priceId);
    expect((await element.retrieve()).methods).toEqual(['creditcard', 'applepay']);
    for (const method of ['ideal', 'directdebit']) {
      expect(fieldError(await element.confirm({ method }))).toEqual([400, 'parameter_invalid', 'method']);
    }
  });
});

describe('the client secret', () => {
  it('[ELM-01] [ELM-02] [AUTH-14] authenticates element requests of its session only', async () => {
    const [element, other] = [await openElement(), await openElement()];
    expect(element.secret).toMatch(/^cs_/);
    const get = (key: string | null, path: string) => api.sendWithRetry({ method: 'GET', path, key });
    expect((await get(element.secret, `/v1/checkout/sessions/${element.id}/element`)).status).toBe(200);
    expect(statusAndCode(await get(element.secret, `/v1/checkout/sessions/${other.id}/element`))).toEqual([404, 'resource_missing']);
    expect(statusAndCode(await get(client.key, `/v1/checkout/sessions/${element.id}/element`))).toEqual([401, 'invalid_api_key']);
    for (const path of ['/v1/customers', `/v1/checkout/sessions/${element.id}`, '/v1/ping', '/v1/events']) {
      expect(statusAndCode(await get(element.secret, path)), path).toEqual([401, 'invalid_api_key']);
    }
    const withApiKey = await client.call('POST', `/v1/checkout/sessions/${element.id}/confirm`, { method: 'creditcard' });
    expect(statusAndCode(withApiKey)).toEqual([401, 'invalid_api_key']);
  });

  it('[IDEM-13] is valid in both the first and the replayed answer to a session creation', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = sessionBody(priceId, { ui_mode: 'embedded' });
    const create = async () => (await client.call('POST', '/v1/checkout/sessions', body, headers)).body as ApiObject;
    const [first, replay] = [await create(), await create()];
    expect(replay.id).toBe(first.id);
    expect((await elementClient(baseUrl, replay).confirm({ method: 'creditcard' })).status).toBe(200);
    expect((await elementClient(baseUrl, first).retrieve()).session_id).toBe(first.id);
  });

  it('[RATE-22] has a rate limit of 60 a minute, separate from the limit of the account', async () => {
    const element = await openElement();
    const calls = Array.from({ length: 60 }, () =>
      api.send({ method: 'POST', path: `/v1/checkout/sessions/${element.id}/coupon`, key: element.secret, body: { code: null } }),
    );
    const answers = await Promise.all(calls);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.error).toMatchObject({ code: 'rate_limited', type: 'rate_limit_error' });
    expect(refused?.headers).toMatchObject({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0' });
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    const account = await client.call('GET', `/v1/checkout/sessions/${element.id}`);
    expect(Number(account.headers['x-ratelimit-remaining'])).toBeGreaterThan(60);
  });

  it('can be sent by a page of any origin, and the page can read answers and errors', async () => {
    const element = await openElement();
    const path = `/v1/checkout/sessions/${element.id}/confirm`;
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
    for (const key of [element.secret, null]) {
      const answer = await api.sendWithRetry({ method: 'POST', path, key, body: { method: 'paypal' }, headers: { origin } });
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([key === null ? 401 : 400, '*']);
    }
  });
});

describe('confirming the payment element', () => {
  it('[ELM-04] [ELM-07] [AUD-13] returns a redirect URL and records the session as the actor of the audit entry', async () => {
    const element = await openElement();
    const confirmation = await element.confirmOrThrow({ method: 'ideal' });
    expect(confirmation).toEqual({
      object: 'checkout_confirmation',
      session_id: element.id,
      status: 'open',
      payment_status: 'pending',
      redirect_url: expect.stringMatching(/^https?:/),
    });
    expect((await fetch(String(confirmation.redirect_url))).status).toBe(200);
    const [payment] = await paymentsOf(element.customerId);
    expect(payment).toMatchObject({ type: 'initial', status: 'pending', amount_cents: 2000, checkout_session_id: element.id });
    expect(await auditEntriesBy(client, element.id)).toEqual([['payment.confirmed', 'checkout_session', payment?.id]]);
  });

  it('[ELM-05] [ELM-06] [LIM-28] [LIM-29] [LIM-31] rejects invalid fields with their name in `param`', async () => {
    const element = await openElement();
    const refusalOf = async (body: Json) => fieldError(await element.confirm(body));
    expect(await refusalOf({})).toEqual([400, 'parameter_missing', 'method']);
    for (const method of ['paypal', 'eps', 'banktransfer', '', null, 1]) {
      expect(await refusalOf({ method })).toEqual([400, 'parameter_invalid', 'method']);
    }
    const method = 'creditcard';
    expect(await refusalOf({ method, card_token: 'x'.repeat(513) })).toEqual([400, 'parameter_invalid', 'card_token']);
    expect(await refusalOf({ method, issuer: 'x'.repeat(65) })).toEqual([400, 'parameter_invalid', 'issuer']);
    for (const country of ['N', 'NLD', 'nl']) expect(await refusalOf({ method, country })).toEqual([400, 'parameter_invalid', 'country']);
    expect(await refusalOf({ method, quantity: 1 })).toEqual([400, 'parameter_unknown', 'quantity']);
    expect(await paymentsOf(element.customerId)).toEqual([]);
  });

  it.each(['creditcard', 'directdebit', 'ideal', 'applepay'])('[ELM-05] starts a payment by %s', async (method) => {
    const element = await openElement();
    expect(await element.confirmOrThrow({ method })).toMatchObject({
      payment_status: 'pending',
      redirect_url: expect.stringMatching(/^https?:/),
    });
    expect((await paymentsOf(element.customerId)).map((payment) => (payment.payment_method as Json).type)).toEqual([method]);
  });

  it.each([
    ['null', { card_token: null, country: null, issuer: null }],
    ['text', { card_token: 'x'.repeat(512), country: 'NL', issuer: 'x'.repeat(64) }],
  ])('[ELM-06] accepts card_token, country and issuer as %s', async (_what, fields) => {
    const element = await openElement();
    expect((await element.confirm({ method: 'ideal', ...fields })).status).toBe(200);
  });

  it('starts one payment for concurrent and repeated requests, which all get the same answer', async () => {
    const element = await openElement();
    const body = { method: 'creditcard' };
    const answers = await Promise.all([element.confirmOrThrow(body), element.confirmOrThrow(body)]);
    expect(answers[1]).toEqual(answers[0]);
    expect(await element.confirmOrThrow(body)).toEqual(answers[0]);
    expect(await paymentsOf(element.customerId)).toHaveLength(1);
  });

  it('is replayed for a request with the same idempotency key, even after the payment failed', async () => {
    const element = await openElement();
    const headers = { 'idempotency-key': randomUUID() };
    const first = await element.confirm({ method: 'creditcard' }, headers);
    await pay(client, element.id, { outcome: 'failed' });
    const replay = await element.confirm({ method: 'creditcard' }, headers);
    expect([replay.text, replay.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    expect(await paymentsOf(element.customerId)).toHaveLength(1);
    expect(fieldError(await element.confirm({ method: 'ideal' }, headers))).toEqual([400, 'parameter_invalid', 'Idempotency-Key']);
  });

  it('starts another payment and cancels the previous payment if the method changes', async () => {
    const element = await openElement();
    await element.confirmOrThrow({ method: 'creditcard' });
    await element.confirmOrThrow({ method: 'ideal' });
    const payments = await paymentsOf(element.customerId);
    expect(payments.map(({ status, payment_method: method }) => [status, (method as Json).type])).toEqual([
      ['pending', 'ideal'],
      ['canceled', 'creditcard'],
    ]);
    expect(await pay(client, element.id)).toMatchObject({ status: 'completed', payment_id: payments[0]?.id });
  });

  it('is rejected for a method that the session does not allow', async () => {
    const element = await openElement({ payment_method: 'ideal' });
    expect((await element.retrieve()).methods).toEqual(['ideal']);
    expect(fieldError(await element.confirm({ method: 'creditcard' }))).toEqual([400, 'parameter_invalid', 'method']);
    expect(await element.confirmOrThrow({ method: 'ideal' })).toMatchObject({ status: 'open' });
    const body = sessionBody(priceId, { ui_mode: 'embedded', payment_method: 'eps' });
    expect(fieldError(await client.call('POST', '/v1/checkout/sessions', body))).toEqual([400, 'parameter_invalid', 'payment_method']);
  });

  it('is rejected for a completed session', async () => {
    const element = await openElement();
    await element.confirmOrThrow({ method: 'creditcard' });
    await pay(client, element.id);
    expect(statusAndCode(await element.confirm({ method: 'creditcard' }))).toEqual([409, 'state_conflict']);
    expect(await element.retrieve()).toMatchObject({ status: 'completed' });
  });

  it.each([
    ['a trial', { trial_days_override: 7 }, 'subscription.trial_started'],
    ['a coupon of 100%', {}, 'subscription.coupon_applied'],
  ])('[EVT-38] makes a verification charge for %s', async (_what, fields, event) => {
    const element = await openElement(fields);
    if (event === 'subscription.coupon_applied') {
      const { code } = await client.post('/v1/coupons', { code: `ALL-${randomUUID()}`, percent_off: 100 });
      expect((await element.setCoupon(code)).body).toMatchObject({ amount_due_now: 1, requires_verification: true });
    }
    await element.confirmOrThrow({ method: 'creditcard' });
    const paid = await pay(client, element.id);
    expect(await client.get(`/v1/payments/${String(paid.payment_id)}`)).toMatchObject({
      amount_cents: 1,
      invoice_id: null,
      status: 'succeeded',
    });
    const types = await eventTypesOf(client, element.customerId, (types) => types.includes('payment.succeeded'));
    expect(types).toContain(event);
    expect(types).not.toContain('invoice.created');
  });
});
