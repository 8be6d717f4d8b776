import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, type Json } from '../../scripts/support/api.ts';
import { startReceiver } from '../../scripts/support/receiver.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { service } from '../support/service.ts';
import { advance, clockAt, eventsAbout, openSession, openShop, pay, subscribe } from './support/shop.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const START = Date.UTC(2027, 0, 31, 12) / 1000;
const FEB = Date.UTC(2027, 1, 28, 12) / 1000;
const DAY = 86_400;

const STATES = ['active', 'trial', 'past_due', 'canceled'] as const;
type State = (typeof STATES)[number];

let client: Client;
let priceId: string;
let subscriptions: Readonly<Record<State, ApiObject>>;

const shown = (id: string): Promise<ApiObject> => client.get(`/v1/subscriptions/${id}`);

const onClock = async (price: string) => {
  const clock = await clockAt(client, START);
  const customer = await client.post('/v1/customers', { test_clock_id: clock.id });
  return { clockId: clock.id, customerId: customer.id, subscription: await subscribe(client, price, { customer_id: customer.id }) };
};

const overdue = async (): Promise<string> => {
  const { clockId, customerId, subscription } = await onClock(priceId);
  await client.post(`/sandbox/customers/${customerId}/behavior`, { charges: 'insufficient_funds' });
  await advance(client, clockId, FEB);
  return subscription.id;
};

beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  ({ priceId } = await openShop(client));
  const trial = await openShop(client, { trial_days: 10 });
  const over = await overdue();
  await client.post(`/v1/subscriptions/${over}/cancel`);
  subscriptions = {
    active: (await onClock(priceId)).subscription,
    trial: (await onClock(trial.priceId)).subscription,
    past_due: await shown(await overdue()),
    canceled: await shown(over),
  };
});

const integer = (value: unknown): boolean => Number.isInteger(value);
const text = (value: unknown): boolean => typeof value === 'string' && value !== '';
const flag = (value: unknown): boolean => typeof value === 'boolean';
const moment = (value: unknown): boolean => integer(value) && Number(value) > 1_000_000_000 && Number(value) < 10_000_000_000;
const orNull =
  (check: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === null || check(value);
const named =
  (prefix: string) =>
  (value: unknown): boolean =>
    text(value) && String(value).startsWith(prefix);
const object =
  (name: string) =>
  (value: unknown): boolean =>
    typeof value === 'object' && (value as Json | null)?.object === name;

/** Every field of a subscription, with what it may be in any state. */
const FIELDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  id: named('sub_'),
  object: (value) => value === 'subscription',
  created: moment,
  livemode: (value) => value === false,
  customer_id: named('cus_'),
  price_id: named('price_'),
  status: (value) => ['active', 'past_due', 'canceled'].includes(String(value)),
  renewal_state: text,
  serves_customer: flag,
  cancel_at_period_end: flag,
  canceled_at: orNull(moment),
  cancellation_reason: orNull(text),
  current_period_start: moment,
  current_period_end: moment,
  trial_start: orNull(moment),
  trial_end: orNull(moment),
  last_payment_at: orNull(moment),
  last_payment_id: orNull(named('pay_')),
  payment_count: integer,
  mrr_cents: integer,
  next_charge_amount_cents: orNull(integer),
  next_payment_attempt: orNull(moment),
  dunning_attempts_notified: integer,
  dunning_last_notified_at: orNull(moment),
  dunning_max_attempts: integer,
  discount: orNull(object('discount')),
  payment_method: (value) => text((value as Json | null)?.type),
  customer: (value) => value === null,
  price: object('price.summary'),
  refund_eligibility: (value) => value === null,
};

describe.each(STATES)('a subscription that is %s', (state) => {
  it('[SUB-14] [SUB-15] [SUB-16] [SUB-17] [SUB-19] has each of its fields in its type, and no other, no quantity or seats among them', () => {
    const subscription = subscriptions[state];
    expect(Object.keys(subscription).toSorted()).toEqual(Object.keys(FIELDS).toSorted());
    expect(Object.keys(FIELDS).filter((name) => FIELDS[name]?.(subscription[name]) !== true)).toEqual([]);
    expect(Number(subscription.current_period_start)).toBeLessThan(Number(subscription.current_period_end));
  });
});

describe('the fields of a subscription', () => {
  it('[SUB-16] [SUB-17] tell the state that it is in', () => {
    const facts = STATES.map((state) => {
      const { status, renewal_state, serves_customer, cancel_at_period_end, canceled_at } = subscriptions[state];
      return [status, renewal_state, serves_customer, cancel_at_period_end, canceled_at];
    });
    expect(facts).toEqual([
      ['active', 'scheduled', true, false, null],
      ['active', 'scheduled', true, false, null],
      ['past_due', 'retrying', true, false, null],
      ['canceled', 'ended', false, false, FEB],
    ]);
  });

  it('[SUB-19] [SUB-20] tell its period, which is the trial while that lasts', () => {
    const facts = STATES.map((state) => {
      const { created, current_period_start: start, current_period_end: end, trial_start, trial_end } = subscriptions[state];
      return [created, start, end, trial_start, trial_end];
    });
    expect(facts).toEqual([
      [START, START, FEB, null, null],
      [START, START, START + 10 * DAY, START, START + 10 * DAY],
      [START, START, FEB, null, null],
      [START, START, FEB, null, null],
    ]);
  });

  it('[SUB-21] tell the last payment for it: none in a trial', async () => {
    const { active, trial, past_due: pastDue } = subscriptions;
    const [payment] = await client.list(`/v1/payments?subscription_id=${active.id}`);
    expect(active).toMatchObject({ payment_count: 1, last_payment_id: payment?.id, last_payment_at: payment?.paid_at });
    expect(payment).toMatchObject({ status: 'succeeded', type: 'initial', paid_at: START });
    expect(trial).toMatchObject({ payment_count: 0, last_payment_id: null, last_payment_at: null });
    const [failed, first] = await client.list(`/v1/payments?subscription_id=${pastDue.id}`);
    expect([failed?.status, pastDue.last_payment_id, pastDue.payment_count]).toEqual(['failed', first?.id, 1]);
  });

  it('[SUB-22] tell what it brings in a month, by the month or the year', async () => {
    const yearly = await subscribe(client, (await openShop(client, { interval: 'year', amount_cents: 12_000 })).priceId);
    expect(yearly.mrr_cents).toBe(1000);
    expect(STATES.map((state) => subscriptions[state].mrr_cents)).toEqual([1999, 1999, 1999, 0]);
  });

  it('[SUB-24] tell when a failed renewal is tried next: not while all is well, nor when it is over', () => {
    expect(STATES.map((state) => subscriptions[state].next_payment_attempt)).toEqual([null, null, FEB + 2 * DAY, null]);
  });

  it('[SUB-29] show the price without being asked to, whole', async () => {
    const { active } = subscriptions;
    const [price, product] = [
      await client.get(`/v1/prices/${priceId}`),
      await client.get(`/v1/products/${String((active.price as Json).product_id)}`),
    ];
    const own = [
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
      ...Object.fromEntries(own.map((name) => [name, price[name]])),
      object: 'price.summary',
      product_name: product.name,
      payment_methods: expect.any(Array),
    });
    const [listed] = await client.list(`/v1/subscriptions?customer_id=${String(active.customer_id)}`);
    expect(listed?.price).toEqual(active.price);
  });
});

describe('the payment method of a subscription', () => {
  it('[SUB-27] is shown with the card’s brand, last digits and expiry', async () => {
    const { payment_method: method } = await subscribe(client, priceId);
    expect(method).toEqual({
      type: 'creditcard',
      brand: expect.stringMatching(/./),
      last4: expect.stringMatching(/^\d{4}$/),
      exp_month: expect.any(Number),
      exp_year: expect.any(Number),
    });
  });

  it('[SUB-27] is shown by its type alone where it is no card', async () => {
    const session = await openSession(client, priceId);
    const paid = await pay(client, session.id, { method: 'ideal' });
    const { payment_method: method } = await shown(String(paid.subscription_id));
    expect(method).toMatchObject({ brand: null, last4: null, exp_month: null, exp_year: null });
    expect(['ideal', 'directdebit']).toContain((method as Json).type);
  });
});

describe('what a subscription will charge', () => {
  it('[SUB-23] is shown alike wherever it appears', async () => {
    const receiver = await startReceiver();
    try {
      await client.post('/v1/webhook_endpoints', { url: receiver.url });
      const { id, customer_id: customerId } = await subscribe(client, priceId);
      const [listed] = await client.list(`/v1/subscriptions?customer_id=${String(customerId)}`);
      const [created] = await eventsAbout(client, id, 1);
      const delivered = await eventually(
        async () => receiver.requests.map((request) => JSON.parse(request.text) as { data: Json }).find(({ data }) => data.id === id),
        (found) => found !== undefined,
      );
      await client.post(`/v1/subscriptions/${id}/cancel`);
      const answered = await client.post(`/v1/subscriptions/${id}/reactivate`);
      const everywhere = [await shown(id), listed, created?.data as Json, delivered?.data, answered];
      expect(everywhere.map((each) => each?.next_charge_amount_cents)).toEqual(everywhere.map(() => 1999));
    } finally {
      await receiver.stop();
    }
  });

  it('[SUB-23] is null where nothing will be charged, or usage decides', async () => {
    const metered = await openShop(client, { usage_type: 'metered', amount_cents: undefined, unit_amount_decimal: '2.5' });
    expect((await subscribe(client, metered.priceId)).next_charge_amount_cents).toBeNull();
    expect(STATES.map((state) => subscriptions[state].next_charge_amount_cents)).toEqual([1999, 1999, 1999, null]);
  });
});

describe('the notices of dunning', () => {
  it('[SUB-25] [RENEW-08] are counted as they go out, up to their bound, and the last is dated', async () => {
    const { clockId, customerId, subscription } = await onClock(priceId);
    await client.post(`/sandbox/customers/${customerId}/behavior`, { charges: 'insufficient_funds' });
    const counted: (readonly unknown[])[] = [];
    const days = [0, 2, 7, 14, 21];
    for (const day of days) {
      await advance(client, clockId, FEB + day * DAY);
      const now = await shown(subscription.id);
      counted.push([now.dunning_attempts_notified, now.dunning_last_notified_at, now.dunning_max_attempts, now.next_payment_attempt]);
    }
    expect([subscription.dunning_attempts_notified, subscription.dunning_last_notified_at]).toEqual([0, null]);
    expect(counted).toEqual(
      days.map((day, index) => [Math.min(index + 1, 4), FEB + day * DAY, 4, index === 4 ? null : FEB + Number(days[index + 1]) * DAY]),
    );
    const notices = (await client.list('/v1/events?type=dunning.email_required')).filter(
      ({ data }) => (data as Json).subscription_id === subscription.id,
    );
    expect(notices.toReversed().map(({ data }) => (data as Json).failed_at)).toEqual(days.map((day) => FEB + day * DAY));
  });

  it('[RENEW-08] begin anew with the renewal after one that was paid late', async () => {
    const { clockId, customerId, subscription } = await onClock(priceId);
    await client.post(`/sandbox/customers/${customerId}/behavior`, { charges: 'insufficient_funds' });
    await advance(client, clockId, FEB + 3 * DAY);
    expect(await shown(subscription.id)).toMatchObject({ dunning_attempts_notified: 2, dunning_last_notified_at: FEB + 2 * DAY });
    await client.post(`/sandbox/customers/${customerId}/behavior`, { charges: 'paid' });
    await advance(client, clockId, FEB + 8 * DAY);
    const healed = await shown(subscription.id);
    expect(healed).toMatchObject({ status: 'active', dunning_attempts_notified: 0, dunning_last_notified_at: FEB + 2 * DAY });
    await client.post(`/sandbox/customers/${customerId}/behavior`, { charges: 'insufficient_funds' });
    const end = Number(healed.current_period_end);
    await advance(client, clockId, end);
    expect(await shown(subscription.id)).toMatchObject({ dunning_attempts_notified: 1, dunning_last_notified_at: end });
  });
});
