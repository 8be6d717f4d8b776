import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError, type Json, statusAndCode } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { advance, eventsAbout, METERED, newPlan, setBehavior, subscribeOnClock } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const START = Date.UTC(2027, 0, 31, 12) / 1000;
const DAY = 86_400;
/** The middle of the period from 31 January to 28 February. */
const MIDDLE = START + 14 * DAY;

let client: Client;
let priceId: string;
/** A more expensive price of the same product. */
let higherId: string;
beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  const plan = await newPlan(client, { amount_cents: 1000, refund_window_days: 365 });
  ({ priceId } = plan);
  higherId = await createPrice(plan.productId, { amount_cents: 3000 });
});

const createPrice = async (product_id: string, price: Json): Promise<string> =>
  (await client.post('/v1/prices', { product_id, currency: 'EUR', interval: 'month', ...price })).id;

/** Creates a subscription on a separate test clock, in the middle of its first period. */
const newSubscription = async (price = priceId) => {
  const { paymentId: firstPaymentId, ...created } = await subscribeOnClock(client, price, START);
  await advance(client, created.clockId, MIDDLE);
  return { ...created, firstPaymentId };
};

const fetchSubscription = (id: string): Promise<ApiObject> => client.get(`/v1/subscriptions/${id}`);
const preview = (id: string, price_id: string, fields: Json = {}) =>
  client.post(`/v1/subscriptions/${id}/preview_update`, { price_id, ...fields });
const update = (id: string, price_id: string, fields: Json = {}) =>
  client.call('POST', `/v1/subscriptions/${id}/update`, { price_id, ...fields });
const setCharges = (customerId: string, charges: string) => setBehavior(client, customerId, { charges });

describe('a change of plan', () => {
  it('[PLAN-01] [PLAN-02] [PLAN-03] [PLAN-08] charges the amount that its preview shows, and the preview changes nothing', async () => {
    const { id } = await newSubscription();
    const before = await fetchSubscription(id);
    const previewed = await preview(id, higherId);
    expect(previewed).toMatchObject({
      object: 'plan_change_preview',
      livemode: false,
      proration_at: MIDDLE,
      credit_cents: 500,
      charge_cents: 1500,
      tax_cents: 0,
      amount_due_now_cents: 1000,
      carried_credit_cents: 0,
      currency: 'EUR',
    });
    expect(await fetchSubscription(id)).toEqual(before);
    const { status, body } = await update(id, higherId);
    expect([status, body]).toEqual([
      200,
      {
        ...before,
        price_id: higherId,
        price: expect.objectContaining({ id: higherId, amount_cents: 3000 }),
        mrr_cents: 3000,
        next_charge_amount_cents: previewed.next_charge_amount_cents,
        last_payment_id: expect.stringMatching(/^pay_/),
        last_payment_at: MIDDLE,
        payment_count: 2,
      },
    ]);
    const payment = await client.get(`/v1/payments/${String((body as Json).last_payment_id)}`);
    expect(payment).toMatchObject({ type: 'plan_change', status: 'succeeded', amount_cents: previewed.amount_due_now_cents });
    const invoice = await client.get(`/v1/invoices/${String(payment.invoice_id)}`);
    expect(invoice).toMatchObject({
      billing_reason: 'subscription_update',
      status: 'paid',
      total_cents: 1000,
      amount_due_cents: 0,
      lines: previewed.lines,
    });
  });

  it('[PLAN-04] [EVT-23] records subscription.updated, then subscription.plan_changed', async () => {
    const { id } = await newSubscription();
    const before = await fetchSubscription(id);
    await update(id, higherId);
    const [, updated, changed] = await eventsAbout(client, id, 3);
    expect([updated?.type, changed?.type]).toEqual(['subscription.updated', 'subscription.plan_changed']);
    expect(updated?.data).toEqual(await fetchSubscription(id));
    expect(updated?.previous_attributes).toMatchObject({ price_id: before.price_id, price: before.price, mrr_cents: 1000 });
  });

  it('[PLAN-09] answers 402 if the charge is declined, and keeps the old plan', async () => {
    const { id, customerId } = await newSubscription();
    const before = await fetchSubscription(id);
    await setCharges(customerId, 'insufficient_funds');
    const declined = await update(id, higherId);
    expect(statusAndCode(declined)).toEqual([402, 'payment_refused']);
    expect(await fetchSubscription(id)).toEqual(before);
    await setCharges(customerId, 'paid');
    expect((await update(id, higherId)).body).toMatchObject({ price_id: higherId });
  });

  it('[PLAN-06] takes effect when a pending payment succeeds', async () => {
    const { id, customerId } = await newSubscription();
    const before = await fetchSubscription(id);
    await setCharges(customerId, 'pending');
    expect((await update(id, higherId)).body).toEqual(before);
    expect((await update(id, higherId)).error).toMatchObject({ code: 'operation_pending', reason: 'payment_processing' });
    const [payment] = await client.list(`/v1/payments?customer_id=${customerId}`);
    expect(payment).toMatchObject({ type: 'plan_change', status: 'pending' });
    await client.post(`/sandbox/payments/${payment?.id}/outcome`, { outcome: 'paid' });
    expect(await fetchSubscription(id)).toMatchObject({ price_id: higherId, payment_count: 2 });
  });

  it('[PLAN-07] [SUB-45] credits the unused part of a payment; the full refund of that payment cancels the subscription', async () => {
    const { id, clockId, firstPaymentId } = await newSubscription();
    const { product_id } = await client.get(`/v1/prices/${priceId}`);
    const cheaperId = await createPrice(String(product_id), { amount_cents: 300 });
    expect(await preview(id, cheaperId)).toMatchObject({ amount_due_now_cents: 0, carried_credit_cents: 350, next_charge_amount_cents: 0 });
    await update(id, cheaperId);
    await advance(client, clockId, Number((await fetchSubscription(id)).current_period_end));
    expect(await fetchSubscription(id)).toMatchObject({ payment_count: 1, next_charge_amount_cents: 250 });
    await client.post('/v1/refunds', { payment_id: firstPaymentId });
    const ended = await eventually(
      () => fetchSubscription(id),
      ({ status }) => status === 'canceled',
    );
    expect(ended).toMatchObject({ cancellation_reason: 'refund_issued' });
  });

  it('[PLAN-05] [PLAN-06] is rejected while a renewal is pending and while the subscription is past due', async () => {
    const { id, clockId, customerId } = await newSubscription();
    await setCharges(customerId, 'pending');
    await advance(client, clockId, Number((await fetchSubscription(id)).current_period_end));
    for (const path of ['update', 'preview_update']) {
      const refused = await client.call('POST', `/v1/subscriptions/${id}/${path}`, { price_id: higherId });
      expect(refused.error).toMatchObject({ code: 'operation_pending', reason: 'renewal_processing' });
    }
    const [payment] = await client.list(`/v1/payments?customer_id=${customerId}`);
    await client.post(`/sandbox/payments/${payment?.id}/outcome`, { outcome: 'failed' });
    expect(statusAndCode(await update(id, higherId))).toEqual([409, 'subscription_past_due']);
  });

  it('is rejected for invalid prices and coupon codes, with the field in `param`', async () => {
    const { id } = await newSubscription();
    const { product_id } = await client.get(`/v1/prices/${priceId}`);
    const usdId = await createPrice(String(product_id), { amount_cents: 300, currency: 'USD' });
    const archivedId = await createPrice(String(product_id), { amount_cents: 300 });
    await client.post(`/v1/prices/${archivedId}`, { active: false });
    expect(fieldError(await update(id, 'price_none'))).toEqual([404, 'resource_missing', 'price_id']);
    expect(fieldError(await update(id, usdId))).toEqual([400, 'parameter_invalid', 'price_id']);
    expect(statusAndCode(await update(id, archivedId))).toEqual([409, 'state_conflict']);
    expect((await update(id, higherId, { coupon_code: 'NONE' })).error).toMatchObject({ reason: 'coupon_not_found', param: 'coupon_code' });
    expect(fieldError(await client.call('POST', `/v1/subscriptions/${id}/update`, {}))).toEqual([400, 'parameter_missing', 'price_id']);
  });
});

describe('a change from a metered to a licensed plan', () => {
  it('does not prevent usage records if the charge of the change was declined', async () => {
    const { priceId: meteredId } = await newPlan(client, METERED);
    const { id, customerId } = await newSubscription(meteredId);
    await client.post(`/v1/subscriptions/${id}/usage_records`, { quantity: 40 });
    await setCharges(customerId, 'insufficient_funds');
    expect(statusAndCode(await update(id, higherId))).toEqual([402, 'payment_refused']);
    await client.post(`/v1/subscriptions/${id}/usage_records`, { quantity: 2 });
    expect(await client.get(`/v1/subscriptions/${id}/usage_summary`)).toMatchObject({ total_quantity: 42 });
  });
});
