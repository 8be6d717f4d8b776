import { afterAll, beforeAll, expect, it } from 'vitest';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { updateRecord } from '../../store/support.ts';
import { openRunEnvironment, type RunEnvironment, runMinute, setTime, subscriptionOf } from '../renewals/run-environment.ts';
import { createSubscriptionsWithMeter, newEvent, sendEvents } from './usage-event-steps.ts';
import { readUsage } from './usage-steps.ts';

let env: RunEnvironment;
beforeAll(async () => {
  env = await openRunEnvironment();
});
afterAll(() => env.close());

it('a value that falls after a plan change has billed it does not reduce the usage of the next period', async () => {
  const { tenant, id, end } = await createSubscriptionsWithMeter(env, { aggregation: 'last' });
  await sendEvents(env, tenant, [newEvent(id, { value: '100' })]);
  // As after a plan change that billed 100 units.
  await updateRecord(env.fixture.store, tenant, subscriptionAggregate, id, () => ({
    usageDone: { quantity: '100', records: 1 },
    periodUsage: '100',
  }));
  setTime(env, end - 60);
  await sendEvents(env, tenant, [newEvent(id, { value: '40' })]);
  setTime(env, end);
  await runMinute(env, tenant);
  await sendEvents(env, tenant, [newEvent(id, { value: '50' })]);
  const { currentPeriodEnd } = await subscriptionOf(env, tenant, id);
  expect(currentPeriodEnd).toBeGreaterThan(end);
  setTime(env, currentPeriodEnd);
  await runMinute(env, tenant);
  expect((await readUsage(env, tenant, id)).billedUnits.filter((units) => units > 0)).toEqual([50]);
});
