import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { change } from '../../shared/domain/aggregate.ts';
import { billingHoldAggregate } from '../../shared/domain/billing-hold/record.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { attentionFacts } from '../../shared/flows/accounts/facts.ts';
import { objectKey } from '../../shared/store/core/keys.ts';
import { newMeter } from '../../shared/store/core/meter.ts';
import { acquireRun, RUN_LEASE_MS, setRunWork } from '../../shared/store/runs/lease.ts';
import { openStore } from '../../shared/store/writer/store.ts';
import { everyNthCustomer, limitedAbove, nextCharges, noFaults } from '../provider/faulty-provider.ts';
import { runThrough } from './renewal-steps.ts';
import {
  createTenant,
  depsOf,
  type EngineRunStage,
  nowOf,
  openRunStage,
  readBooks,
  runMinute,
  setChargeBehavior,
  setTime,
  subscriptionOf,
  violationsIn,
  writeChanges,
} from './run-stage.ts';

let stage: EngineRunStage;
beforeAll(async () => {
  stage = await openRunStage();
}, 120_000);
afterAll(() => stage.close());

/** Creates a tenant with subscriptions that are due now. */
const createDue = async (count: number) => {
  const created = await createTenant(stage, count);
  const { currentPeriodEnd } = await subscriptionOf(stage, created.tenant, created.ids[0] ?? '');
  setTime(stage, currentPeriodEnd);
  return created;
};

const renewed = async (tenant: Tenant, ids: readonly string[]): Promise<readonly string[]> => {
  const subscriptions = await Promise.all(ids.map((id) => subscriptionOf(stage, tenant, id)));
  return subscriptions.filter(({ periodIndex, renewal }) => periodIndex === 1 && renewal === null).map(({ id }) => id);
};

const expectConsistent = async (tenant: Tenant, ids: readonly string[]): Promise<void> => {
  expect(violationsIn(await readBooks(stage, tenant, ids))).toEqual([]);
};

describe('a billing run', () => {
  it('[RENEW-01] renews each due subscription of a tenant once, with consecutive invoice numbers', async () => {
    const { tenant, ids } = await createDue(40);
    await runMinute(stage, tenant);
    expect(await renewed(tenant, ids)).toEqual(ids);
    await runMinute(stage, tenant);
    expect((await readBooks(stage, tenant, ids)).numbers).toHaveLength(40);
    await expectConsistent(tenant, ids);
  });

  it('needs about one database call per renewal', async () => {
    const { tenant, ids } = await createDue(30);
    const meter = newMeter();
    const { fixture } = stage;
    const store = openStore(fixture.metered(meter), { nowMs: () => fixture.clock.nowMs, ids: depsOf(stage).ids });
    await runThrough(depsOf(stage, store), { ...tenant, runId: 'run_counted', subscriptionIds: ids }, 10);
    expect(await renewed(tenant, ids)).toEqual(ids);
    // One read per charge; all other calls are shared.
    expect(meter.usage().calls).toBeLessThan(ids.length + 70);
  });

  it('puts a subscription that cannot be processed on hold, reports it, and continues with the others', async () => {
    const { tenant, ids } = await createDue(5);
    const [broken = '', ...valid] = ids;
    const { fixture } = stage;
    await fixture.table.update({
      Key: objectKey(subscriptionAggregate, tenant, broken),
      UpdateExpression: 'SET json = :text',
      ExpressionAttributeValues: { ':text': '{"id":' },
    });
    await runMinute(stage, tenant);
    expect(await renewed(tenant, valid)).toEqual(valid);
    const hold = await fixture.store.get(billingHoldAggregate, tenant, broken);
    expect(hold?.record.reason).toBe('not_decidable');
    expect((await attentionFacts(fixture.store, tenant, fixture.clock.nowMs)).billingHolds).toBe(1);
    // It is not retried every minute.
    expect(await runMinute(stage, tenant)).toEqual([]);
    setTime(stage, nowOf(stage) + 16 * 60);
    expect(await runMinute(stage, tenant)).toHaveLength(1);
  });

  it('puts only the affected subscription on hold when a rule throws', async () => {
    const { tenant, ids } = await createDue(3);
    const [first = '', ...others] = ids;
    const { fixture } = stage;
    const stored = await fixture.store.get(subscriptionAggregate, tenant, first);
    if (stored === null) throw new Error('The subscription is missing.');
    const unpriced = { ...stored.record, price: { ...stored.record.price, id: 'price_gone' } };
    await writeChanges(stage, tenant, [change(subscriptionAggregate, stored, unpriced)]);
    await runMinute(stage, tenant);
    expect(await renewed(tenant, others)).toEqual(others);
    expect((await fixture.store.get(billingHoldAggregate, tenant, first))?.record.reason).toBe('not_decidable');
  });

  it('fails only the subscription with a declined card', async () => {
    const { tenant, ids } = await createDue(20);
    const [declined = '', ...paid] = ids;
    await setChargeBehavior(stage, tenant, declined, 'insufficient_funds');
    await runMinute(stage, tenant);
    expect(await renewed(tenant, paid)).toEqual(paid);
    expect((await subscriptionOf(stage, tenant, declined)).status).toBe('past_due');
    // The retry two days later is processed by a run, too.
    await setChargeBehavior(stage, tenant, declined, 'paid');
    setTime(stage, nowOf(stage) + 2 * 86_400);
    await runMinute(stage, tenant);
    expect(await renewed(tenant, ids)).toEqual(ids);
    await expectConsistent(tenant, ids);
  });

  it('charges less concurrently when the provider rate-limits, and charges each subscription once', async () => {
    const { tenant, ids } = await createDue(30);
    const waits: number[] = [];
    const parallels: number[] = [];
    stage.provider.setFaults(nextCharges(12, { kind: 'limited', retryAfter: null }));
    await runMinute(stage, tenant, {
      chargesAtOnce: 8,
      watch: {
        before: (step, state) => {
          if (step === 'wait' && 'waitSeconds' in state) waits.push(state.waitSeconds);
          if (step === 'charge' && 'parallel' in state) parallels.push(state.parallel);
        },
      },
    });
    expect(waits.length).toBeGreaterThan(0);
    expect(Math.min(...parallels)).toBeLessThan(8);
    expect(await renewed(tenant, ids)).toEqual(ids);
    await expectConsistent(tenant, ids);
  });

  it('continues slowly when the provider limits concurrent requests', async () => {
    const { tenant, ids } = await createDue(24);
    stage.provider.setFaults(limitedAbove(3, '1'));
    await runMinute(stage, tenant, { chargesAtOnce: 12 });
    stage.provider.setFaults(noFaults);
    expect(await renewed(tenant, ids)).toEqual(ids);
    await expectConsistent(tenant, ids);
  });

  it('completes the others when the provider hangs for one customer of many', async () => {
    const { tenant, ids } = await createDue(20);
    stage.provider.setFaults(everyNthCustomer(10, { kind: 'hangs', ms: 100, done: false }));
    await runMinute(stage, tenant);
    stage.provider.setFaults(noFaults);
    expect(await renewed(tenant, ids)).toHaveLength(18);
    setTime(stage, nowOf(stage) + 600);
    await runMinute(stage, tenant);
    expect(await renewed(tenant, ids)).toEqual(ids);
    await expectConsistent(tenant, ids);
  });

  it('looks up a charge whose response was lost before it charges again, after the others are done', async () => {
    const { tenant, ids } = await createDue(10);
    const [lost = '', ...others] = ids;
    await setChargeBehavior(stage, tenant, lost, 'timeout_after_charge');
    let rounds = 0;
    await runMinute(stage, tenant, {
      watch: {
        before: async (step) => {
          if (step !== 'charge') return;
          rounds += 1;
          if (rounds > 1) expect(await renewed(tenant, others)).toEqual(others);
        },
      },
    });
    expect(rounds).toBe(2);
    expect(await renewed(tenant, ids)).toEqual(ids);
    await expectConsistent(tenant, ids);
  });
});

describe('the lease of a run', () => {
  it('blocks a second run, which waits once and ends', async () => {
    const { tenant, ids } = await createDue(3);
    const { table } = stage.fixture;
    await acquireRun(table, tenant, 'run_other', stage.fixture.clock.nowMs);
    const waits: string[] = [];
    const runs = await runMinute(stage, tenant, { watch: { before: (step) => void (step === 'wait' && waits.push(step)) } });
    expect(waits).toHaveLength(runs.length);
    expect(await renewed(tenant, ids)).toEqual([]);
  });

  it('is taken over with the remaining work when its run has crashed', async () => {
    const { tenant, ids } = await createDue(4);
    const { table, clock } = stage.fixture;
    await acquireRun(table, tenant, 'run_dead', clock.nowMs);
    await setRunWork(table, tenant, 'run_dead', { begun: ids.slice(0, 2), due: ids.slice(2) }, clock.nowMs);
    clock.nowMs += RUN_LEASE_MS;
    await runThrough(depsOf(stage), { ...tenant, runId: 'run_next' }, 10);
    expect(await renewed(tenant, ids)).toEqual(ids);
    await expectConsistent(tenant, ids);
  });

  it('that is lost during a run prevents its former holder from preparing more charges, and nothing is billed twice', async () => {
    const { tenant, ids } = await createDue(12);
    const { table, clock } = stage.fixture;
    let isTakenOver = false;
    await runMinute(stage, tenant, {
      watch: {
        before: async (step) => {
          if (isTakenOver || step !== 'settle') return;
          isTakenOver = true;
          clock.nowMs += RUN_LEASE_MS;
          await runThrough(depsOf(stage), { ...tenant, runId: 'run_thief' }, 10);
          await acquireRun(table, tenant, 'run_third', clock.nowMs);
        },
      },
    });
    expect(await renewed(tenant, ids)).toEqual(ids);
    await expectConsistent(tenant, ids);
  });

  it('prevents concurrent sweeps from billing twice', async () => {
    const { tenant, ids } = await createDue(25);
    await Promise.all([runMinute(stage, tenant), runMinute(stage, tenant)]);
    setTime(stage, nowOf(stage) + 60);
    await runMinute(stage, tenant);
    expect(await renewed(tenant, ids)).toEqual(ids);
    await expectConsistent(tenant, ids);
  });
});
