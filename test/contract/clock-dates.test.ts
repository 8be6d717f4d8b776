import { describe, expect, it, vi } from 'vitest';
import { apiOf } from '../../scripts/support/api.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { service } from '../support/service.ts';
import { advance, clockAt, newPlan, pay, subscribe } from './support/objects.ts';

vi.setConfig({ testTimeout: 120_000 });

const { baseUrl, createAccount } = service();

describe('events on a test clock in the past', () => {
  it('have the time of the clock, whether they are caused by requests or by the service', async () => {
    const client = apiOf(baseUrl).client((await createAccount()).testKey);
    const { priceId } = await newPlan(client);
    const clock = await clockAt(client, Date.UTC(2022, 0, 31) / 1000);
    const customer = await client.post('/v1/customers', { name: 'Ada', test_clock_id: clock.id });
    const subscription = await subscribe(client, priceId, { customer_id: customer.id });
    const path = `/v1/subscriptions/${subscription.id}`;
    const behave = (charges: string) => client.post(`/sandbox/customers/${customer.id}/behavior`, { charges });
    const lastPayment = async (): Promise<string> => String((await client.list(`/v1/payments?customer_id=${customer.id}`))[0]?.id);
    await advance(client, clock.id, Date.UTC(2022, 2, 1) / 1000);
    await behave('insufficient_funds');
    await advance(client, clock.id, Date.UTC(2022, 3, 2) / 1000);
    await behave('paid');
    await advance(client, clock.id, Date.UTC(2022, 3, 10) / 1000);
    await client.post(`${path}/pause`, {});
    await client.post(`${path}/resume`, {});
    await client.post(`/v1/customers/${customer.id}`, { name: 'Ada L.' });
    await client.post('/v1/refunds', { payment_id: await lastPayment(), amount_cents: 100 });
    await behave('pending');
    await advance(client, clock.id, Date.UTC(2022, 4, 1) / 1000);
    await client.post(`/sandbox/payments/${await lastPayment()}/outcome`, { outcome: 'paid' });
    await client.post(`/sandbox/payments/${await lastPayment()}/outcome`, { outcome: 'charged_back' });
    await client.post(`/sandbox/payments/${await lastPayment()}/outcome`, { outcome: 'chargeback_reversed' });
    const lastSession = await client.post('/v1/checkout/sessions', {
      price_id: priceId,
      customer_id: customer.id,
      success_url: 'https://shop.example/thanks',
      cancel_url: 'https://shop.example/cart',
    });
    await pay(client, lastSession.id, { outcome: 'failed' });
    await client.post(`${path}/cancel`, {});
    await advance(client, clock.id, Date.UTC(2022, 5, 1) / 1000);
    const events = await eventually(
      () => client.list('/v1/events', 100),
      (listed) =>
        ['subscription.canceled', 'dispute.closed', 'refund.succeeded'].every((type) => listed.some((event) => event['type'] === type)),
    );
    const onClock = events.filter(({ type }) => !/^(product|price)\./.test(String(type)));
    expect(onClock.length).toBeGreaterThan(30);
    const end = Date.UTC(2022, 5, 1) / 1000;
    expect(onClock.filter(({ created }) => Number(created) > end).map(({ type, created }) => [type, created])).toEqual([]);
    const dates = onClock.map(({ created }) => Number(created)).toReversed();
    expect(dates).toEqual([...dates].sort((left, right) => left - right));
  });
});
