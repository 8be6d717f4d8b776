import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { cancelSubscription } from '../../../shared/domain/subscription/lifecycle/cancel.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { loadAll } from '../../../shared/flows/load/records.ts';
import { loadLifecycle } from '../../../shared/flows/subscriptions/load.ts';
import { SYSTEM } from '../../../shared/store/audit/entries.ts';
import { DAY } from '../../domain/world.ts';
import {
  openRunEnvironment,
  type RunEnvironment,
  runMinute,
  setChargeBehavior,
  setTime,
  subscriptionOf,
} from '../renewals/run-environment.ts';
import { addUsage, createMeteredSubscription, readUsage, sumOf } from './usage-steps.ts';

let env: RunEnvironment;
beforeAll(async () => {
  env = await openRunEnvironment();
}, 120_000);
afterAll(() => env.close());

const cancel = async (tenant: Tenant, id: string): Promise<void> => {
  const { store } = env.fixture;
  const outcome = await store.run({
    tenant,
    actor: SYSTEM,
    load: () => loadLifecycle(store, tenant, id),
    nowOf: ({ clockTime }) => clockTime,
    decide: (state, context) => cancelSubscription(null, state, context),
  });
  expect(outcome.kind).toBe('done');
};

const invoiceStatusesOf = async (tenant: Tenant, id: string): Promise<readonly string[]> => {
  const { customerId } = await subscriptionOf(env, tenant, id);
  const invoices = await loadAll(env.fixture.store, invoiceAggregate, tenant, { customerId });
  return invoices.map(({ status }) => status).toReversed();
};

describe('a metered subscription that is canceled while past due', () => {
  it('is billed once for each unit that was recorded before or during the cancellation', async () => {
    const { tenant, id, end } = await createMeteredSubscription(env);
    await addUsage(env.fixture.store, tenant, id, { quantity: 100 });
    await setChargeBehavior(env, tenant, id, 'insufficient_funds');
    setTime(env, end);
    await runMinute(env, tenant);
    expect((await subscriptionOf(env, tenant, id)).status).toBe('past_due');

    setTime(env, end + DAY);
    const recording = Array.from({ length: 50 }, (_none, index) => addUsage(env.fixture.store, tenant, id, { quantity: index + 1 }));
    await Promise.race(recording);
    await Promise.all([...recording, cancel(tenant, id)]);
    expect(await subscriptionOf(env, tenant, id)).toMatchObject({ status: 'canceled', usageUntil: end + DAY });

    await setChargeBehavior(env, tenant, id, 'paid');
    setTime(env, end + 2 * DAY);
    await runMinute(env, tenant);
    setTime(env, end + 2 * DAY + 60);
    await runMinute(env, tenant);
    const usage = await readUsage(env, tenant, id);
    expect([usage.billedUnits.length, sumOf(usage.billedUnits), usage.left]).toEqual([
      2,
      usage.recordedUnits,
      { quantity: 0n, records: 0 },
    ]);
    expect(usage.recordedUnits).toBeGreaterThan(100);
    expect(await invoiceStatusesOf(tenant, id)).toEqual(['paid', 'paid']);

    setTime(env, end + 40 * DAY);
    await runMinute(env, tenant);
    expect(await invoiceStatusesOf(tenant, id)).toEqual(['paid', 'paid']);
    expect(await subscriptionOf(env, tenant, id)).toMatchObject({ usageUntil: null, renewal: null });
  }, 120_000);
});
