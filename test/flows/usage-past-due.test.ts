import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { cancelSubscription } from '../../shared/domain/subscription/lifecycle/cancel.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { allOf } from '../../shared/flows/load/records.ts';
import { loadLifecycle } from '../../shared/flows/subscriptions/load.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import { createTenant, type EngineRunStage, openRunStage, runMinute, setChargeBehavior, setTime, subscriptionOf } from './run-stage.ts';
import { addUsage, METERED, sumOf, usageBooks } from './usage-steps.ts';

const DAY = 86_400;

let stage: EngineRunStage;
beforeAll(async () => {
  stage = await openRunStage();
}, 120_000);
afterAll(() => stage.close());

const cancel = async (tenant: Tenant, id: string): Promise<void> => {
  const { store } = stage.fixture;
  const outcome = await store.run({
    tenant,
    actor: SYSTEM,
    load: () => loadLifecycle(store, tenant, id),
    nowOf: ({ moment }) => moment,
    decide: (state, context) => cancelSubscription(null, state, context),
  });
  expect(outcome.kind).toBe('done');
};

const statusesOf = async (tenant: Tenant, id: string): Promise<readonly string[]> => {
  const { customerId } = await subscriptionOf(stage, tenant, id);
  const invoices = await allOf(stage.fixture.store, invoiceAggregate, tenant, { customerId });
  return invoices.map(({ status }) => status).toReversed();
};

describe('a metered subscription that is canceled while past due', () => {
  it('is billed once for each unit recorded until then, including concurrent ones', async () => {
    const { tenant, ids } = await createTenant(stage, 1, METERED);
    const [id = ''] = ids;
    const { currentPeriodStart, currentPeriodEnd: end } = await subscriptionOf(stage, tenant, id);
    setTime(stage, currentPeriodStart + 60);
    await addUsage(stage.fixture.store, tenant, id, { quantity: 100 });
    await setChargeBehavior(stage, tenant, id, 'insufficient_funds');
    setTime(stage, end);
    await runMinute(stage, tenant);
    expect((await subscriptionOf(stage, tenant, id)).status).toBe('past_due');

    setTime(stage, end + DAY);
    const recording = Array.from({ length: 50 }, (_none, index) => addUsage(stage.fixture.store, tenant, id, { quantity: index + 1 }));
    await Promise.race(recording);
    await Promise.all([...recording, cancel(tenant, id)]);
    expect(await subscriptionOf(stage, tenant, id)).toMatchObject({ status: 'canceled', usageUntil: end + DAY });

    await setChargeBehavior(stage, tenant, id, 'paid');
    setTime(stage, end + 2 * DAY);
    await runMinute(stage, tenant);
    setTime(stage, end + 2 * DAY + 60);
    await runMinute(stage, tenant);
    const books = await usageBooks(stage, tenant, id);
    expect([books.billedUnits.length, sumOf(books.billedUnits), books.left]).toEqual([
      2,
      books.recordedUnits,
      { quantity: 0n, records: 0 },
    ]);
    expect(books.recordedUnits).toBeGreaterThan(100);
    expect(await statusesOf(tenant, id)).toEqual(['paid', 'paid']);

    setTime(stage, end + 40 * DAY);
    await runMinute(stage, tenant);
    expect(await statusesOf(tenant, id)).toEqual(['paid', 'paid']);
    expect(await subscriptionOf(stage, tenant, id)).toMatchObject({ usageUntil: null, renewal: null });
  }, 120_000);
});
