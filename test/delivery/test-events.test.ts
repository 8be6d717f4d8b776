import { beforeEach, describe, expect, it } from 'vitest';
import { type Receiver, respondWith } from '../../scripts/support/receiver.ts';
import { sweepAt } from '../../shared/store/deliveries/lease.ts';
import { useFixture } from './support/fixture.ts';

const fixture = useFixture();
let receiver: Receiver;
beforeEach(() => {
  receiver = fixture.receiver();
});

describe('test events', () => {
  it('are delivered once each, even if 200 are sent at the same time', async () => {
    const account = fixture.account();
    await account.endpoint(receiver.url);
    const endpoint = await account.endpoint(receiver.url, { enabledEvents: ['coupon.created'] });
    await account.publish('customer.created');
    const sent = await Promise.all(Array.from({ length: 200 }, () => account.sendTestEvent(endpoint)));
    while ((await account.drain()).delivered > 0);
    const bodies = receiver.requests.map(({ text }) => JSON.parse(text));
    expect(bodies.filter(({ type }) => type === 'customer.created')).toHaveLength(1);
    const tests = bodies.filter(({ type }) => type === 'invoice.paid');
    expect(tests.map(({ id }) => id).sort()).toEqual(sent.map(({ eventId }) => eventId).sort());
    expect(new Set(sent.map(({ id }) => id)).size).toBe(200);
    expect(await account.queued()).toEqual([]);
  });

  it('are found by the sweep of due deliveries if the process that creates them ends before it starts the delivery', async () => {
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    await account.sendTestEvent(endpoint);
    expect(await account.sweepDueAt()).toBe(sweepAt(account.nowMs(), account.nowMs()));
  });

  it('keep their content for all retries', async () => {
    receiver.answer = respondWith(500);
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    const { id } = await account.sendTestEvent(endpoint);
    await account.drain();
    receiver.answer = respondWith(200);
    await account.redeliver(endpoint, id);
    await account.drain();
    expect(receiver.requests.map(({ text }) => text)).toEqual([receiver.requests[0]?.text, receiver.requests[0]?.text]);
    expect(await account.row(endpoint)).toMatchObject({ status: 'delivered', attemptCount: 2 });
  });
});
