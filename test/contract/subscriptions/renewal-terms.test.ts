import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, type Json, statusAndCode } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { advance, eventsAbout, newPlan, setBehavior, subscribeOnClock } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const START = Date.UTC(2027, 0, 31, 12) / 1000;
const FEB = Date.UTC(2027, 1, 28, 12) / 1000;
const MAR = Date.UTC(2027, 2, 31, 12) / 1000;
const APR = Date.UTC(2027, 3, 30, 12) / 1000;
const DAY = 86_400;

let client: Client;
let priceId: string;
beforeAll(async () => {
  const { liveKey, testKey } = await createAccount();
  const profile = { country_code: 'NL', vat_id: 'NL000099998B57', tax_behavior: 'exclusive' };
  await api.client(liveKey).post('/v1/tenant/billing_profile', profile);
  client = api.client(testKey);
  ({ priceId } = await newPlan(client, { amount_cents: 1000 }));
  await client.post('/v1/tax_rates', { country_code: 'DE', rate_basis_points: 1900 });
});

const newSubscription = (customerFields: Json = {}, fields: Json = {}) => subscribeOnClock(client, priceId, START, fields, customerFields);

const retrieve = (id: string): Promise<ApiObject> => client.get(`/v1/subscriptions/${id}`);
const paymentsOf = (id: string): Promise<readonly ApiObject[]> => client.list(`/v1/payments?subscription_id=${id}`);
/** Totals of the invoices, oldest first. */
const totalsOf = async (id: string): Promise<readonly unknown[]> =>
  (await client.list(`/v1/invoices?subscription_id=${id}`)).map(({ total_cents: cents }) => cents).toReversed();

describe('the amount of a renewal', () => {
  it('[EVT-31] is reduced while the discount is valid; the end of the discount emits one event', async () => {
    const coupon = { code: 'TWO', percent_off: 50, duration: 'repeating', duration_in_months: 2 };
    await client.post('/v1/coupons', coupon);
    const { id, clockId } = await newSubscription({}, { coupon_code: 'TWO' });
    await advance(client, clockId, MAR);
    await advance(client, clockId, APR);
    expect(await totalsOf(id)).toEqual([500, 500, 1000, 1000]);
    expect(await retrieve(id)).toMatchObject({ discount: null, next_charge_amount_cents: 1000, mrr_cents: 1000 });
    const types = (await eventsAbout(client, id, 1)).map(({ type }) => type);
    expect(types.filter((type) => type === 'subscription.coupon_expired')).toHaveLength(1);
  });

  it("includes the tax of the customer's current country, and no tax under reverse charge", async () => {
    const { id, clockId, customerId } = await newSubscription();
    await client.post(`/v1/customers/${customerId}`, { country_code: 'DE' });
    expect((await retrieve(id)).next_charge_amount_cents).toBe(1190);
    await advance(client, clockId, FEB);
    await client.post(`/v1/customers/${customerId}/vat_number`, { vat_number: 'DE100' });
    expect((await retrieve(id)).next_charge_amount_cents).toBe(1000);
    await advance(client, clockId, MAR);
    expect(await totalsOf(id)).toEqual([1000, 1190, 1000]);
  });

  it('stays the same when the charge of its invoice is retried after a change of the tax', async () => {
    const { id, clockId, customerId } = await newSubscription({ country_code: 'DE' });
    await setBehavior(client, customerId, { charges: 'insufficient_funds' });
    await advance(client, clockId, FEB);
    await client.post(`/v1/customers/${customerId}/vat_number`, { vat_number: 'DE100' });
    expect(await retrieve(id)).toMatchObject({ status: 'past_due', next_charge_amount_cents: 1190 });
    await setBehavior(client, customerId, { charges: 'paid' });
    await advance(client, clockId, FEB + 2 * DAY);
    expect((await paymentsOf(id)).map(({ status, amount_cents: cents }) => [status, cents])).toEqual([
      ['succeeded', 1190],
      ['failed', 1190],
      ['succeeded', 1190],
    ]);
    expect(await retrieve(id)).toMatchObject({ status: 'active', next_charge_amount_cents: 1000 });
  });
});

describe('a pending renewal', () => {
  const newPendingRenewal = async () => {
    const { id, clockId, customerId } = await newSubscription();
    await setBehavior(client, customerId, { charges: 'pending' });
    await advance(client, clockId, FEB);
    await advance(client, clockId, FEB + 4 * DAY);
    const [payment] = await paymentsOf(id);
    return { id, clockId, paymentId: String(payment?.id) };
  };
  const setOutcome = (paymentId: string, outcome: string) => client.post(`/sandbox/payments/${paymentId}/outcome`, { outcome });

  it('[SUB-38] keeps the subscription active and is charged once', async () => {
    const { id, clockId, paymentId } = await newPendingRenewal();
    expect(await retrieve(id)).toMatchObject({
      status: 'active',
      renewal_state: 'processing',
      serves_customer: true,
      current_period_end: FEB,
    });
    const refused = await client.call('POST', `/v1/subscriptions/${id}/cancel`);
    expect([statusAndCode(refused), refused.error?.reason]).toEqual([[409, 'operation_pending'], 'renewal_processing']);
    expect(await paymentsOf(id)).toHaveLength(2);
    await setOutcome(paymentId, 'paid');
    const paid = await eventually(
      () => retrieve(id),
      ({ payment_count: count }) => count === 2,
    );
    expect(paid).toMatchObject({
      renewal_state: 'scheduled',
      current_period_start: FEB,
      current_period_end: MAR,
      last_payment_at: FEB + 4 * DAY,
    });
    await advance(client, clockId, MAR - 7 * DAY);
    expect(await paymentsOf(id)).toHaveLength(2);
  });

  it('[RENEW-04] [RENEW-05] that fails is retried at intervals from the time of the failure', async () => {
    const { id, paymentId } = await newPendingRenewal();
    await setOutcome(paymentId, 'failed');
    const failed = await eventually(
      () => retrieve(id),
      ({ status }) => status === 'past_due',
    );
    expect(failed).toMatchObject({ next_payment_attempt: FEB + 6 * DAY, dunning_attempts_notified: 1, current_period_end: FEB });
  });

  it('that succeeded cannot fail later', async () => {
    const { id, paymentId } = await newPendingRenewal();
    await setOutcome(paymentId, 'paid');
    const paid = await eventually(
      () => retrieve(id),
      ({ payment_count: count }) => count === 2,
    );
    const lateAnswer = await client.call('POST', `/sandbox/payments/${paymentId}/outcome`, { outcome: 'failed' });
    expect(statusAndCode(lateAnswer)).toEqual([409, 'state_conflict']);
    expect(await retrieve(id)).toEqual(paid);
  });
});

describe('a charged back renewal', () => {
  it('[DSP-05] has a dispute; the subscription continues and its next renewal is charged', async () => {
    const { id, clockId } = await newSubscription();
    await advance(client, clockId, FEB);
    const before = await retrieve(id);
    const [payment] = await paymentsOf(id);
    await client.post(`/sandbox/payments/${String(payment?.id)}/outcome`, { outcome: 'charged_back' });
    const disputes = await eventually(
      () => client.list(`/v1/disputes?payment_id=${String(payment?.id)}`),
      (listed) => listed.length > 0,
    );
    expect(disputes).toMatchObject([{ status: 'open', amount_cents: 1000, payment_id: payment?.id }]);
    expect(await retrieve(id)).toEqual(before);
    await advance(client, clockId, MAR);
    expect(await retrieve(id)).toMatchObject({ status: 'active', payment_count: 3, current_period_start: MAR });
    expect((await paymentsOf(id)).map(({ amount_disputed_cents: cents }) => cents)).toEqual([0, 1000, 0]);
  });
});
