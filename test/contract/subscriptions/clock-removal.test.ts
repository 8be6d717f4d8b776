import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, statusAndCode } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import {
  advance,
  clockAt,
  eventsAbout,
  eventTypesOf,
  includesAll,
  newPlan,
  openSession,
  pay,
  sessionBody,
  setBehavior,
  subscribe,
} from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const START = 1_800_000_000;
const DAY = 86_400;

let client: Client;
let priceId: string;

beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  ({ priceId } = await newPlan(client));
});

const newCustomerOnClock = async (): Promise<{ readonly clock: ApiObject; readonly customer: ApiObject }> => {
  const clock = await clockAt(client, START);
  return { clock, customer: await client.post('/v1/customers', { name: 'Ada', test_clock_id: clock.id }) };
};

const deleteClock = async ({ id }: ApiObject): Promise<void> => {
  expect(await client.remove(`/v1/test_clocks/${id}`)).toEqual({ id, object: 'test_clock', deleted: true });
};

describe('deleting a test clock', () => {
  it('[CLK-01] [SUB-50] [EVT-19] cancels the subscriptions of its customers; the clock is not found afterwards', async () => {
    const { clock, customer } = await newCustomerOnClock();
    const { id } = await subscribe(client, priceId, { customer_id: customer.id });
    await deleteClock(clock);
    expect(await client.get(`/v1/subscriptions/${id}`)).toMatchObject({
      status: 'canceled',
      renewal_state: 'ended',
      serves_customer: false,
      cancellation_reason: 'test_clock_deleted',
      canceled_at: START,
      next_charge_amount_cents: null,
      next_payment_attempt: null,
    });
    await eventTypesOf(client, customer.id, includesAll('subscription.canceled'));
    expect((await eventsAbout(client, id, 2)).slice(-2)).toMatchObject(
      ['subscription.updated', 'subscription.canceled'].map((type) => ({
        type,
        previous_attributes: { status: 'active', canceled_at: null },
      })),
    );
    expect(await client.get(`/v1/customers/${customer.id}`)).toMatchObject({ id: customer.id, test_clock_id: clock.id });
    expect(statusAndCode(await client.call('GET', `/v1/test_clocks/${clock.id}`))).toEqual([404, 'resource_missing']);
    expect((await client.list('/v1/test_clocks')).map((each) => each.id)).not.toContain(clock.id);
    expect(statusAndCode(await client.call('DELETE', `/v1/test_clocks/${clock.id}`))).toEqual([404, 'resource_missing']);
    const lateAdvance = await client.call('POST', `/v1/test_clocks/${clock.id}/advance`, { frozen_time: START + DAY });
    expect(statusAndCode(lateAdvance)).toEqual([404, 'resource_missing']);
    const lateCustomer = await client.call('POST', '/v1/customers', { name: 'Late', test_clock_id: clock.id });
    expect([...statusAndCode(lateCustomer), lateCustomer.error?.param]).toEqual([404, 'resource_missing', 'test_clock_id']);
  });

  it('[CHK-31] expires open sessions and releases their coupon redemptions', async () => {
    const { clock, customer } = await newCustomerOnClock();
    const coupon = await client.post('/v1/coupons', { code: `ONE-${clock.id}`, percent_off: 10, max_redemptions: 1 });
    const session = await openSession(client, priceId, { customer_id: customer.id, coupon_code: coupon.code });
    const embedded = await openSession(client, priceId, { customer_id: customer.id, ui_mode: 'embedded' });
    const isValid = async () => (await client.post('/v1/coupons/validate', { code: coupon.code, price_id: priceId })).valid;
    expect(await isValid()).toBe(false);
    await deleteClock(clock);
    for (const { id } of [session, embedded]) expect(await client.get(`/v1/checkout/sessions/${id}`)).toMatchObject({ status: 'expired' });
    expect(await isValid()).toBe(true);
    const types = await eventTypesOf(
      client,
      customer.id,
      (types) => types.filter((type) => type === 'checkout.session.expired').length === 2,
    );
    expect(types.filter((type) => type.startsWith('subscription.'))).toEqual([]);
    expect(statusAndCode(await client.call('POST', `/sandbox/checkout_sessions/${session.id}/pay`, {}))).toEqual([409, 'state_conflict']);
  });

  it('expires a session with a pending payment, and refunds the payment if it succeeds later', async () => {
    const { clock, customer } = await newCustomerOnClock();
    const session = await openSession(client, priceId, { customer_id: customer.id });
    await pay(client, session.id, { method: 'ideal', outcome: 'pending' });
    expect(await client.get(`/v1/checkout/sessions/${session.id}`)).toMatchObject({ status: 'processing' });
    await deleteClock(clock);
    expect(await client.get(`/v1/checkout/sessions/${session.id}`)).toMatchObject({ status: 'expired', subscription_id: null });
    const [payment] = await client.list(`/v1/payments?customer_id=${customer.id}`);
    await client.call('POST', `/sandbox/payments/${payment?.id}/outcome`, { outcome: 'paid' });
    expect(await client.get(`/v1/checkout/sessions/${session.id}`)).toMatchObject({ status: 'expired', subscription_id: null });
    expect(await client.list(`/v1/subscriptions?customer_id=${customer.id}`)).toEqual([]);
    // Either the deletion of the clock canceled the payment, or the payment succeeds and is refunded in full.
    const latePayment = await client.get(`/v1/payments/${payment?.id}`);
    expect(latePayment.amount_refunded_cents).toBe(latePayment.status === 'succeeded' ? latePayment.amount_cents : 0);
  });

  it('voids the open invoice of a past due renewal', async () => {
    const { clock, customer } = await newCustomerOnClock();
    const { id } = await subscribe(client, priceId, { customer_id: customer.id });
    await setBehavior(client, customer.id, { charges: 'insufficient_funds' });
    await advance(client, clock.id, START + 32 * DAY);
    expect(await client.get(`/v1/subscriptions/${id}`)).toMatchObject({ status: 'past_due' });
    await deleteClock(clock);
    expect(await client.get(`/v1/subscriptions/${id}`)).toMatchObject({ status: 'canceled', cancellation_reason: 'test_clock_deleted' });
    const [renewal, first] = await client.list(`/v1/invoices?subscription_id=${id}`);
    expect(renewal).toMatchObject({ status: 'void', voided_at: START + 32 * DAY, next_payment_attempt: null });
    expect(first).toMatchObject({ status: 'paid' });
    const types = await eventTypesOf(client, customer.id, (types) => types.includes('invoice.voided'));
    expect(types.slice(-3)).toEqual(['subscription.updated', 'subscription.canceled', 'invoice.voided']);
    expect((await client.remove(`/v1/customers/${customer.id}`)).deleted).toBe(true);
  });

  it('prevents new checkout sessions for its customers', async () => {
    const { clock, customer } = await newCustomerOnClock();
    await deleteClock(clock);
    const refused = await client.call('POST', '/v1/checkout/sessions', sessionBody(priceId, { customer_id: customer.id }));
    expect([...statusAndCode(refused), refused.error?.reason]).toEqual([409, 'state_conflict', 'test_clock_deleted']);
  });
});
