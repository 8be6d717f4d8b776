import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { change } from '../../../shared/domain/aggregate.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import type { SentEvent } from '../../../shared/domain/usage-event/outcome.ts';
import { TRILLION } from '../../../shared/domain/usage-event/quantity.ts';
import type { BreakdownInterval } from '../../../shared/domain/usage-record/breakdown.ts';
import { loadUsage } from '../../../shared/flows/subscriptions/usage.ts';
import { loadBreakdown } from '../../../shared/flows/subscriptions/usage-breakdown.ts';
import { newCapacityCounter } from '../../../shared/store/core/capacity-counter.ts';
import { usageCounterKeys } from '../../../shared/store/core/keys.ts';
import { openStore } from '../../../shared/store/writer/store.ts';
import { updateRecord, writeChanges } from '../../store/support.ts';
import {
  type DatabaseRunEnvironment,
  depsOf,
  nowOf,
  openDatabaseRunEnvironment,
  openRunEnvironment,
  runMinute,
  setTime,
  subscriptionOf,
} from '../renewals/run-environment.ts';
import { createSubscriptionsWithMeter, newEvent, recount, sendEvents, storedEvents } from './usage-event-steps.ts';
import { addUsage, readUsage, sumOf } from './usage-steps.ts';

let env: DatabaseRunEnvironment;
beforeAll(async () => {
  env = await openDatabaseRunEnvironment();
}, 120_000);
afterAll(() => env.close());

const times = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
const countedUnits = async (tenant: Tenant, id: string): Promise<number> => Number((await readUsage(env, tenant, id)).counted.quantity);

describe('200 concurrent requests for one subscription', () => {
  // In memory: a database on a busy machine refuses so many connections at once.
  it('count each event once', async () => {
    const memory = await openRunEnvironment();
    const { tenant, id } = await createSubscriptionsWithMeter(memory);
    const requests = times(100).map((index) => [newEvent(id, { value: String(index) }), newEvent(id, { value: '0.5' })]);
    // Each request is sent twice at the same time.
    const sent = requests.flatMap((events) => [events, events]);
    const outcomes = (await Promise.all(sent.map((events) => sendEvents(memory, tenant, events)))).flat();
    expect(outcomes.filter((outcome) => outcome === 'recorded')).toHaveLength(200);
    expect(outcomes.filter((outcome) => outcome === 'duplicate')).toHaveLength(200);
    expect(Number((await readUsage(memory, tenant, id)).counted.quantity)).toBe((100 * 99) / 2 + 50);
    expect(await storedEvents(memory, tenant, id)).toHaveLength(200);
    await memory.close();
  }, 240_000);
});

describe('usage events', () => {
  it('are recorded once if a request contains both recorded and new events', async () => {
    const { tenant, id } = await createSubscriptionsWithMeter(env);
    const events = times(300).map(() => newEvent(id));
    expect(await sendEvents(env, tenant, events.slice(0, 150))).toEqual(times(150).map(() => 'recorded'));
    const outcomes = await sendEvents(env, tenant, events);
    expect(outcomes).toEqual(times(300).map((index) => (index < 150 ? 'duplicate' : 'recorded')));
    expect(await countedUnits(tenant, id)).toBe(300);
  }, 60_000);

  it('are refused one by one: an id with other content, another event name, a future time, no value, an unknown subscription', async () => {
    const { tenant, id, end } = await createSubscriptionsWithMeter(env);
    const event = newEvent(id);
    await sendEvents(env, tenant, [event]);
    const outcomes = await sendEvents(env, tenant, [
      { ...event, value: '2' },
      newEvent(id, { eventName: 'requests' }),
      newEvent(id, { occurredAt: end }),
      newEvent(id, { value: null }),
      newEvent('sub_none'),
      newEvent(id),
    ]);
    expect(outcomes).toMatchObject([
      { code: 'parameter_invalid', param: 'id' },
      { code: 'parameter_invalid', param: 'event_name' },
      { code: 'parameter_invalid', param: 'occurred_at' },
      { code: 'parameter_missing', param: 'value' },
      { code: 'resource_missing', param: 'subscription_id' },
      'recorded',
    ]);
    expect(await countedUnits(tenant, id)).toBe(2);
  });

  it('with the same id in one request are recorded once, and refused if their content differs', async () => {
    const { tenant, id } = await createSubscriptionsWithMeter(env);
    const event = newEvent(id);
    const outcomes = await sendEvents(env, tenant, [event, { ...event }, { ...event, value: '5' }]);
    expect(outcomes).toMatchObject(['recorded', 'duplicate', { param: 'id' }]);
    expect(await countedUnits(tenant, id)).toBe(1);
  });

  it('of a customer belong to the subscription whose meter counts them', async () => {
    const { tenant, ids } = await createSubscriptionsWithMeter(env, {}, 2);
    const [one = '', other = ''] = ids;
    const customerOf = (id: string): string => id.replace('sub_', 'cus_');
    const ofCustomer = (id: string, fields: Partial<SentEvent> = {}) =>
      newEvent('', { subscriptionId: null, customerId: customerOf(id), ...fields });
    const outcomes = await sendEvents(env, tenant, [ofCustomer(one), ofCustomer(other), ofCustomer(other, { eventName: 'x' })]);
    expect(outcomes).toMatchObject(['recorded', 'recorded', { code: 'parameter_invalid', param: 'customer_id' }]);
    expect([await countedUnits(tenant, one), await countedUnits(tenant, other)]).toEqual([1, 1]);
  });

  it('of a customer are recognized if sent again after the subscription has ended, while new events are refused', async () => {
    const { tenant, id } = await createSubscriptionsWithMeter(env);
    const event = newEvent('', { subscriptionId: null, customerId: id.replace('sub_', 'cus_') });
    expect(await sendEvents(env, tenant, [event])).toEqual(['recorded']);
    const { store } = env.fixture;
    const stored = await store.get(subscriptionAggregate, tenant, id);
    if (stored === null) throw new Error('The subscription is missing.');
    await writeChanges(store, tenant, [change(subscriptionAggregate, stored, { ...stored.record, status: 'canceled', canceledAt: 1 })]);
    expect(await sendEvents(env, tenant, [event, { ...event, value: '2' }, { ...event, id: 'event-new' }])).toMatchObject([
      'duplicate',
      { param: 'id' },
      { param: 'customer_id' },
    ]);
  });

  it('of a customer belong to the subscription that has not ended, even if an ended subscription awaits its last invoice', async () => {
    const { tenant, id, end } = await createSubscriptionsWithMeter(env);
    const ended = { ...(await subscriptionOf(env, tenant, id)), id: `${id}_ended`, status: 'canceled' as const, usageUntil: end };
    await writeChanges(env.fixture.store, tenant, [change(subscriptionAggregate, null, ended)]);
    const ofCustomer = () => newEvent('', { subscriptionId: null, customerId: id.replace('sub_', 'cus_') });
    expect(await sendEvents(env, tenant, [ofCustomer()])).toEqual(['recorded']);
    expect(await countedUnits(tenant, id)).toBe(1);
    await updateRecord(env.fixture.store, tenant, subscriptionAggregate, id, () => ({ status: 'canceled' as const }));
    expect(await sendEvents(env, tenant, [ofCustomer()])).toMatchObject([{ reason: 'subscription_canceled' }]);
  });

  it('of a customer with too many subscriptions to compare are refused', async () => {
    const { tenant, id } = await createSubscriptionsWithMeter(env);
    const { store } = env.fixture;
    const stored = await store.get(subscriptionAggregate, tenant, id);
    if (stored === null) throw new Error('The subscription is missing.');
    const others = Array.from({ length: 100 }, (_, index) => ({ ...stored.record, id: `${id}_${index}`, status: 'canceled' as const }));
    const changes = others.map((each) => change(subscriptionAggregate, null, each));
    for (const from of [0, 20, 40, 60, 80]) await writeChanges(store, tenant, changes.slice(from, from + 20));
    const event = newEvent('', { subscriptionId: null, customerId: id.replace('sub_', 'cus_') });
    const [outcome] = await sendEvents(env, tenant, [event]);
    expect(outcome).toMatchObject({ param: 'customer_id', message: expect.stringContaining('Send subscription_id') });
  });

  it('that exceed the limit of a breakdown are shown as the total of the period, but not by hour or property', async () => {
    const { tenant, id } = await createSubscriptionsWithMeter(env);
    await sendEvents(env, tenant, [newEvent(id), newEvent(id)]);
    const { store } = env.fixture;
    const { subscription, usage, pricing } = await loadUsage(store, tenant, id, 0);
    if (subscription === null) throw new Error('The subscription is missing.');
    const read = (groupBy: string | null, limit: number, interval: BreakdownInterval = 'period') =>
      loadBreakdown(store, tenant, { interval, groupBy }, { subscription: subscription.record, usage, pricing, now: nowOf(env) }, limit);
    const message = expect.stringMatching(/Omit interval and group_by/);
    expect(await read(null, 1, 'hour')).toMatchObject({ code: 'parameter_invalid', param: 'interval', message });
    expect(await read(null, 1)).toMatchObject([{ quantity: '2', entries: 2 }]);
    expect(await read('region', 1)).toMatchObject({ code: 'parameter_invalid', param: 'group_by', reason: 'breakdown_too_large', message });
    expect(await read('region', 2)).toHaveLength(1);
  });

  it('are counted only if they match the filters of the meter, but are always stored', async () => {
    const { tenant, id } = await createSubscriptionsWithMeter(env, { filters: [{ key: 'region', values: ['eu'] }] });
    await sendEvents(env, tenant, [
      newEvent(id, { properties: { region: 'eu' } }),
      newEvent(id, { properties: { region: 'us' } }),
      newEvent(id),
    ]);
    expect(await countedUnits(tenant, id)).toBe(1);
    expect((await storedEvents(env, tenant, id)).map(({ periodStart }) => periodStart !== null)).toEqual(
      expect.arrayContaining([true, false]),
    );
  });

  it('and usage records of one subscription are billed together; fractions are billed once they add up to a unit', async () => {
    const { tenant, id, end } = await createSubscriptionsWithMeter(env);
    await addUsage(env.fixture.store, tenant, id, { quantity: 10 });
    await sendEvents(env, tenant, [newEvent(id, { value: '0.7' }), newEvent(id, { value: '1.000000000001' })]);
    setTime(env, end);
    await runMinute(env, tenant);
    await sendEvents(env, tenant, [newEvent(id, { value: '0.299999999999' })]);
    const { billedUnits, left } = await readUsage(env, tenant, id);
    expect([billedUnits, left.quantity]).toEqual([[11], 1n]);
  });

  it('that occurred in a billed period are billed with the open period', async () => {
    const { tenant, id, end } = await createSubscriptionsWithMeter(env);
    await sendEvents(env, tenant, [newEvent(id, { value: '4' })]);
    setTime(env, end);
    await runMinute(env, tenant);
    await sendEvents(env, tenant, [newEvent(id, { value: '3', occurredAt: end - 1 })]);
    const { billedUnits, left } = await readUsage(env, tenant, id);
    expect([billedUnits, left.quantity]).toEqual([[4], 3n]);
    expect((await storedEvents(env, tenant, id))[0]).toMatchObject({ periodStart: end, occurredAt: end - 1 });
  });

  it('that would exceed the maximum amount of an invoice are refused', async () => {
    const { tenant, id } = await createSubscriptionsWithMeter(env);
    const outcomes = await sendEvents(
      env,
      tenant,
      ['30000000', '20000000', '1'].map((value) => newEvent(id, { value })),
    );
    expect(outcomes).toMatchObject(['recorded', { code: 'parameter_invalid', param: 'value' }, 'recorded']);
  });

  it('that are sent while a period closes are billed once, in one of the two periods', async () => {
    const { tenant, id, end } = await createSubscriptionsWithMeter(env);
    setTime(env, end);
    const sending = times(40).map(() => sendEvents(env, tenant, [newEvent(id, { occurredAt: end - 1 })]));
    await Promise.all([runMinute(env, tenant), ...sending]);
    const { billedUnits, left } = await readUsage(env, tenant, id);
    expect(sumOf(billedUnits) + Number(left.quantity)).toBe(40);
    expect(await storedEvents(env, tenant, id)).toHaveLength(40);
  }, 60_000);

  it('cost about three write units each in a request with 1,000 events, and are spread over several counters', async () => {
    const { tenant, id } = await createSubscriptionsWithMeter(env);
    const capacity = newCapacityCounter();
    const store = openStore(env.fixture.tableWith(capacity), { nowMs: () => env.fixture.clock.nowMs, ids: depsOf(env).ids });
    const outcomes = await sendEvents(
      env,
      tenant,
      times(1000).map(() => newEvent(id, { properties: { model: 'large', region: 'eu' } })),
      store,
    );
    expect(new Set(outcomes)).toEqual(new Set(['recorded']));
    const { writeUnits } = capacity.usage();
    process.stdout.write(`${writeUnits / 1000} write units per event\n`);
    expect(writeUnits).toBeLessThan(3200);
    expect(await countedUnits(tenant, id)).toBe(1000);
    const counters = await env.fixture.table.batchGet(usageCounterKeys(tenant, id));
    expect(counters.size).toBeGreaterThan(6);
  }, 60_000);
});

describe.each(['sum', 'count', 'max', 'last', 'unique'] as const)('a meter with the aggregation %s', (aggregation) => {
  const randomEvents = (id: string, start: number, count: number): readonly SentEvent[] =>
    times(count).map(() =>
      newEvent(id, {
        occurredAt: start + Math.floor(Math.random() * 50),
        value: `${Math.floor(Math.random() * 1000)}.${Math.floor(Math.random() * 100)}`,
        properties: { user: `u${Math.floor(Math.random() * 40)}` },
      }),
    );

  it('counts what a recount of the events gives, in a billed and in an open period', async () => {
    const { tenant, id, start, end } = await createSubscriptionsWithMeter(env, {
      aggregation,
      valueKey: aggregation === 'unique' ? 'user' : null,
    });
    const first = randomEvents(id, start, 250);
    // Events of the same second count in the order of receipt, so the requests are sent one after another.
    for (let from = 0; from < first.length; from += 125) await sendEvents(env, tenant, first.slice(from, from + 125));
    setTime(env, end);
    await runMinute(env, tenant);
    setTime(env, end + 60);
    const second = randomEvents(id, end, 120);
    await sendEvents(env, tenant, second);
    const { billedUnits, counted } = await readUsage(env, tenant, id);
    const expected = [recount(aggregation, first), recount(aggregation, second)];
    expect(billedUnits).toEqual([Number((expected[0] ?? 0n) / TRILLION)]);
    expect(counted.quantity).toBe(expected.reduce((total, each) => total + each, 0n) / TRILLION);
  }, 120_000);

  it('counts events of concurrent requests once', async () => {
    const { tenant, id, start } = await createSubscriptionsWithMeter(env, {
      aggregation,
      valueKey: aggregation === 'unique' ? 'user' : null,
    });
    const events = times(120).map((index) =>
      newEvent(id, {
        occurredAt: start + index / 2 - ((index / 2) % 1),
        value: String((index * 37) % 101),
        properties: { user: `u${index % 7}` },
      }),
    );
    // One event per second, so that the order of receipt does not matter.
    const distinct = events.filter((_, index) => index % 2 === 0);
    await Promise.all(times(12).map((part) => sendEvents(env, tenant, distinct.slice(part * 5, part * 5 + 5))));
    expect((await readUsage(env, tenant, id)).counted.quantity).toBe(recount(aggregation, distinct) / TRILLION);
  }, 120_000);
});
