import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client, fieldError } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { advance, clientWithScopes, newPlan, setBehavior, subscribe, subscribeOnClock } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const START = 1_800_000_000;
const DAY = 86_400;
const EXPAND = 'expand=refund_eligibility';

let client: Client;
let priceId: string;

beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  ({ priceId } = await newPlan(client));
});

const NOT_ELIGIBLE = { object: 'refund_eligibility', amount_cents: 0, currency: 'EUR', eligible: false };
const ELIGIBLE = { object: 'refund_eligibility', amount_cents: 1999, currency: 'EUR', days_remaining: 14, eligible: true, reason: null };

const fetchSubscriptionEligibility = async (id: string): Promise<unknown> =>
  (await client.get(`/v1/subscriptions/${id}?${EXPAND}`)).refund_eligibility;
const fetchPaymentEligibility = async (id: unknown): Promise<unknown> =>
  (await client.get(`/v1/payments/${String(id)}?${EXPAND}`)).refund_eligibility;

describe('refund eligibility', () => {
  it('[EXP-03] [EXP-04] [EXP-05] [SUB-30] [REF-16] is returned if `expand` names it, else null', async () => {
    const subscription = await subscribe(client, priceId);
    const paymentId = String(subscription.last_payment_id);
    expect(subscription.refund_eligibility).toBeNull();
    expect(await client.get(`/v1/subscriptions/${subscription.id}?${EXPAND}`)).toEqual({ ...subscription, refund_eligibility: ELIGIBLE });
    const [listed] = await client.list(`/v1/subscriptions?customer_id=${String(subscription.customer_id)}&${EXPAND}`);
    expect(listed).toEqual({ ...subscription, refund_eligibility: ELIGIBLE });
    const [plain] = await client.list(`/v1/subscriptions?customer_id=${String(subscription.customer_id)}`);
    expect(plain).toEqual(subscription);
    const payment = await client.get(`/v1/payments/${paymentId}`);
    expect(payment.refund_eligibility).toBeNull();
    expect(await client.get(`/v1/payments/${paymentId}?${EXPAND}`)).toEqual({ ...payment, refund_eligibility: ELIGIBLE });
  });

  it('[EXP-03] [EXP-01] can be expanded together with the customer', async () => {
    const subscription = await subscribe(client, priceId);
    const expanded = await client.get(`/v1/subscriptions/${subscription.id}?expand=customer,refund_eligibility`);
    expect(expanded).toMatchObject({ customer: { id: subscription.customer_id }, refund_eligibility: ELIGIBLE });
  });

  it('[EXP-03] [REF-16] is computed for each subscription of a list, with and without a test clock', async () => {
    const short = await newPlan(client, { refund_window_days: 3 });
    const { clockId, subscription: clocked } = await subscribeOnClock(client, short.priceId, START);
    await advance(client, clockId, START + 3 * DAY);
    const trial = await subscribe(client, (await newPlan(client, { trial_days: 7 })).priceId);
    const disabled = await subscribe(client, (await newPlan(client, { refund_window_days: 0 })).priceId);
    const plain = await subscribe(client, priceId);
    const listed = await client.list(`/v1/subscriptions?${EXPAND}`);
    const eligibilityOf = (id: string): unknown => listed.find((each) => each.id === id)?.refund_eligibility;
    expect(eligibilityOf(clocked.id)).toEqual({ ...NOT_ELIGIBLE, days_remaining: 0, reason: 'refund_window_passed' });
    expect(eligibilityOf(trial.id)).toEqual({ ...NOT_ELIGIBLE, days_remaining: null, reason: 'no_payment' });
    expect(eligibilityOf(disabled.id)).toEqual({ ...NOT_ELIGIBLE, days_remaining: null, reason: 'refunds_disabled' });
    expect(eligibilityOf(plain.id)).toEqual(ELIGIBLE);
    for (const { id } of [clocked, trial, disabled, plain]) expect(await fetchSubscriptionEligibility(id)).toEqual(eligibilityOf(id));
  });

  it('[EXP-05] [REF-16] uses the customer’s test clock and the payment of the current period', async () => {
    const { clockId, subscription } = await subscribeOnClock(client, priceId, START);
    const first = subscription.last_payment_id;
    await advance(client, clockId, START + 13 * DAY + 1);
    expect(await fetchPaymentEligibility(first)).toEqual({ ...ELIGIBLE, days_remaining: 1 });
    expect(await fetchSubscriptionEligibility(subscription.id)).toEqual({ ...ELIGIBLE, days_remaining: 1 });
    await advance(client, clockId, START + 14 * DAY);
    expect(await fetchPaymentEligibility(first)).toEqual({ ...NOT_ELIGIBLE, days_remaining: 0, reason: 'refund_window_passed' });
    await advance(client, clockId, Number(subscription.current_period_end) + 3600);
    const renewed = await client.get(`/v1/subscriptions/${subscription.id}`);
    expect(renewed.last_payment_id).not.toBe(first);
    expect(await fetchSubscriptionEligibility(subscription.id)).toMatchObject({ amount_cents: 1999, eligible: true, days_remaining: 14 });
    expect(await fetchPaymentEligibility(first)).toMatchObject({ eligible: false });
  });

  it('[EXP-05] [REF-16] uses the price’s current refund window, or else the account’s', async () => {
    const plan = await newPlan(client, { refund_window_days: 30 });
    const { last_payment_id: paymentId } = await subscribe(client, plan.priceId);
    expect(await fetchPaymentEligibility(paymentId)).toEqual({ ...ELIGIBLE, days_remaining: 30 });
    await client.post(`/v1/prices/${plan.priceId}`, { refund_window_days: null });
    expect(await fetchPaymentEligibility(paymentId)).toEqual(ELIGIBLE);
    const account = await createAccount();
    const newClient = api.client(account.testKey);
    const { last_payment_id: newId } = await subscribe(newClient, (await newPlan(newClient)).priceId);
    await api.client(account.liveKey).post('/v1/tenant/billing_profile', { refund_window_days: 5 });
    expect((await newClient.get(`/v1/payments/${String(newId)}?${EXPAND}`)).refund_eligibility).toEqual({ ...ELIGIBLE, days_remaining: 5 });
  });

  it('[EXP-05] [REF-16] is false for a failed payment', async () => {
    const { clockId, subscription } = await subscribeOnClock(client, priceId, START);
    await setBehavior(client, subscription.customer_id, { charges: 'insufficient_funds' });
    await advance(client, clockId, Number(subscription.current_period_end) + 3600);
    const [failed] = await eventually(
      () => client.list(`/v1/payments?subscription_id=${subscription.id}`),
      ([latest]) => latest?.status === 'failed',
    );
    expect(await fetchPaymentEligibility(failed?.id)).toEqual({ ...NOT_ELIGIBLE, days_remaining: null, reason: 'payment_not_succeeded' });
    expect(await fetchSubscriptionEligibility(subscription.id)).toMatchObject({ reason: 'refund_window_passed' });
  });

  it('[EXP-02] requires the scope payments:read', async () => {
    const subscription = await subscribe(client, priceId);
    const paths = [`/v1/subscriptions?${EXPAND}`, `/v1/subscriptions/${subscription.id}?${EXPAND}`];
    const withoutScope = await clientWithScopes(api, client, 'subscriptions:read', 'refunds:read', 'customers:read');
    const allowed = await clientWithScopes(api, client, 'subscriptions:read', 'payments:read');
    for (const path of paths) {
      expect(fieldError(await withoutScope.call('GET', path))).toEqual([403, 'insufficient_scope', 'expand']);
      expect((await allowed.call('GET', path)).status).toBe(200);
    }
    const paymentReader = await clientWithScopes(api, client, 'payments:read');
    const path = `/v1/payments/${String(subscription.last_payment_id)}?${EXPAND}`;
    expect((await paymentReader.call('GET', path)).status).toBe(200);
  });
});
