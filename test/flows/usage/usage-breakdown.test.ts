import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { usageCounterKeys, usageEventKey } from '../../../shared/store/core/keys.ts';
import { openRunEnvironment, type RunEnvironment, setTime } from '../renewals/run-environment.ts';
import { breakdownOf, rowsFromEvents, rowsFromSums } from './usage-day-steps.ts';
import { changeMeter, createSubscriptionsWithMeter, newEvent, sendEvents, storedEvents } from './usage-event-steps.ts';
import { addUsage, readUsage } from './usage-steps.ts';

const DAY = 86_400;

let env: RunEnvironment;
beforeAll(async () => {
  env = await openRunEnvironment();
}, 120_000);
afterAll(() => env.close());

/** Deletes a stored event, as the table does when the event expires. */
const expire = (tenant: Tenant, id: string): Promise<void> => env.fixture.table.delete({ Key: usageEventKey(tenant, id) });

/**
 * Shortens the names of the attributes that count the events of a meter, so that they end with the last `length` characters of the meter's
 * id. An earlier release wrote such names.
 */
const shortenTags = async (tenant: Tenant, id: string, length: number): Promise<void> => {
  for (const Key of usageCounterKeys(tenant, id)) {
    const item = await env.fixture.table.get(Key);
    const names = Object.keys(item ?? {}).filter((name) => /^M[0-9a-z]{3}./.test(name));
    for (const name of names) {
      await env.fixture.table.update({
        Key,
        UpdateExpression: 'ADD #short :count REMOVE #long',
        ExpressionAttributeNames: { '#long': name, '#short': `${name.slice(0, 4)}${name.slice(-length)}` },
        ExpressionAttributeValues: { ':count': item?.[name] as number },
      });
    }
  }
};

describe('a breakdown of a period', () => {
  const createOldUsage = async () => {
    const { tenant, id, start } = await createSubscriptionsWithMeter(env);
    setTime(env, start + 2 * DAY);
    const events = ['eu', 'eu', 'us'].map((region, index) =>
      newEvent(id, { occurredAt: start + (index % 2) * DAY + 60, value: '4', properties: { region } }),
    );
    await sendEvents(env, tenant, events);
    await addUsage(env.fixture.store, tenant, id, { quantity: 5, occurredAt: start + DAY + 60 });
    const before = await rowsFromEvents(env, tenant, id);
    return { tenant, id, start, events, before };
  };

  it('is built from the sums by day if an event has expired; groups and hours are then refused', async () => {
    const { tenant, id, start, events, before } = await createOldUsage();
    await expire(tenant, events[0]?.id ?? '');
    setTime(env, start + 101 * DAY);
    expect(before.map(({ quantity }) => quantity)).toEqual(['8', '5', '4']);
    expect(await rowsFromEvents(env, tenant, id)).toEqual(before);
    const refusal = { code: 'parameter_invalid', reason: 'usage_events_expired', message: expect.stringContaining('Send interval=day') };
    expect(await breakdownOf(env, tenant, id, { interval: 'period', groupBy: 'region' })).toMatchObject({ ...refusal, param: 'group_by' });
    expect(await breakdownOf(env, tenant, id, { interval: 'hour' })).toMatchObject({ ...refusal, param: 'interval' });
  });

  it('has groups if no event has expired, even if the index lacks a new event', async () => {
    const { tenant, id, start, events } = await createOldUsage();
    setTime(env, start + 101 * DAY);
    const groups = async () => {
      const rows = await breakdownOf(env, tenant, id, { interval: 'period', groupBy: 'region' });
      return Array.isArray(rows) ? rows.map(({ group, quantity }) => [group, quantity]) : rows;
    };
    const complete = [
      [null, '5'],
      ['eu', '8'],
      ['us', '4'],
    ];
    expect(await groups()).toEqual(complete);
    setTime(env, start + 3 * DAY);
    // At this time no event can have expired, so the breakdown treats the deleted event as one that the index does not show yet.
    await expire(tenant, events[2]?.id ?? '');
    expect(await groups()).toEqual(complete.slice(0, 2));
  });
});

describe('the events of two meters of a subscription', () => {
  /**
   * Sends an event, changes the price to one with another meter, and sends an event to that meter. The last `shared` characters of both
   * meter ids are equal.
   */
  const sendToTwoMeters = async (shared: number) => {
    const { tenant, id, meter } = await createSubscriptionsWithMeter(env);
    await sendEvents(env, tenant, [newEvent(id, { value: '0.5' })]);
    const ending = meter.id.slice(-shared);
    await changeMeter(env, tenant, id, { ...meter, id: `mtr_${'Z'.repeat(26 - shared)}${ending}`, eventName: 'images' });
    await sendEvents(env, tenant, [newEvent(id, { value: '3', eventName: 'images' })]);
    return { tenant, id };
  };

  it('are in separate rows, each with its event name', async () => {
    const { tenant, id } = await sendToTwoMeters(4);
    const rows = await rowsFromEvents(env, tenant, id);
    expect(rows.map(({ eventName, quantity }) => [eventName, quantity]).sort()).toEqual([
      ['images', '3'],
      ['tokens', '0.5'],
    ]);
  });

  it('are not added up as events of one meter, even if both ids have the same last 8 characters: the breakdown is refused', async () => {
    const { tenant, id } = await sendToTwoMeters(8);
    expect(await breakdownOf(env, tenant, id, { maxEntries: 1 })).toMatchObject({ param: 'interval', reason: 'breakdown_too_large' });
  });
});

describe('the events of a meter', () => {
  it('with the aggregation `last` keep the order of their request, whatever their ids: the last one decides the quantity', async () => {
    const { tenant, id } = await createSubscriptionsWithMeter(env, { aggregation: 'last' });
    const events = ['7', '5', '9', '3'].map((value, index) => newEvent(id, { id: `${9 - index}`, value }));
    await sendEvents(env, tenant, events);
    expect((await readUsage(env, tenant, id)).counted.quantity).toBe(3n);
    expect(await rowsFromEvents(env, tenant, id)).toMatchObject([{ quantity: '3' }]);
    expect((await storedEvents(env, tenant, id)).map(({ value }) => value)).toEqual(['3', '9', '5', '7']);
  });

  it('are added up, including those that an earlier release has counted', async () => {
    const { tenant, id } = await createSubscriptionsWithMeter(env);
    await sendEvents(env, tenant, [newEvent(id), newEvent(id)]);
    await shortenTags(tenant, id, 4);
    await sendEvents(env, tenant, [newEvent(id)]);
    expect(await rowsFromSums(env, tenant, id)).toEqual(await rowsFromEvents(env, tenant, id));
    expect(await rowsFromSums(env, tenant, id)).toMatchObject([{ eventName: 'tokens', quantity: '3', entries: 3 }]);
  });
});
