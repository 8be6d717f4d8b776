import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AGGREGATIONS, type Aggregation } from '../../../shared/domain/meter/record.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import type { SentEvent } from '../../../shared/domain/usage-event/outcome.ts';
import { Busy } from '../../../shared/store/core/busy.ts';
import { newCapacityCounter } from '../../../shared/store/core/capacity-counter.ts';
import { usageCounterKey, usageCounterKeys } from '../../../shared/store/core/keys.ts';
import { holdUsageCounters, releaseUsageCounters } from '../../../shared/store/core/usage-counters.ts';
import { openStore } from '../../../shared/store/writer/store.ts';
import { updateRecord } from '../../store/support.ts';
import {
  type DatabaseRunEnvironment,
  depsOf,
  nowOf,
  openDatabaseRunEnvironment,
  openRunEnvironment,
  type RunEnvironment,
  runMinute,
  setTime,
} from '../renewals/run-environment.ts';
import { breakdownOf, recountedDays, rowsFromEvents, rowsFromSums, summedDays } from './usage-day-steps.ts';
import { cancelStoredEvent, changeMeter, createSubscriptionsWithMeter, newEvent, sendEvents } from './usage-event-steps.ts';
import { addUsage, readUsage } from './usage-steps.ts';

const DAY = 86_400;

let env: RunEnvironment;
let database: DatabaseRunEnvironment;
beforeAll(async () => {
  [env, database] = await Promise.all([openRunEnvironment(), openDatabaseRunEnvironment()]);
}, 120_000);
afterAll(() => Promise.all([env.close(), database.close()]));

const times = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** An event at a unique time, since `last` depends on the order of receipt for events of the same time. Days and users are mixed. */
const mixedEvent = (id: string, start: number, index: number, days: number): SentEvent =>
  newEvent(id, {
    occurredAt: start + ((index * 7) % days) * DAY + index,
    value: `${(index * 37) % 101}.${index % 4}`,
    properties: { user: `u${(index * 3) % 11}` },
  });

const meterOf = (aggregation: Aggregation) => ({ aggregation, valueKey: aggregation === 'unique' ? 'user' : null });

/** True if the attribute belongs to the period: its name contains the day of the period's start in base 36. */
const isOfPeriod = (name: string, start: number): boolean =>
  name.slice(1, 4) ===
  Math.floor(start / DAY)
    .toString(36)
    .padStart(3, '0');

/** Names of the attributes of each of a subscription's counters. */
const countersOf = async ({ fixture }: RunEnvironment, tenant: Tenant, id: string): Promise<readonly (readonly string[])[]> =>
  [...(await fixture.table.batchGet(usageCounterKeys(tenant, id))).values()].map((item) => Object.keys(item));

describe.each(AGGREGATIONS)('the sums by day of a meter with the aggregation %s', (aggregation) => {
  it('give the same rows as the events of the meter, even if each request has events of several days', async () => {
    const { tenant, id, start } = await createSubscriptionsWithMeter(env, meterOf(aggregation));
    setTime(env, start + 20 * DAY);
    const events = times(250).map((index) => mixedEvent(id, start, index, 20));
    for (const from of [0, 90, 180]) await sendEvents(env, tenant, events.slice(from, from + 90));
    expect(await summedDays(env, tenant, id)).toEqual(await recountedDays(env, tenant, id, aggregation));
    const [fromSums, fromEvents] = [await rowsFromSums(env, tenant, id), await rowsFromEvents(env, tenant, id)];
    expect(fromSums.map(({ amountCents, entries }) => [amountCents, entries])).toEqual(
      fromEvents.map(({ amountCents, entries }) => [amountCents, entries]),
    );
    if (aggregation !== 'unique') expect(fromSums).toEqual(fromEvents);
    expect(await rowsFromSums(env, tenant, id, 'period')).toEqual(await rowsFromEvents(env, tenant, id, 'period'));
  }, 60_000);

  it('are exact after 200 concurrent requests', async () => {
    const { tenant, id, start } = await createSubscriptionsWithMeter(env, meterOf(aggregation));
    setTime(env, start + 5 * DAY);
    const requests = times(200).map((index) => [mixedEvent(id, start, index, 5)]);
    // A client repeats requests that conflicted with too many others.
    const send = async (events: readonly SentEvent[]): Promise<void> => {
      await sendEvents(env, tenant, events).catch((error: unknown) => {
        if (!(error instanceof Busy)) throw error;
        return send(events);
      });
    };
    await Promise.all(requests.map(send));
    const summed = await summedDays(env, tenant, id);
    expect(summed).toEqual(await recountedDays(env, tenant, id, aggregation));
    expect(summed.reduce((total, [, , events]) => total + events, 0)).toBe(200);
  }, 240_000);

  it('count each event in exactly one period while a period closes; the sums of the closed period are removed later', async () => {
    const { tenant, id, start, end } = await createSubscriptionsWithMeter(env, meterOf(aggregation));
    setTime(env, end);
    await sendEvents(
      env,
      tenant,
      times(60).map((index) => mixedEvent(id, start, index, 20)),
    );
    expect(await summedDays(env, tenant, id)).toEqual(await recountedDays(env, tenant, id, aggregation));
    const sending = times(20).map((index) => sendEvents(env, tenant, [mixedEvent(id, start, 60 + index, 20)]));
    await Promise.all([runMinute(env, tenant), ...sending]);
    setTime(env, end + 5 * DAY);
    for (let from = 0; from < 200; from += 10) {
      await sendEvents(
        env,
        tenant,
        times(10).map((index) => mixedEvent(id, end, from + index, 5)),
      );
    }
    expect(await summedDays(env, tenant, id)).toEqual(await recountedDays(env, tenant, id, aggregation));
    const counters = await countersOf(env, tenant, id);
    const counting = counters.filter((names) => names.some((name) => isOfPeriod(name, end)));
    expect(counting.length).toBeGreaterThan(3);
    expect(counting.flat().filter((name) => isOfPeriod(name, start))).toEqual([]);
  }, 60_000);
});

describe('the sums by day', () => {
  it('do not contain canceled events', async () => {
    const { tenant, id, start } = await createSubscriptionsWithMeter(env);
    setTime(env, start + 9 * DAY);
    const events = times(30).map((index) => mixedEvent(id, start, index, 9));
    await sendEvents(env, tenant, events);
    for (const event of events.filter((_, index) => index % 9 === 2 || index % 4 === 1)) await cancelStoredEvent(env, tenant, event.id);
    expect(await summedDays(env, tenant, id)).toEqual(await recountedDays(env, tenant, id, 'sum'));
    expect(await rowsFromSums(env, tenant, id)).toEqual(await rowsFromEvents(env, tenant, id));
  });

  it('have separate rows for usage records and events, and contain late events but no late usage records', async () => {
    const { tenant, id, start, end } = await createSubscriptionsWithMeter(env);
    const { store } = env.fixture;
    setTime(env, end);
    await runMinute(env, tenant);
    setTime(env, end + 3 * DAY);
    await addUsage(store, tenant, id, { quantity: 7, occurredAt: start + DAY });
    for (const day of [0, 1, 1, 3]) await addUsage(store, tenant, id, { quantity: 10 + day, occurredAt: end + day * DAY });
    await sendEvents(env, tenant, [
      newEvent(id, { value: '1.5', occurredAt: start + DAY }),
      newEvent(id, { value: '2.25', occurredAt: end + DAY }),
    ]);
    const summed = await rowsFromSums(env, tenant, id);
    expect(summed).toEqual(await rowsFromEvents(env, tenant, id));
    expect(summed.map(({ meterId, quantity }) => [meterId === null, quantity])).toEqual([
      [true, '10'],
      [false, '1.5'],
      [true, '22'],
      [false, '2.25'],
      [true, '13'],
    ]);
  });

  it('are replaced by sums by month if the period is longer than 31 days', async () => {
    const { tenant, id, start } = await createSubscriptionsWithMeter(env, {}, 1, { unitAmountDecimal: '2.5', interval: 'year' });
    setTime(env, start + 300 * DAY);
    await sendEvents(
      env,
      tenant,
      times(150).map((index) => mixedEvent(id, start, index, 300)),
    );
    const summed = await rowsFromSums(env, tenant, id, 'month');
    expect(summed).toEqual(await rowsFromEvents(env, tenant, id, 'month'));
    expect(summed.length).toBeGreaterThan(9);
    const refusal = await breakdownOf(env, tenant, id, { interval: 'day', maxEntries: -1 });
    expect(refusal).toMatchObject({ param: 'interval', message: expect.stringContaining('Send interval=month') });
  });

  it('of a trial have the amount 0, and new sums start after the trial', async () => {
    const { tenant, id, start } = await createSubscriptionsWithMeter(env);
    const trialEnd = start + 60 * DAY;
    await updateRecord(env.fixture.store, tenant, subscriptionAggregate, id, ({ currentPeriodStart }) => ({
      trialStart: currentPeriodStart,
      trialEnd,
      anchor: trialEnd,
      currentPeriodEnd: trialEnd,
      periodIndex: -1,
    }));
    setTime(env, trialEnd - 1);
    await sendEvents(
      env,
      tenant,
      times(60).map((index) => mixedEvent(id, start, index, 59)),
    );
    const free = await rowsFromSums(env, tenant, id, 'month');
    expect(free).toEqual(await rowsFromEvents(env, tenant, id, 'month'));
    expect(free.map(({ amountCents }) => amountCents)).toEqual(free.map(() => 0));
    setTime(env, trialEnd);
    await runMinute(env, tenant);
    setTime(env, trialEnd + 3 * DAY);
    await sendEvents(env, tenant, [newEvent(id, { value: '4' }), newEvent(id, { occurredAt: trialEnd - 5 })]);
    expect((await rowsFromSums(env, tenant, id)).map(({ quantity, amountCents }) => [quantity, amountCents])).toEqual([['4', 10]]);
  });

  it('contain the usage of a paused subscription', async () => {
    const { tenant, id, start, end } = await createSubscriptionsWithMeter(env);
    await updateRecord(env.fixture.store, tenant, subscriptionAggregate, id, () => ({ pausedAt: start + DAY }));
    setTime(env, start + 3 * DAY);
    await sendEvents(
      env,
      tenant,
      times(12).map((index) => mixedEvent(id, start, index, 3)),
    );
    setTime(env, end + 3 * DAY);
    await runMinute(env, tenant);
    await sendEvents(
      env,
      tenant,
      times(12).map((index) => mixedEvent(id, end, index, 3)),
    );
    expect(await rowsFromSums(env, tenant, id)).toEqual(await rowsFromEvents(env, tenant, id));
  });

  it('do not contain events that were refused while a plan change blocked the counters', async () => {
    const { tenant, id, start } = await createSubscriptionsWithMeter(env);
    const { table } = env.fixture;
    setTime(env, start + 3 * DAY);
    const events = times(30).map((index) => mixedEvent(id, start, index, 3));
    const until = nowOf(env) + 60;
    await sendEvents(env, tenant, events.slice(0, 10));
    await Promise.all([
      sendEvents(env, tenant, events.slice(10)),
      holdUsageCounters(table, tenant, id, until),
      sendEvents(env, tenant, events.slice(5, 25)),
    ]);
    expect(await summedDays(env, tenant, id)).toEqual(await recountedDays(env, tenant, id, 'sum'));
    await releaseUsageCounters(table, tenant, id, until);
    await sendEvents(env, tenant, events);
    const summed = await summedDays(env, tenant, id);
    expect(summed).toEqual(await recountedDays(env, tenant, id, 'sum'));
    expect(summed.reduce((total, [, , count]) => total + count, 0)).toBe(30);
  });

  it('are not shown if an earlier release has counted some of the usage', async () => {
    const { tenant, id, start } = await createSubscriptionsWithMeter(env);
    await sendEvents(env, tenant, [newEvent(id), newEvent(id)]);
    await env.fixture.table.update({
      Key: usageCounterKey(tenant, id, 3),
      UpdateExpression: 'ADD #sum :value, #count :one',
      ExpressionAttributeNames: { '#sum': `d${start}`, '#count': `n${start}` },
      ExpressionAttributeValues: { ':value': 10n ** 12n, ':one': 1 },
    });
    expect((await readUsage(env, tenant, id)).counted).toEqual({ quantity: 3n, records: 3 });
    const refusal = await breakdownOf(env, tenant, id, { maxEntries: 2 });
    expect(refusal).toMatchObject({ param: 'interval', message: expect.not.stringContaining('interval=day') });
  });

  it('are not shown if the events of a period belong to two meters', async () => {
    const { tenant, id, meter } = await createSubscriptionsWithMeter(env);
    await sendEvents(env, tenant, [newEvent(id, { value: '0.5' })]);
    await changeMeter(env, tenant, id, { ...meter, id: `${meter.id.slice(0, -4)}ABCD`, aggregation: 'max' });
    await sendEvents(env, tenant, [newEvent(id, { value: '3' })]);
    expect(await breakdownOf(env, tenant, id, { maxEntries: 1 })).toMatchObject({ param: 'interval' });
    expect(await rowsFromEvents(env, tenant, id)).toHaveLength(2);
  });

  it('have attribute names that an earlier release does not mistake for sums of periods', async () => {
    const { tenant, id, start } = await createSubscriptionsWithMeter(env);
    setTime(env, start + DAY);
    await addUsage(env.fixture.store, tenant, id, { quantity: 1 });
    await sendEvents(env, tenant, [newEvent(id)]);
    // The names that the earlier release recognizes as sums.
    const sums = (await countersOf(env, tenant, id)).flat().filter((name) => /^[qd](\d+)$/.test(name));
    expect(new Set(sums)).toEqual(new Set([`q${start}`, `d${start}`]));
  });

  it('cost about 3 write units per event of a large request and 5 for a single event, with all days of a month in the counters', async () => {
    const { tenant, id, start, end } = await createSubscriptionsWithMeter(database);
    setTime(database, end - 1);
    const capacity = newCapacityCounter();
    const store = openStore(database.fixture.tableWith(capacity), { nowMs: () => database.fixture.clock.nowMs, ids: depsOf(database).ids });
    const days = Math.ceil((end - start) / DAY);
    const eventOf = (index: number) =>
      newEvent(id, { occurredAt: Math.min(end - 1, start + (index % days) * DAY), value: `${1000 + index}.25` });
    const unitsOf = async (events: readonly SentEvent[]): Promise<number> => {
      const before = capacity.usage().writeUnits;
      await sendEvents(database, tenant, events, store);
      return (capacity.usage().writeUnits - before) / events.length;
    };
    // Fills all counters with all days.
    for (let request = 0; request < 3; request += 1) await unitsOf(times(1000).map(eventOf));
    const items = await database.fixture.table.batchGet(usageCounterKeys(tenant, id));
    const units = [await unitsOf(times(1000).map(eventOf)), await unitsOf([eventOf(0)])];
    process.stdout.write(`${units[0]} write units per event of a batch, ${units[1]} of a single event\n`);
    expect(units[0]).toBeLessThan(3.05);
    expect(units[1]).toBe(5);
    expect([...items.values()].every((item) => Object.keys(item).length > (2 * (end - start)) / DAY)).toBe(true);
    expect(await summedDays(database, tenant, id)).toEqual(await recountedDays(database, tenant, id, 'sum'));
  }, 240_000);
});
