import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { updateRecord } from '../../store/support.ts';
import { openRunEnvironment, type RunEnvironment, runMinute, setTime, subscriptionOf } from '../renewals/run-environment.ts';
import { cancelStoredEvent, createSubscriptionsWithMeter, newEvent, sendEvents } from './usage-event-steps.ts';
import { readUsage } from './usage-steps.ts';

let env: RunEnvironment;
beforeAll(async () => {
  env = await openRunEnvironment();
});
afterAll(() => env.close());

describe('usage events', () => {
  it('can be canceled after their period ended without an invoice because of a pause, and are then not billed', async () => {
    const { tenant, id, start, end } = await createSubscriptionsWithMeter(env);
    const [mistaken, right] = [newEvent(id, { value: '1000000' }), newEvent(id, { value: '2' })];
    await sendEvents(env, tenant, [mistaken, right]);
    await updateRecord(env.fixture.store, tenant, subscriptionAggregate, id, () => ({ pausedAt: start + 120 }));
    setTime(env, end);
    await runMinute(env, tenant);
    const { currentPeriodEnd } = await subscriptionOf(env, tenant, id);
    expect(currentPeriodEnd).toBeGreaterThan(end);
    expect(await cancelStoredEvent(env, tenant, mistaken.id)).toMatchObject({ kind: 'done' });
    await sendEvents(env, tenant, [newEvent(id, { value: '3', occurredAt: end })]);
    await updateRecord(env.fixture.store, tenant, subscriptionAggregate, id, () => ({ pausedAt: null }));
    setTime(env, currentPeriodEnd);
    await runMinute(env, tenant);
    expect((await readUsage(env, tenant, id)).billedUnits).toEqual([5]);
    expect(await cancelStoredEvent(env, tenant, right.id)).toMatchObject({ kind: 'refused', refusal: { reason: 'period_already_billed' } });
  });

  it('can be canceled only in an open period, and only if their meter adds them up', async () => {
    const { tenant, id, end } = await createSubscriptionsWithMeter(env);
    const [billed, open] = [newEvent(id), newEvent(id, { occurredAt: end })];
    await sendEvents(env, tenant, [billed]);
    setTime(env, end);
    await runMinute(env, tenant);
    await sendEvents(env, tenant, [open]);
    const refusal = { code: 'state_conflict', reason: 'period_already_billed' };
    expect(await cancelStoredEvent(env, tenant, billed.id)).toMatchObject({ kind: 'refused', refusal });
    for (let time = 0; time < 2; time += 1) expect(await cancelStoredEvent(env, tenant, open.id)).toMatchObject({ kind: 'done' });
    expect((await readUsage(env, tenant, id)).counted.quantity).toBe(1n);
    const other = await createSubscriptionsWithMeter(env, { aggregation: 'max' });
    const highest = newEvent(other.id);
    await sendEvents(env, other.tenant, [highest]);
    expect(await cancelStoredEvent(env, other.tenant, highest.id)).toMatchObject({ kind: 'refused', refusal: { code: 'state_conflict' } });
    expect(await cancelStoredEvent(env, tenant, 'none')).toMatchObject({ kind: 'refused', refusal: { code: 'resource_missing' } });
  });
});
