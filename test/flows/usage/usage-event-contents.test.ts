import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EventOutcome, ID_REUSED } from '../../../shared/domain/usage-event/outcome.ts';
import { type DatabaseRunEnvironment, openDatabaseRunEnvironment } from '../renewals/run-environment.ts';
import { createSubscriptionsWithMeter, newEvent, sendEvents } from './usage-event-steps.ts';
import { readUsage } from './usage-steps.ts';

let env: DatabaseRunEnvironment;
beforeAll(async () => {
  env = await openDatabaseRunEnvironment();
}, 120_000);
afterAll(() => env.close());

const times = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

const kinds = (outcomes: readonly EventOutcome[]) =>
  outcomes.map((outcome) => (typeof outcome === 'string' ? outcome : outcome === ID_REUSED ? 'reused' : outcome.param));

describe('different contents of one id in a request', () => {
  it('are decided one after the other until one is not refused', async () => {
    const { tenant, id } = await createSubscriptionsWithMeter(env);
    const valid = newEvent(id, { value: '2' });
    const early = { ...valid, occurredAt: 1 };
    const unknown = { ...valid, subscriptionId: 'sub_unknown' };
    const outcomes = kinds(await sendEvents(env, tenant, [early, unknown, valid, valid, early]));
    expect(outcomes.join()).toBe('occurred_at,subscription_id,recorded,duplicate,occurred_at');
    // The content that was recorded decides, in any order.
    const other = { ...valid, value: '3' };
    expect(kinds(await sendEvents(env, tenant, [other, valid]))).toEqual(['reused', 'duplicate']);
    expect(kinds(await sendEvents(env, tenant, [valid, other]))).toEqual(['duplicate', 'reused']);
    const second = newEvent(id);
    const contents = times(40).map((index) => ({ ...second, occurredAt: index }));
    expect(new Set(kinds(await sendEvents(env, tenant, [...contents, second])))).toEqual(new Set(['occurred_at', 'reused']));
    expect(Number((await readUsage(env, tenant, id)).counted.quantity)).toBe(2);
  });

  it.each([true, false])('do not change the order of the events that are counted (with a refused content: %s)', async (withRefused) => {
    const { tenant, id } = await createSubscriptionsWithMeter(env, { aggregation: 'last' });
    const first = newEvent(id, { value: '7' });
    const last = newEvent(id, { value: '5' });
    const outcomes = kinds(await sendEvents(env, tenant, [...(withRefused ? [{ ...first, occurredAt: 1 }] : []), first, last]));
    expect(outcomes).toEqual([...(withRefused ? ['occurred_at'] : []), 'recorded', 'recorded']);
    expect(Number((await readUsage(env, tenant, id)).counted.quantity)).toBe(5);
  });
});
