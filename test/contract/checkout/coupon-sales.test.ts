import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, type Json } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { advance, eventTypesOf, newPlan, openSession, pay, sessionBody, subscribeOnClock } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let client: Client;
let priceId: string;

beforeEach(async () => {
  client = api.client((await createAccount()).testKey);
  ({ priceId } = await newPlan(client, { amount_cents: 1000 }));
});

const createCoupon = (body: Json): Promise<ApiObject> => client.post('/v1/coupons', { code: 'CODE', ...body });
const openWithCode = (body: Json = {}): Promise<ApiObject> => openSession(client, priceId, { coupon_code: 'code', ...body });
/** Tries to open a session with the code; returns the error. */
const openingError = async (body: Json = {}) => {
  const { status, error } = await client.call('POST', '/v1/checkout/sessions', { ...sessionBody(priceId), coupon_code: 'CODE', ...body });
  return [status, error?.code, error?.param, error?.reason];
};
const invalidCode = (reason: string) => [400, 'parameter_invalid', 'coupon_code', reason];
/** The reason why the code is invalid; `null` if the code is valid. */
const fetchInvalidReason = async () => (await client.post('/v1/coupons/validate', { code: 'CODE', price_id: priceId })).reason;
const fetchTimesRedeemed = async ({ id }: ApiObject) => (await client.get(`/v1/coupons/${id}`)).times_redeemed;

describe('a first charge below the minimum amount of eps', () => {
  const inAustria = { country: 'AT' };

  it('cannot be paid if the session accepts eps only, but can if the coupon makes the first charge free', async () => {
    await createCoupon({ percent_off: 95 });
    const session = await openWithCode({ payment_method: 'eps', ...inAustria });
    const answer = await client.call('POST', `/sandbox/checkout_sessions/${session.id}/pay`, { method: 'eps' });
    expect([answer.status, answer.error?.param]).toEqual([400, 'method']);
    const form = new URLSearchParams({ method: 'eps' });
    const page = await (await fetch(`${session.url}/pay`, { method: 'POST', body: form })).text();
    expect(page).toContain('The amount is below the minimum for eps (€1.00).');
    await createCoupon({ code: 'FREE', percent_off: 100 });
    const free = await openSession(client, priceId, { coupon_code: 'FREE', payment_method: 'eps', ...inAustria });
    expect((await pay(client, free.id, { method: 'eps' })).status).toBe('completed');
  });

  it('is not offered on the page, and cannot be paid by eps', async () => {
    await createCoupon({ percent_off: 95 });
    const pageOf = async ({ url }: ApiObject): Promise<string> => (await fetch(String(url))).text();
    expect(await pageOf(await openSession(client, priceId, inAustria))).toContain('value="eps"');
    const session = await openWithCode(inAustria);
    const page = await pageOf(session);
    expect(page).toContain('value="creditcard"');
    expect(page).not.toContain('value="eps"');
    const answer = await client.call('POST', `/sandbox/checkout_sessions/${session.id}/pay`, { method: 'eps' });
    expect([answer.status, answer.error?.param, answer.error?.message]).toEqual([400, 'method', 'The minimum amount for eps is 1.00 EUR.']);
    expect((await pay(client, session.id, { method: 'creditcard' })).status).toBe('completed');
  });
});

describe('a checkout with a coupon', () => {
  it('[CHK-26] [CHK-35] [SUB-26] [EVT-30] [EVT-69] charges the discounted amount and sets the discount of the subscription', async () => {
    const half = await createCoupon({ percent_off: 50, duration: 'repeating', duration_in_months: 3 });
    const session = await openWithCode();
    expect(session.coupon_id).toBe(half.id);
    const page = await (await fetch(String(session.url))).text();
    expect(page).toContain('50% off for 3 months (code CODE)');
    expect(page).toContain('€5.00');
    expect(await fetchTimesRedeemed(half)).toBe(0);
    const paid = await pay(client, session.id);
    const payment = await client.get(`/v1/payments/${String(paid.payment_id)}`);
    expect(payment.amount_cents).toBe(500);
    expect(await client.get(`/v1/invoices/${String(payment.invoice_id)}`)).toMatchObject({
      subtotal_cents: 1000,
      discount_cents: 500,
      total_cents: 500,
      amount_paid_cents: 500,
      lines: [{ amount_cents: 1000, discount_cents: 500 }],
    });
    const subscription = await client.get(`/v1/subscriptions/${String(paid.subscription_id)}`);
    expect(subscription).toMatchObject({
      mrr_cents: 500,
      next_charge_amount_cents: 500,
      discount: { coupon_id: half.id, code: 'CODE', percent_off: 50, duration: 'repeating', duration_in_months: 3 },
    });
    expect(Number((subscription.discount as Json).ends_at)).toBeGreaterThan(Number(subscription.current_period_end));
    await eventTypesOf(client, String(session.customer_id), (types) => types.includes('subscription.coupon_applied'));
    expect(await fetchTimesRedeemed(half)).toBe(1);
    const couponEvents = (await client.list('/v1/events')).filter(({ type }) => String(type).startsWith('coupon.'));
    expect(couponEvents.map(({ type }) => type)).toEqual(['coupon.created']);
  });

  it('[EVT-31] gives a discount that is removed when it expires; the subscription then renews at the full price', async () => {
    await createCoupon({ amount_off_cents: 300 });
    const start = Date.UTC(2027, 0, 31, 12) / 1000;
    const { id, clockId, customerId, subscription, end } = await subscribeOnClock(client, priceId, start, { coupon_code: 'code' });
    expect(subscription.discount).toMatchObject({ amount_off_cents: 300, currency: 'EUR', ends_at: end });
    await advance(client, clockId, end + 3600);
    const payments = await eventually(
      () => client.list(`/v1/payments?customer_id=${customerId}`),
      (listed) => listed.length === 2,
    );
    expect(payments.map(({ amount_cents: cents }) => cents)).toEqual([1000, 700]);
    expect(await client.get(`/v1/subscriptions/${id}`)).toMatchObject({ discount: null, mrr_cents: 1000 });
    const eventTypes = await eventTypesOf(client, customerId, (types) => types.includes('subscription.coupon_expired'));
    expect(eventTypes.filter((type) => type === 'subscription.coupon_expired')).toHaveLength(1);
    expect(eventTypes.indexOf('subscription.coupon_expired')).toBeGreaterThan(eventTypes.indexOf('subscription.updated'));
  });

  it('of 100% charges one cent to verify the payment method, and creates no invoice', async () => {
    await createCoupon({ percent_off: 100, duration: 'forever' });
    const session = await openWithCode();
    const paid = await pay(client, session.id);
    expect(await client.get(`/v1/payments/${String(paid.payment_id)}`)).toMatchObject({ amount_cents: 1, invoice_id: null });
    expect(await client.get(`/v1/subscriptions/${String(paid.subscription_id)}`)).toMatchObject({
      status: 'active',
      next_charge_amount_cents: 0,
      mrr_cents: 0,
      payment_count: 0,
    });
  });

  it('[CHK-11] [CPN-18] is rejected with a code that cannot be used', async () => {
    expect(await openingError({ coupon_code: 'NONE' })).toEqual(invalidCode('coupon_not_found'));
    expect(await openingError({ coupon_code: '' })).toEqual([400, 'parameter_invalid', 'coupon_code', undefined]);
    expect(await openingError({ coupon_code: 'x'.repeat(65) })).toEqual([400, 'parameter_invalid', 'coupon_code', undefined]);
    const { id } = await createCoupon({ percent_off: 50, min_amount_cents: 1001 });
    expect(await openingError()).toEqual(invalidCode('coupon_minimum_not_reached'));
    await client.post(`/v1/coupons/${id}`, { active: false });
    expect(await openingError()).toEqual(invalidCode('coupon_inactive'));
    expect((await openSession(client, priceId, { coupon_code: null })).coupon_id).toBeNull();
  });
});

describe('a coupon with `max_redemptions: 1`', () => {
  it('is applied to one of several concurrent sessions and redeemed once', async () => {
    const coupon = await createCoupon({ percent_off: 50, max_redemptions: 1 });
    const body = { ...sessionBody(priceId), coupon_code: 'CODE' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.call('POST', '/v1/checkout/sessions', body)));
    const created = answers.filter(({ status }) => status === 200);
    expect(created).toHaveLength(1);
    for (const { error } of answers.filter(({ status }) => status !== 200)) expect(error).toMatchObject({ reason: 'coupon_exhausted' });
    await pay(client, String(created[0]?.body.id));
    expect(await fetchTimesRedeemed(coupon)).toBe(1);
    expect([await fetchInvalidReason(), await openingError()]).toEqual(['coupon_exhausted', invalidCode('coupon_exhausted')]);
  });

  it('is available again after a failed or canceled checkout', async () => {
    const coupon = await createCoupon({ percent_off: 50, max_redemptions: 1 });
    const session = await openWithCode();
    expect(await fetchInvalidReason()).toBe('coupon_exhausted');
    await pay(client, session.id, { method: 'ideal', outcome: 'failed' });
    expect([await fetchInvalidReason(), await fetchTimesRedeemed(coupon)]).toEqual([null, 0]);
    const canceled = await openWithCode();
    await fetch(`${String(canceled.url)}/cancel`, { method: 'POST', redirect: 'manual' });
    expect((await client.get(`/v1/checkout/sessions/${canceled.id}`)).status).toBe('expired');
    expect(await fetchInvalidReason()).toBeNull();
    await pay(client, (await openWithCode()).id);
    expect([await fetchInvalidReason(), await fetchTimesRedeemed(coupon)]).toEqual(['coupon_exhausted', 1]);
  });

  it('is still applied to an open session after the coupon is deactivated', async () => {
    const coupon = await createCoupon({ percent_off: 50, max_redemptions: 1 });
    const session = await openWithCode();
    await client.post(`/v1/coupons/${coupon.id}`, { active: false });
    const paid = await pay(client, session.id);
    expect(await client.get(`/v1/payments/${String(paid.payment_id)}`)).toMatchObject({ amount_cents: 500 });
    expect(await fetchTimesRedeemed(coupon)).toBe(1);
  });
});
