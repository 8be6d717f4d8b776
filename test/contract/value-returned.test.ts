import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, type Json, refusal } from '../../scripts/support/api.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { service } from '../support/service.ts';
import { advance, clockAt, METERED, openPortal, openShop, subscribe } from './support/shop.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const START = Date.UTC(2027, 0, 31, 12) / 1000;
const DAY = 86_400;

let client: Client;
let yearlyId: string;
let monthlyId: string;
let dearId: string;
let meteredId: string;
beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  const shop = await openShop(client, { amount_cents: 120_000, interval: 'year' });
  yearlyId = shop.priceId;
  const of = async (price: Json): Promise<string> =>
    (await client.post('/v1/prices', { product_id: shop.productId, currency: 'EUR', interval: 'month', ...price })).id;
  monthlyId = await of({ amount_cents: 1000 });
  dearId = await of({ amount_cents: 300_000 });
  meteredId = (await openShop(client, METERED)).priceId;
});

const shown = (id: string): Promise<ApiObject> => client.get(`/v1/subscriptions/${id}`);

/** A customer on a clock who pays for a price. */
const buyer = async (priceId: string) => {
  const clock = await clockAt(client, START);
  const customer = await client.post('/v1/customers', { test_clock_id: clock.id });
  const { id, last_payment_id: paymentId } = await subscribe(client, priceId, { customer_id: customer.id });
  return { clockId: clock.id, customerId: customer.id, id, paymentId: String(paymentId) };
};

/** One who pays a year and changes to the monthly price in the portal, in the same second: 1 190.00 are carried. */
const downgraded = async () => {
  const bought = await buyer(yearlyId);
  const { portal_token: token } = await openPortal(client, bought.id);
  const changed = await api.client(String(token)).call('POST', '/portal/subscription/update', { price_id: monthlyId });
  expect(changed.status).toBe(200);
  return bought;
};

const outcome = (paymentId: string, word: string) => client.post(`/sandbox/payments/${paymentId}/outcome`, { outcome: word });
const totalsOf = async (id: string): Promise<readonly number[]> =>
  (await client.list(`/v1/invoices?subscription_id=${id}`)).map(({ total_cents }) => Number(total_cents)).reverse();

describe('credit that a plan change carried', () => {
  it('renews nothing once the payment that it comes from is charged back, and is worth it again once that is won', async () => {
    const { id, clockId, paymentId } = await downgraded();
    expect(await shown(id)).toMatchObject({ next_charge_amount_cents: 0 });
    await outcome(paymentId, 'charged_back');
    await eventually(
      async () => Number((await shown(id)).next_charge_amount_cents),
      (cents) => cents === 1000,
    );
    await advance(client, clockId, Date.UTC(2027, 2, 31, 12) / 1000);
    expect((await totalsOf(id)).slice(2)).toEqual([1000, 1000]);
    await outcome(paymentId, 'chargeback_reversed');
    await eventually(
      async () => Number((await shown(id)).next_charge_amount_cents),
      (cents) => cents === 0,
    );
  });

  it('is worth what a refund leaves of its payment', async () => {
    const { id, clockId, paymentId } = await downgraded();
    await client.post('/v1/refunds', { payment_id: paymentId, amount_cents: 118_500 });
    expect(await shown(id)).toMatchObject({ status: 'active', next_charge_amount_cents: 500 });
    await advance(client, clockId, Date.UTC(2027, 2, 31, 12) / 1000);
    expect((await totalsOf(id)).slice(2)).toEqual([500, 1000]);
  });

  it('that is left at the end is a row of account.attention, and is paid out as a refund after the window', async () => {
    const { id, clockId, paymentId } = await downgraded();
    await client.post(`/v1/subscriptions/${id}/cancel`);
    await advance(client, clockId, START + 30 * DAY);
    const row = async () => ((await client.get('/v1/account/attention')).data as readonly Json[]).find(({ key }) => key === 'credit_left');
    await eventually(row, (found) => Number(found?.count ?? 0) >= 1);
    const paid = await client.get(`/v1/payments/${paymentId}?expand=refund_eligibility`);
    expect(paid.refund_eligibility).toMatchObject({ eligible: true, amount_cents: 119_000, days_remaining: 0 });
    expect(refusal(await client.call('POST', '/v1/refunds', { payment_id: paymentId, amount_cents: 119_001 }))).toEqual([
      400,
      'parameter_invalid',
    ]);
    await client.post('/v1/refunds', { payment_id: paymentId });
    expect((await client.call('POST', '/v1/refunds', { payment_id: paymentId })).body).toMatchObject({
      error: { code: 'state_conflict', reason: 'refund_window_passed' },
    });
  });
});

describe('a refund of a payment whose value a pending plan change uses', () => {
  it('is refused until the bank has decided', async () => {
    const { id, customerId, paymentId } = await buyer(yearlyId);
    await client.post(`/sandbox/customers/${customerId}/behavior`, { charges: 'pending' });
    const { body } = await client.call('POST', `/v1/subscriptions/${id}/update`, { price_id: dearId });
    expect(body).toMatchObject({ price_id: yearlyId });
    const refused = await client.call('POST', '/v1/refunds', { payment_id: paymentId });
    expect([refused.status, (refused.body as Json).error]).toMatchObject([
      409,
      { code: 'operation_pending', reason: 'plan_change_pending' },
    ]);
    const eligibility = await client.get(`/v1/payments/${paymentId}?expand=refund_eligibility`);
    expect(eligibility.refund_eligibility).toMatchObject({ eligible: false, reason: 'plan_change_pending' });
    const [pending] = await client.list(`/v1/payments?subscription_id=${id}`);
    await outcome(String(pending?.id), 'failed');
    expect((await client.call('POST', '/v1/refunds', { payment_id: paymentId, amount_cents: 1 })).status).toBe(200);
  });
});

describe('a canceled metered subscription', () => {
  it('ends with its period while its last usage is not paid, and the customer has an open invoice until it is', async () => {
    const { id, customerId, clockId } = await buyer(meteredId);
    await client.post(`/v1/subscriptions/${id}/usage_records`, { quantity: 1000 });
    await client.post(`/v1/subscriptions/${id}/cancel`);
    await client.post(`/sandbox/customers/${customerId}/behavior`, { charges: 'insufficient_funds' });
    const end = Number((await shown(id)).current_period_end);
    await advance(client, clockId, end + DAY);
    expect(await shown(id)).toMatchObject({
      status: 'canceled',
      renewal_state: 'ended',
      serves_customer: false,
      canceled_at: START,
      next_payment_attempt: end + 2 * DAY,
    });
    expect((await client.call('DELETE', `/v1/customers/${customerId}`)).body).toMatchObject({
      error: { code: 'state_conflict', reason: 'customer_has_open_invoice' },
    });
    const [invoice] = await client.list(`/v1/invoices?subscription_id=${id}`);
    expect(invoice).toMatchObject({ status: 'open', total_cents: 2500 });
    await client.post(`/sandbox/customers/${customerId}/behavior`, { charges: 'paid' });
    await advance(client, clockId, end + 3 * DAY);
    expect(await client.get(`/v1/invoices/${String(invoice?.id)}`)).toMatchObject({ status: 'paid' });
    expect(await shown(id)).toMatchObject({ status: 'canceled', next_payment_attempt: null, payment_count: 1 });
    expect((await client.call('DELETE', `/v1/customers/${customerId}`)).status).toBe(200);
  });

  it('has its last invoice paid in the portal', async () => {
    const { id, customerId, clockId } = await buyer(meteredId);
    await client.post(`/v1/subscriptions/${id}/usage_records`, { quantity: 1000 });
    await client.post(`/v1/subscriptions/${id}/cancel`);
    const { portal_token: token } = await openPortal(client, id);
    await client.post(`/sandbox/customers/${customerId}/behavior`, { charges: 'insufficient_funds' });
    await advance(client, clockId, Number((await shown(id)).current_period_end) + DAY);
    await client.post(`/sandbox/customers/${customerId}/behavior`, { charges: 'paid' });
    const [invoice] = await client.list(`/v1/invoices?subscription_id=${id}`);
    const paid = await api.client(String(token)).call('POST', `/portal/invoices/${String(invoice?.id)}/pay`);
    expect([paid.status, paid.body]).toMatchObject([200, { status: 'paid' }]);
    expect(await shown(id)).toMatchObject({ status: 'canceled' });
  });
});
