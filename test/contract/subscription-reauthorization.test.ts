import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fault, refusal } from '../../scripts/support/api.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { service } from '../support/service.ts';
import { advance, clockAt, eventsAbout, openShop, subscribe } from './support/shop.ts';

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
  ({ priceId } = await openShop(client));
});

const subscriber = async () => {
  const clock = await clockAt(client, START);
  const customer = await client.post('/v1/customers', { test_clock_id: clock.id });
  const { id } = await subscribe(client, priceId, { customer_id: customer.id });
  return { clockId: clock.id, customerId: customer.id, id };
};

const pathOf = (id: string): string => `/v1/subscriptions/${id}/reauthorize_payment_method`;
const shown = (id: string): Promise<ApiObject> => client.get(`/v1/subscriptions/${id}`);
const decide = (paymentId: unknown, outcome: string) => client.call('POST', `/sandbox/payments/${String(paymentId)}/outcome`, { outcome });
const setupsOf = async (id: string) => (await client.list(`/v1/payments?subscription_id=${id}`)).filter(({ type }) => type === 'setup');

describe('a subscription whose payment method is reauthorized', () => {
  it('[SUB-12] [SUB-51] [EVT-29] is charged to the new one once it was authorised', async () => {
    const { id, clockId } = await subscriber();
    const nowSeconds = Math.floor(Date.now() / 1000);
    const asked = await client.post(pathOf(id), BODY);
    expect(asked).toEqual({
      object: 'subscription.reauthorization',
      livemode: false,
      subscription_id: id,
      payment_id: expect.stringMatching(/^pay_/),
      url: expect.stringMatching(/^https?:/),
      expires_at: expect.any(Number),
    });
    expect(Number(asked.expires_at)).toBeGreaterThan(nowSeconds);
    const payment = await client.get(`/v1/payments/${String(asked.payment_id)}`);
    expect(payment).toMatchObject({ type: 'setup', status: 'pending', amount_cents: 1, subscription_id: id, invoice_id: null });
    const before = await shown(id);
    expect((await decide(asked.payment_id, 'paid')).status).toBe(200);
    const after = await shown(id);
    expect(after).toEqual({ ...before, payment_method: after.payment_method });
    const [, updated, reported] = await eventsAbout(client, id, 3);
    expect([updated?.type, reported?.type, reported?.data]).toEqual(['subscription.updated', 'subscription.payment_method_updated', after]);
    await advance(client, clockId, FEB);
    expect(await shown(id)).toMatchObject({ status: 'active', payment_count: 2 });
  });

  it('has a renewal that failed charged to it at once', async () => {
    const { id, clockId, customerId } = await subscriber();
    await client.post(`/sandbox/customers/${customerId}/behavior`, { charges: 'mandate_gone' });
    await advance(client, clockId, FEB);
    expect(await shown(id)).toMatchObject({ status: 'past_due', next_payment_attempt: null });
    const { payment_id: paymentId } = await client.post(pathOf(id), BODY);
    await client.post(`/sandbox/customers/${customerId}/behavior`, { charges: 'paid' });
    await decide(paymentId, 'paid');
    const renewed = await eventually(
      () => shown(id),
      ({ status }) => status === 'active',
    );
    expect(renewed).toMatchObject({ payment_count: 2, current_period_start: FEB, next_payment_attempt: null });
    const [invoice] = await client.list(`/v1/invoices?subscription_id=${id}`);
    expect(invoice).toMatchObject({ status: 'paid', next_payment_attempt: null });
  });

  it('keeps its own where the customer refuses, walks away, or comes too late', async () => {
    const { id, clockId } = await subscriber();
    const before = await shown(id);
    for (const outcome of ['failed', 'canceled', 'expired']) {
      const { payment_id: paymentId } = await client.post(pathOf(id), BODY);
      await decide(paymentId, outcome);
      expect(await shown(id)).toEqual(before);
    }
    const { payment_id: late } = await client.post(pathOf(id), BODY);
    await client.post(`/v1/subscriptions/${id}/cancel`);
    await advance(client, clockId, FEB);
    await decide(late, 'paid');
    const given = await eventually(
      () => client.get(`/v1/payments/${String(late)}`),
      ({ amount_refunded_cents: refunded }) => refunded === 1,
    );
    expect(given).toMatchObject({ status: 'succeeded' });
    expect((await shown(id)).payment_method).toEqual(before.payment_method);
    expect(refusal(await client.call('POST', pathOf(id), BODY))).toEqual([409, 'state_conflict']);
  });

  it('is asked for once, however many ask at once and under whichever keys', async () => {
    const { id } = await subscriber();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_none, index) => client.call('POST', pathOf(id), BODY, { 'Idempotency-Key': `key-${id}-${index % 3}` })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await setupsOf(id)).toHaveLength(1);
  });

  it('has an open page withdrawn for another choice, and none paid twice', async () => {
    const { id } = await subscriber();
    const first = await client.post(pathOf(id), BODY);
    const second = await client.post(pathOf(id), { return_url: BODY.return_url });
    expect(second.payment_id).not.toBe(first.payment_id);
    expect((await setupsOf(id)).map(({ status }) => status)).toEqual(['pending', 'canceled']);
    expect(refusal(await decide(first.payment_id, 'paid'))).toEqual([409, 'state_conflict']);
    const twice = await Promise.all([decide(second.payment_id, 'paid'), decide(second.payment_id, 'paid')]);
    expect(twice.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await eventsAbout(client, id, 3)).toHaveLength(3);
  });

  it('names what is wrong with what was sent, and is found by its own account only', async () => {
    const { id } = await subscriber();
    expect(fault(await client.call('POST', pathOf(id), {}))).toEqual([400, 'parameter_missing', 'return_url']);
    expect(fault(await client.call('POST', pathOf(id), { ...BODY, return_url: 'shop' }))).toEqual([400, 'parameter_invalid', 'return_url']);
    expect(fault(await client.call('POST', pathOf(id), { ...BODY, method: 'cash' }))).toEqual([400, 'parameter_invalid', 'method']);
    const stranger = api.client((await createAccount()).testKey);
    expect(refusal(await stranger.call('POST', pathOf(id), BODY))).toEqual([404, 'resource_missing']);
  });
});
