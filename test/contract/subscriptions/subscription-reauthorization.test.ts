import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError, statusAndCode } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { advance, eventsAbout, newPlan, setBehavior, subscribeOnClock } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const START = Date.UTC(2027, 0, 31, 12) / 1000;
const FEB = Date.UTC(2027, 1, 28, 12) / 1000;
const BODY = { return_url: 'https://shop.example/account', method: 'creditcard' };

let client: Client;
let priceId: string;
beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  ({ priceId } = await newPlan(client));
});

const newSubscription = () => subscribeOnClock(client, priceId, START);
const pathOf = (id: string): string => `/v1/subscriptions/${id}/reauthorize_payment_method`;
const retrieve = (id: string): Promise<ApiObject> => client.get(`/v1/subscriptions/${id}`);
const settle = (paymentId: unknown, outcome: string) => client.call('POST', `/sandbox/payments/${String(paymentId)}/outcome`, { outcome });
const setupsOf = async (id: string) => (await client.list(`/v1/payments?subscription_id=${id}`)).filter(({ type }) => type === 'setup');

describe('the reauthorization of a payment method', () => {
  it('[SUB-12] [SUB-51] [EVT-29] sets the new method after its authorization', async () => {
    const { id, clockId } = await newSubscription();
    const nowSeconds = Math.floor(Date.now() / 1000);
    const reauthorization = await client.post(pathOf(id), BODY);
    expect(reauthorization).toEqual({
      object: 'subscription.reauthorization',
      livemode: false,
      subscription_id: id,
      payment_id: expect.stringMatching(/^pay_/),
      url: expect.stringMatching(/^https?:/),
      expires_at: expect.any(Number),
    });
    expect(Number(reauthorization.expires_at)).toBeGreaterThan(nowSeconds);
    const payment = await client.get(`/v1/payments/${String(reauthorization.payment_id)}`);
    expect(payment).toMatchObject({ type: 'setup', status: 'pending', amount_cents: 1, subscription_id: id, invoice_id: null });
    const before = await retrieve(id);
    expect((await settle(reauthorization.payment_id, 'paid')).status).toBe(200);
    const after = await retrieve(id);
    expect(after).toEqual({ ...before, payment_method: after.payment_method });
    const [, updated, event] = await eventsAbout(client, id, 3);
    expect([updated?.type, event?.type, event?.data]).toEqual(['subscription.updated', 'subscription.payment_method_updated', after]);
    await advance(client, clockId, FEB);
    expect(await retrieve(id)).toMatchObject({ status: 'active', payment_count: 2 });
  });

  it('charges a failed renewal to the new method immediately', async () => {
    const { id, clockId, customerId } = await newSubscription();
    await setBehavior(client, customerId, { charges: 'mandate_gone' });
    await advance(client, clockId, FEB);
    expect(await retrieve(id)).toMatchObject({ status: 'past_due', next_payment_attempt: null });
    const { payment_id: paymentId } = await client.post(pathOf(id), BODY);
    await setBehavior(client, customerId, { charges: 'paid' });
    await settle(paymentId, 'paid');
    const renewed = await eventually(
      () => retrieve(id),
      ({ status }) => status === 'active',
    );
    expect(renewed).toMatchObject({ payment_count: 2, current_period_start: FEB, next_payment_attempt: null });
    const [invoice] = await client.list(`/v1/invoices?subscription_id=${id}`);
    expect(invoice).toMatchObject({ status: 'paid', next_payment_attempt: null });
  });

  it('charges the minimum amount of the requested method, also after a request for another method', async () => {
    const { id } = await newSubscription();
    for (const [method, cents] of [
      ['creditcard', 1],
      ['eps', 100],
      ['creditcard', 1],
    ] as const) {
      const { payment_id: paymentId } = await client.post(pathOf(id), { ...BODY, method });
      expect(await client.get(`/v1/payments/${String(paymentId)}`)).toMatchObject({ status: 'pending', amount_cents: cents });
    }
  });

  it('keeps the previous method if the authorization fails, is canceled, expires or succeeds too late', async () => {
    const { id, clockId } = await newSubscription();
    const before = await retrieve(id);
    for (const outcome of ['failed', 'canceled', 'expired']) {
      const { payment_id: paymentId } = await client.post(pathOf(id), BODY);
      await settle(paymentId, outcome);
      expect(await retrieve(id)).toEqual(before);
    }
    const { payment_id: latePaymentId } = await client.post(pathOf(id), BODY);
    await client.post(`/v1/subscriptions/${id}/cancel`);
    await advance(client, clockId, FEB);
    await settle(latePaymentId, 'paid');
    const latePayment = await eventually(
      () => client.get(`/v1/payments/${String(latePaymentId)}`),
      ({ amount_refunded_cents: refunded }) => refunded === 1,
    );
    expect(latePayment).toMatchObject({ status: 'succeeded' });
    expect((await retrieve(id)).payment_method).toEqual(before.payment_method);
    expect(statusAndCode(await client.call('POST', pathOf(id), BODY))).toEqual([409, 'state_conflict']);
  });

  it('is created once by concurrent requests with different idempotency keys', async () => {
    const { id } = await newSubscription();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_none, index) => client.call('POST', pathOf(id), BODY, { 'Idempotency-Key': `key-${id}-${index % 3}` })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await setupsOf(id)).toHaveLength(1);
  });

  it('cancels the pending payment when another method is chosen, and sets the new method once', async () => {
    const { id } = await newSubscription();
    const first = await client.post(pathOf(id), BODY);
    const second = await client.post(pathOf(id), { return_url: BODY.return_url });
    expect(second.payment_id).not.toBe(first.payment_id);
    expect((await setupsOf(id)).map(({ status }) => status)).toEqual(['pending', 'canceled']);
    expect(statusAndCode(await settle(first.payment_id, 'paid'))).toEqual([409, 'state_conflict']);
    const answers = await Promise.all([settle(second.payment_id, 'paid'), settle(second.payment_id, 'paid')]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await eventsAbout(client, id, 3)).toHaveLength(3);
  });

  it('rejects invalid fields and subscriptions of another account', async () => {
    const { id } = await newSubscription();
    expect(fieldError(await client.call('POST', pathOf(id), {}))).toEqual([400, 'parameter_missing', 'return_url']);
    expect(fieldError(await client.call('POST', pathOf(id), { ...BODY, return_url: 'shop' }))).toEqual([
      400,
      'parameter_invalid',
      'return_url',
    ]);
    expect(fieldError(await client.call('POST', pathOf(id), { ...BODY, method: 'cash' }))).toEqual([400, 'parameter_invalid', 'method']);
    const stranger = api.client((await createAccount()).testKey);
    expect(statusAndCode(await stranger.call('POST', pathOf(id), BODY))).toEqual([404, 'resource_missing']);
  });
});
