import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, type Json, statusAndCode } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { advance, METERED, newPlan, openPortal, setBehavior, subscribeOnClock } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const START = Date.UTC(2027, 0, 31, 12) / 1000;
const DAY = 86_400;

let client: Client;
let yearlyPriceId: string;
let monthlyPriceId: string;
let expensivePriceId: string;
let meteredPriceId: string;
beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  const yearlyPlan = await newPlan(client, { amount_cents: 120_000, interval: 'year' });
  yearlyPriceId = yearlyPlan.priceId;
  const createPrice = async (price: Json): Promise<string> =>
    (await client.post('/v1/prices', { product_id: yearlyPlan.productId, currency: 'EUR', interval: 'month', ...price })).id;
  monthlyPriceId = await createPrice({ amount_cents: 1000 });
  expensivePriceId = await createPrice({ amount_cents: 300_000 });
  meteredPriceId = (await newPlan(client, METERED)).priceId;
});

const retrieve = (id: string): Promise<ApiObject> => client.get(`/v1/subscriptions/${id}`);

const newSubscription = (priceId: string) => subscribeOnClock(client, priceId, START);

/** Creates a yearly subscription and changes it to the monthly price in the portal, immediately. This leaves a credit of 1190.00 EUR. */
const newDowngradedSubscription = async () => {
  const yearly = await newSubscription(yearlyPriceId);
  const { portal_token: token } = await openPortal(client, yearly.id);
  const changed = await api.client(String(token)).call('POST', '/portal/subscription/update', { price_id: monthlyPriceId });
  expect(changed.status).toBe(200);
  return yearly;
};

const setOutcome = (paymentId: string, outcome: string) => client.post(`/sandbox/payments/${paymentId}/outcome`, { outcome });
/** The totals of the renewal invoices, oldest first. Skips the first two invoices: those of the purchase and of the plan change. */
const renewalTotalsOf = async (id: string): Promise<readonly number[]> =>
  (await client.list(`/v1/invoices?subscription_id=${id}`))
    .toReversed()
    .slice(2)
    .map(({ total_cents }) => Number(total_cents));

describe('carried credit of a plan change', () => {
  it('is worth nothing after a chargeback of the payment that it comes from, and is restored when the dispute is won', async () => {
    const { id, clockId, paymentId } = await newDowngradedSubscription();
    expect(await retrieve(id)).toMatchObject({ next_charge_amount_cents: 0 });
    await setOutcome(paymentId, 'charged_back');
    await eventually(
      async () => Number((await retrieve(id)).next_charge_amount_cents),
      (cents) => cents === 1000,
    );
    await advance(client, clockId, Date.UTC(2027, 2, 31, 12) / 1000);
    expect(await renewalTotalsOf(id)).toEqual([1000, 1000]);
    await setOutcome(paymentId, 'chargeback_reversed');
    await eventually(
      async () => Number((await retrieve(id)).next_charge_amount_cents),
      (cents) => cents === 0,
    );
  });

  it('is reduced by a refund of the payment that it comes from', async () => {
    const { id, clockId, paymentId } = await newDowngradedSubscription();
    await client.post('/v1/refunds', { payment_id: paymentId, amount_cents: 118_500 });
    expect(await retrieve(id)).toMatchObject({ status: 'active', next_charge_amount_cents: 500 });
    await advance(client, clockId, Date.UTC(2027, 2, 31, 12) / 1000);
    expect(await renewalTotalsOf(id)).toEqual([500, 1000]);
  });

  it('that remains after a cancellation is listed in /v1/account/attention, and can be refunded even after the refund window', async () => {
    const { id, clockId, paymentId } = await newDowngradedSubscription();
    await client.post(`/v1/subscriptions/${id}/cancel`);
    await advance(client, clockId, START + 30 * DAY);
    const countCreditLeft = async (): Promise<number> => {
      const items = (await client.get('/v1/account/attention')).data as readonly Json[];
      return Number(items.find(({ key }) => key === 'credit_left')?.count ?? 0);
    };
    await eventually(countCreditLeft, (count) => count >= 1);
    const payment = await client.get(`/v1/payments/${paymentId}?expand=refund_eligibility`);
    expect(payment.refund_eligibility).toMatchObject({ eligible: true, amount_cents: 119_000, days_remaining: 0 });
    const tooMuch = await client.call('POST', '/v1/refunds', { payment_id: paymentId, amount_cents: 119_001 });
    expect(statusAndCode(tooMuch)).toEqual([400, 'parameter_invalid']);
    await client.post('/v1/refunds', { payment_id: paymentId });
    expect((await client.call('POST', '/v1/refunds', { payment_id: paymentId })).body).toMatchObject({
      error: { code: 'state_conflict', reason: 'refund_window_passed' },
    });
  });
});

describe('a refund of the payment for the current period, during a pending plan change', () => {
  it('is rejected until the charge of the plan change fails', async () => {
    const { id, customerId, paymentId } = await newSubscription(yearlyPriceId);
    await setBehavior(client, customerId, { charges: 'pending' });
    const { body } = await client.call('POST', `/v1/subscriptions/${id}/update`, { price_id: expensivePriceId });
    expect(body).toMatchObject({ price_id: yearlyPriceId });
    const refused = await client.call('POST', '/v1/refunds', { payment_id: paymentId });
    expect([...statusAndCode(refused), refused.error?.reason]).toEqual([409, 'operation_pending', 'plan_change_pending']);
    const eligibility = await client.get(`/v1/payments/${paymentId}?expand=refund_eligibility`);
    expect(eligibility.refund_eligibility).toMatchObject({ eligible: false, reason: 'plan_change_pending' });
    const [pending] = await client.list(`/v1/payments?subscription_id=${id}`);
    await setOutcome(String(pending?.id), 'failed');
    expect((await client.call('POST', '/v1/refunds', { payment_id: paymentId, amount_cents: 1 })).status).toBe(200);
  });
});

describe('a canceled metered subscription', () => {
  it('ends with its period, but its customer cannot be deleted until the invoice of the last usage is paid', async () => {
    const { id, customerId, clockId, end } = await newSubscription(meteredPriceId);
    await client.post(`/v1/subscriptions/${id}/usage_records`, { quantity: 1000 });
    await client.post(`/v1/subscriptions/${id}/cancel`);
    await setBehavior(client, customerId, { charges: 'insufficient_funds' });
    await advance(client, clockId, end + DAY);
    expect(await retrieve(id)).toMatchObject({
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
    await setBehavior(client, customerId, { charges: 'paid' });
    await advance(client, clockId, end + 3 * DAY);
    expect(await client.get(`/v1/invoices/${String(invoice?.id)}`)).toMatchObject({ status: 'paid' });
    expect(await retrieve(id)).toMatchObject({ status: 'canceled', next_payment_attempt: null, payment_count: 1 });
    expect((await client.call('DELETE', `/v1/customers/${customerId}`)).status).toBe(200);
  });

  it('has a last invoice that can be paid in the portal', async () => {
    const { id, customerId, clockId, end } = await newSubscription(meteredPriceId);
    await client.post(`/v1/subscriptions/${id}/usage_records`, { quantity: 1000 });
    await client.post(`/v1/subscriptions/${id}/cancel`);
    const { portal_token: token } = await openPortal(client, id);
    await setBehavior(client, customerId, { charges: 'insufficient_funds' });
    await advance(client, clockId, end + DAY);
    await setBehavior(client, customerId, { charges: 'paid' });
    const [invoice] = await client.list(`/v1/invoices?subscription_id=${id}`);
    const paid = await api.client(String(token)).call('POST', `/portal/invoices/${String(invoice?.id)}/pay`);
    expect([paid.status, paid.body]).toMatchObject([200, { status: 'paid' }]);
    expect(await retrieve(id)).toMatchObject({ status: 'canceled' });
  });
});
