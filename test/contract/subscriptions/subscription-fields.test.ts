import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, type Client, clientOf, type Json } from '../../../scripts/support/api.ts';
import { startReceiver } from '../../../scripts/support/receiver.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { advance, eventsAbout, METERED, newPlan, openSession, pay, setBehavior, subscribe, subscribeOnClock } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();

const START = Date.UTC(2027, 0, 31, 12) / 1000;
const FEB = Date.UTC(2027, 1, 28, 12) / 1000;
const DAY = 86_400;
const STATES = ['active', 'trial', 'past_due', 'canceled'] as const;
type State = (typeof STATES)[number];

let client: Client;
let priceId: string;
let subscriptions: Readonly<Record<State, ApiObject>>;

const retrieve = (id: string): Promise<ApiObject> => client.get(`/v1/subscriptions/${id}`);

const newSubscription = (price = priceId) => subscribeOnClock(client, price, START);

const newPastDue = async (): Promise<string> => {
  const { id, clockId, customerId } = await newSubscription();
  await setBehavior(client, customerId, { charges: 'insufficient_funds' });
  await advance(client, clockId, FEB);
  return id;
};

beforeAll(async () => {
  client = clientOf(baseUrl, (await createAccount()).testKey);
  ({ priceId } = await newPlan(client));
  const trialPlan = await newPlan(client, { trial_days: 10 });
  const canceledId = await newPastDue();
  await client.post(`/v1/subscriptions/${canceledId}/cancel`);
  subscriptions = {
    active: (await newSubscription()).subscription,
    trial: (await newSubscription(trialPlan.priceId)).subscription,
    past_due: await retrieve(await newPastDue()),
    canceled: await retrieve(canceledId),
  };
});

const isInteger = (value: unknown): boolean => Number.isInteger(value);
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
const isUnixSeconds = (value: unknown): boolean => isInteger(value) && Number(value) > 1_000_000_000 && Number(value) < 10_000_000_000;
const orNull =
  (check: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === null || check(value);
const idWith =
  (prefix: string) =>
  (value: unknown): boolean =>
    isText(value) && String(value).startsWith(prefix);
const objectOf =
  (name: string) =>
  (value: unknown): boolean =>
    typeof value === 'object' && (value as Json | null)?.object === name;

/** Each field of a subscription, with a check that its value passes in every state. */
const FIELDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  id: idWith('sub_'),
  object: (value) => value === 'subscription',
  created: isUnixSeconds,
  livemode: (value) => value === false,
  customer_id: idWith('cus_'),
  price_id: idWith('price_'),
  status: (value) => ['active', 'past_due', 'canceled'].includes(String(value)),
  renewal_state: isText,
  serves_customer: isBoolean,
  cancel_at_period_end: isBoolean,
  canceled_at: orNull(isUnixSeconds),
  cancellation_reason: orNull(isText),
  current_period_start: isUnixSeconds,
  current_period_end: isUnixSeconds,
  trial_start: orNull(isUnixSeconds),
  trial_end: orNull(isUnixSeconds),
  last_payment_at: orNull(isUnixSeconds),
  last_payment_id: orNull(idWith('pay_')),
  payment_count: isInteger,
  mrr_cents: isInteger,
  next_charge_amount_cents: orNull(isInteger),
  next_payment_attempt: orNull(isUnixSeconds),
  dunning_attempts_notified: isInteger,
  dunning_last_notified_at: orNull(isUnixSeconds),
  dunning_max_attempts: isInteger,
  discount: orNull(objectOf('discount')),
  payment_method: (value) => isText((value as Json | null)?.type),
  customer: (value) => value === null,
  price: objectOf('price.summary'),
  refund_eligibility: (value) => value === null,
};

describe.each(STATES)('a subscription in the state %s', (state) => {
  it('[SUB-14] [SUB-15] [SUB-16] [SUB-17] [SUB-19] has exactly the documented fields with their types, without quantity or seats', () => {
    const subscription = subscriptions[state];
    expect(Object.keys(subscription).toSorted()).toEqual(Object.keys(FIELDS).toSorted());
    expect(Object.keys(FIELDS).filter((name) => FIELDS[name]?.(subscription[name]) !== true)).toEqual([]);
    expect(Number(subscription.current_period_start)).toBeLessThan(Number(subscription.current_period_end));
  });
});

describe('the fields of a subscription', () => {
  it('[SUB-16] [SUB-17] have values that match its state', () => {
    const rows = STATES.map((state) => {
      const { status, renewal_state, serves_customer, cancel_at_period_end, canceled_at } = subscriptions[state];
      return [status, renewal_state, serves_customer, cancel_at_period_end, canceled_at];
    });
    expect(rows).toEqual([
      ['active', 'scheduled', true, false, null],
      ['active', 'scheduled', true, false, null],
      ['past_due', 'retrying', true, false, null],
      ['canceled', 'ended', false, false, FEB],
    ]);
  });

  it('[SUB-19] [SUB-20] contain its current period; during a trial, the period is the trial', () => {
    const rows = STATES.map((state) => {
      const { created, current_period_start: start, current_period_end: end, trial_start, trial_end } = subscriptions[state];
      return [created, start, end, trial_start, trial_end];
    });
    expect(rows).toEqual([
      [START, START, FEB, null, null],
      [START, START, START + 10 * DAY, START, START + 10 * DAY],
      [START, START, FEB, null, null],
      [START, START, FEB, null, null],
    ]);
  });

  it('[SUB-21] contain its last payment, which is null during a trial', async () => {
    const { active, trial, past_due: pastDue } = subscriptions;
    const [payment] = await client.list(`/v1/payments?subscription_id=${active.id}`);
    expect(active).toMatchObject({ payment_count: 1, last_payment_id: payment?.id, last_payment_at: payment?.paid_at });
    expect(payment).toMatchObject({ status: 'succeeded', type: 'initial', paid_at: START });
    expect(trial).toMatchObject({ payment_count: 0, last_payment_id: null, last_payment_at: null });
    const [failed, first] = await client.list(`/v1/payments?subscription_id=${pastDue.id}`);
    expect([failed?.status, pastDue.last_payment_id, pastDue.payment_count]).toEqual(['failed', first?.id, 1]);
  });

  it('[SUB-22] contain its MRR, for monthly and yearly prices', async () => {
    const yearly = await subscribe(client, (await newPlan(client, { interval: 'year', amount_cents: 12_000 })).priceId);
    expect(yearly.mrr_cents).toBe(1000);
    expect(STATES.map((state) => subscriptions[state].mrr_cents)).toEqual([1999, 1999, 1999, 0]);
  });

  it('[SUB-24] contain the next payment attempt only while the subscription is past due', () => {
    expect(STATES.map((state) => subscriptions[state].next_payment_attempt)).toEqual([null, null, FEB + 2 * DAY, null]);
  });

  it('[SUB-29] always contain the price summary', async () => {
    const { active } = subscriptions;
    const [price, product] = [
      await client.get(`/v1/prices/${priceId}`),
      await client.get(`/v1/products/${String((active.price as Json).product_id)}`),
    ];
    const copiedFields = [
      'id',
      'active',
      'amount_cents',
      'currency',
      'interval',
      'payment_methods',
      'product_id',
      'trial_days',
      'unit_amount_decimal',
      'usage_type',
    ];
    expect(active.price).toEqual({
      ...Object.fromEntries(copiedFields.map((name) => [name, price[name]])),
      object: 'price.summary',
      product_name: product.name,
      payment_methods: expect.any(Array),
    });
    const [listed] = await client.list(`/v1/subscriptions?customer_id=${String(active.customer_id)}`);
    expect(listed?.price).toEqual(active.price);
  });
});

describe('the payment method of a subscription', () => {
  it('[SUB-27] contains the card’s brand, last digits and expiry', async () => {
    const { payment_method: method } = await subscribe(client, priceId);
    expect(method).toEqual({
      type: 'creditcard',
      brand: expect.stringMatching(/./),
      last4: expect.stringMatching(/^\d{4}$/),
      exp_month: expect.any(Number),
      exp_year: expect.any(Number),
    });
  });

  it('[SUB-27] contains only its type if it is not a card', async () => {
    const session = await openSession(client, priceId);
    const paid = await pay(client, session.id, { method: 'ideal' });
    const { payment_method: method } = await retrieve(String(paid.subscription_id));
    expect(method).toMatchObject({ brand: null, last4: null, exp_month: null, exp_year: null });
    expect(['ideal', 'directdebit']).toContain((method as Json).type);
  });
});

describe('the next charge of a subscription', () => {
  it('[SUB-23] is the same in the list, events, webhooks and answers', async () => {
    const receiver = await startReceiver();
    try {
      await client.post('/v1/webhook_endpoints', { url: receiver.url });
      const { id, customer_id: customerId } = await subscribe(client, priceId);
      const [listed] = await client.list(`/v1/subscriptions?customer_id=${String(customerId)}`);
      const [created] = await eventsAbout(client, id, 1);
      const delivered = await eventually(
        async () => receiver.requests.map((request) => JSON.parse(request.text) as { data: Json }).find(({ data }) => data.id === id),
        (event) => event !== undefined,
      );
      await client.post(`/v1/subscriptions/${id}/cancel`);
      const reactivated = await client.post(`/v1/subscriptions/${id}/reactivate`);
      const versions = [await retrieve(id), listed, created?.data as Json, delivered?.data, reactivated];
      expect(versions.map((each) => each?.next_charge_amount_cents)).toEqual(versions.map(() => 1999));
    } finally {
      await receiver.stop();
    }
  });

  it('[SUB-23] is null for canceled and metered subscriptions', async () => {
    const metered = await newPlan(client, METERED);
    expect((await subscribe(client, metered.priceId)).next_charge_amount_cents).toBeNull();
    expect(STATES.map((state) => subscriptions[state].next_charge_amount_cents)).toEqual([1999, 1999, 1999, null]);
  });
});

describe('dunning notices', () => {
  it('[SUB-25] [RENEW-08] are counted up to the maximum, with the time of the last notice', async () => {
    const { clockId, customerId, subscription } = await newSubscription();
    await setBehavior(client, customerId, { charges: 'insufficient_funds' });
    const counts: (readonly unknown[])[] = [];
    // The days of the failed renewal and of its four retries. The fifth notice, about the last retry, is not counted.
    const days = [0, 2, 7, 14, 21];
    for (const day of days) {
      await advance(client, clockId, FEB + day * DAY);
      const current = await retrieve(subscription.id);
      const { dunning_attempts_notified: count, dunning_last_notified_at: lastAt, dunning_max_attempts: max } = current;
      counts.push([count, lastAt, max, current.next_payment_attempt]);
    }
    expect([subscription.dunning_attempts_notified, subscription.dunning_last_notified_at]).toEqual([0, null]);
    expect(counts).toEqual(
      days.map((day, index) => [Math.min(index + 1, 4), FEB + day * DAY, 4, index === 4 ? null : FEB + Number(days[index + 1]) * DAY]),
    );
    const notices = (await client.list('/v1/events?type=dunning.email_required')).filter(
      ({ data }) => (data as Json).subscription_id === subscription.id,
    );
    expect(notices.toReversed().map(({ data }) => (data as Json).failed_at)).toEqual(days.map((day) => FEB + day * DAY));
  });

  it('[RENEW-08] are counted from 1 again if the next renewal after a late payment fails', async () => {
    const { clockId, customerId, subscription } = await newSubscription();
    await setBehavior(client, customerId, { charges: 'insufficient_funds' });
    await advance(client, clockId, FEB + 3 * DAY);
    expect(await retrieve(subscription.id)).toMatchObject({ dunning_attempts_notified: 2, dunning_last_notified_at: FEB + 2 * DAY });
    await setBehavior(client, customerId, { charges: 'paid' });
    await advance(client, clockId, FEB + 8 * DAY);
    const recovered = await retrieve(subscription.id);
    expect(recovered).toMatchObject({ status: 'active', dunning_attempts_notified: 0, dunning_last_notified_at: FEB + 2 * DAY });
    await setBehavior(client, customerId, { charges: 'insufficient_funds' });
    const end = Number(recovered.current_period_end);
    await advance(client, clockId, end);
    expect(await retrieve(subscription.id)).toMatchObject({ dunning_attempts_notified: 1, dunning_last_notified_at: end });
  });
});
