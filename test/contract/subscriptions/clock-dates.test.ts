import { describe, expect, it, vi } from 'vitest';
import { apiOf } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { advance, newPlan, openSession, pay, setBehavior, subscribeOnClock } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000 });

const { baseUrl, createAccount } = service();

describe('events on a test clock in the past', () => {
  it('have the time of the clock, whether a request or the advance of the clock records them', async () => {
    const client = apiOf(baseUrl).client((await createAccount()).testKey);
    const { priceId } = await newPlan(client);
    const { id, clockId, customerId } = await subscribeOnClock(client, priceId, Date.UTC(2022, 0, 31) / 1000);
    const path = `/v1/subscriptions/${id}`;
    const fetchLastPaymentId = async (): Promise<string> => String((await client.list(`/v1/payments?customer_id=${customerId}`))[0]?.id);
    await advance(client, clockId, Date.UTC(2022, 2, 1) / 1000);
    await setBehavior(client, customerId, { charges: 'insufficient_funds' });
    await advance(client, clockId, Date.UTC(2022, 3, 2) / 1000);
    await setBehavior(client, customerId, { charges: 'paid' });
    await advance(client, clockId, Date.UTC(2022, 3, 10) / 1000);
    await client.post(`${path}/pause`, {});
    await client.post(`${path}/resume`, {});
    await client.post(`/v1/customers/${customerId}`, { name: 'Ada L.' });
    await client.post('/v1/refunds', { payment_id: await fetchLastPaymentId(), amount_cents: 100 });
    await setBehavior(client, customerId, { charges: 'pending' });
    await advance(client, clockId, Date.UTC(2022, 4, 1) / 1000);
    for (const outcome of ['paid', 'charged_back', 'chargeback_reversed']) {
      await client.post(`/sandbox/payments/${await fetchLastPaymentId()}/outcome`, { outcome });
    }
    const lastSession = await openSession(client, priceId, { customer_id: customerId });
    await pay(client, lastSession.id, { outcome: 'failed' });
    await client.post(`${path}/cancel`, {});
    const end = Date.UTC(2022, 5, 1) / 1000;
    await advance(client, clockId, end);
    const events = await eventually(
      () => client.list('/v1/events', 100),
      (listed) =>
        ['subscription.canceled', 'dispute.closed', 'refund.succeeded'].every((type) => listed.some((event) => event['type'] === type)),
    );
    // Products and prices are not on the clock.
    const onClock = events.filter(({ type }) => !/^(product|price)\./.test(String(type)));
    expect(onClock.length).toBeGreaterThan(30);
    expect(onClock.filter(({ created }) => Number(created) > end).map(({ type, created }) => [type, created])).toEqual([]);
    const times = onClock.map(({ created }) => Number(created)).toReversed();
    expect(times).toEqual([...times].sort((left, right) => left - right));
  });
});
