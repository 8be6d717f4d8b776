import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, type Client, clientOf, type Json } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { advance, newPlan, subscribeOnClock } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();

const START = Date.UTC(2027, 0, 31, 12) / 1000;
const FEB = Date.UTC(2027, 1, 28, 12) / 1000;
const MAR = Date.UTC(2027, 2, 31, 12) / 1000;
const DAY = 86_400;

let client: Client;
let priceId: string;
let trialPriceId: string;
beforeAll(async () => {
  client = clientOf(baseUrl, (await createAccount()).testKey);
  ({ priceId } = await newPlan(client));
  ({ priceId: trialPriceId } = await newPlan(client, { trial_days: 10 }));
});

const newSubscription = (price: string) => subscribeOnClock(client, price, START, {}, { country_code: 'NL' });

/** Waits for `count` events of a type; returns the events of all types with this `customer_id`, oldest first. */
const eventsOf = async (customerId: string, type: string, count: number): Promise<readonly ApiObject[]> => {
  const events = await eventually(
    async () => (await client.list('/v1/events')).filter(({ data }) => (data as Json).customer_id === customerId),
    (listed) => listed.filter((event) => event.type === type).length >= count,
  );
  return events.toReversed();
};

/** Returns the events of these types as `[type, days since START]`. */
const typesWithDay = (events: readonly ApiObject[], types: readonly string[]) =>
  events.filter(({ type }) => types.includes(String(type))).map(({ type, created }) => [type, (Number(created) - START) / DAY]);

describe('the end of a trial', () => {
  it('[EVT-25] is announced once, three days before, by an event with the subscription', async () => {
    const { id, clockId, customerId, subscription } = await newSubscription(trialPriceId);
    await advance(client, clockId, START + 7 * DAY - 1);
    const before = await eventsOf(customerId, 'invoice.upcoming', 1);
    expect(before.map(({ type }) => type)).not.toContain('subscription.trial_will_end');
    await advance(client, clockId, START + 7 * DAY);
    const [notice] = (await eventsOf(customerId, 'subscription.trial_will_end', 1)).filter(
      ({ type }) => type === 'subscription.trial_will_end',
    );
    expect(notice).toMatchObject({ created: START + 7 * DAY, data: subscription, previous_attributes: null });
    expect(await client.get(`/v1/subscriptions/${id}`)).toEqual(subscription);
    await advance(client, clockId, START + 11 * DAY);
    const events = await eventsOf(customerId, 'payment.succeeded', 2);
    expect(typesWithDay(events, ['invoice.upcoming', 'subscription.trial_will_end', 'subscription.trial_ended', 'invoice.paid'])).toEqual([
      ['invoice.upcoming', 3],
      ['subscription.trial_will_end', 7],
      ['subscription.trial_ended', 10],
      ['invoice.paid', 10],
    ]);
  });

  it('[EVT-25] is not announced for a canceled subscription', async () => {
    const { clockId, customerId, subscription } = await newSubscription(trialPriceId);
    const [payment] = await client.list(`/v1/payments?subscription_id=${subscription.id}`);
    await client.post('/v1/refunds', { payment_id: payment?.id });
    await eventually(
      () => client.get(`/v1/subscriptions/${subscription.id}`),
      ({ status }) => status === 'canceled',
    );
    await advance(client, clockId, START + 11 * DAY);
    const events = await eventsOf(customerId, 'subscription.canceled', 1);
    expect(events.map(({ type }) => type)).not.toContain('subscription.trial_will_end');
    expect(events.map(({ type }) => type)).not.toContain('invoice.upcoming');
  });
});

describe('a renewal', () => {
  it('[EVT-37] [EVT-66] is announced a week before, with the amounts that the renewal then charges', async () => {
    const { id, clockId, customerId } = await newSubscription(priceId);
    await client.post('/v1/tax_rates', { country_code: 'NL', rate_basis_points: 2100, display_name: 'BTW' });
    await advance(client, clockId, FEB - 7 * DAY);
    const events = await eventsOf(customerId, 'invoice.upcoming', 1);
    expect(events.at(-1)).toMatchObject({ type: 'invoice.upcoming', created: FEB - 7 * DAY, previous_attributes: null });
    expect(events.at(-1)?.data).toEqual({
      object: 'upcoming_invoice',
      livemode: false,
      invoice_id: null,
      subscription_id: id,
      customer_id: customerId,
      currency: 'EUR',
      amount_due_cents: 1999,
      tax_cents: 347,
      period_start: FEB,
      period_end: MAR,
    });
    await advance(client, clockId, FEB);
    const [invoice] = await client.list(`/v1/invoices?subscription_id=${id}`);
    expect(invoice).toMatchObject({ total_cents: 1999, tax_cents: 347, period_start: FEB, period_end: MAR });
  });

  it('[EVT-37] is announced once in each period, a week before the renewal in the time of the test clock', async () => {
    const { clockId, customerId } = await newSubscription(priceId);
    await advance(client, clockId, MAR);
    const events = await eventsOf(customerId, 'payment.succeeded', 3);
    const [feb, mar] = [FEB, MAR].map((end) => (end - START) / DAY) as [number, number];
    // `slice(1)` drops the first payment, which was made at the sale.
    expect(typesWithDay(events, ['invoice.upcoming', 'payment.succeeded']).slice(1)).toEqual([
      ['invoice.upcoming', feb - 7],
      ['payment.succeeded', feb],
      ['invoice.upcoming', mar - 7],
      ['payment.succeeded', mar],
    ]);
  });

  it('[EVT-37] is not announced while a cancellation is scheduled; a reactivation in the last week announces it immediately', async () => {
    const { id, clockId, customerId } = await newSubscription(priceId);
    await client.post(`/v1/subscriptions/${id}/cancel`);
    await advance(client, clockId, FEB - 2 * DAY);
    await client.post(`/v1/subscriptions/${id}/reactivate`);
    await advance(client, clockId, FEB);
    const events = await eventsOf(customerId, 'payment.succeeded', 2);
    const endDay = (FEB - START) / DAY;
    // `slice(1)` drops the first payment, which was made at the sale.
    expect(typesWithDay(events, ['subscription.reactivated', 'invoice.upcoming', 'payment.succeeded']).slice(1)).toEqual([
      ['subscription.reactivated', endDay - 2],
      ['invoice.upcoming', endDay - 2],
      ['payment.succeeded', endDay],
    ]);
  });
});
