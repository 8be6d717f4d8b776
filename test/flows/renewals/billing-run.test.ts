import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billingHoldAggregate } from '../../../shared/domain/billing-hold/record.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { loadAttentionFacts } from '../../../shared/flows/accounts/facts.ts';
import { chargeStep, prepareAhead, prepareStep, settleStep } from '../../../shared/flows/renewals/billing-run.ts';
import { firstState } from '../../../shared/flows/renewals/run-state.ts';
import { newCapacityCounter } from '../../../shared/store/core/capacity-counter.ts';
import { objectKey, runKey } from '../../../shared/store/core/keys.ts';
import { acquireRunLease, RUN_LEASE_MS, releaseRunLease, setRunBegun } from '../../../shared/store/runs/lease.ts';
import { readRunStatus } from '../../../shared/store/runs/markers.ts';
import { openStore } from '../../../shared/store/writer/store.ts';
import { failEveryNthCustomer, failNextCharges, limitConcurrentCharges, noFaults } from '../../provider/faults/faulty-provider.ts';
import { updateRecord } from '../../store/support.ts';
import { runThrough } from './renewal-steps.ts';
import {
  createDueTenant,
  type DatabaseRunEnvironment,
  depsOf,
  expectConsistent,
  FAILED_PREPARATION,
  nowOf,
  openDatabaseRunEnvironment,
  readRenewalData,
  renewedIds,
  runMinute,
  setChargeBehavior,
  setTime,
  subscriptionOf,
} from './run-environment.ts';

let env: DatabaseRunEnvironment;
beforeAll(async () => {
  env = await openDatabaseRunEnvironment();
}, 120_000);
afterAll(() => env.close());

describe('a billing run', () => {
  it('[RENEW-01] renews each due subscription of a tenant once, with consecutive invoice numbers', async () => {
    const { tenant, ids } = await createDueTenant(env, 40);
    await runMinute(env, tenant);
    expect(await renewedIds(env, tenant, ids)).toEqual(ids);
    await runMinute(env, tenant);
    expect((await readRenewalData(env, tenant, ids)).numbers).toHaveLength(40);
    await expectConsistent(env, tenant, ids);
  });

  it('keeps charges whose step never started: they do not count as attempts, and are made later', async () => {
    const { tenant, ids } = await createDueTenant(env, 4);
    const deps = depsOf(env);
    const settings = { chargesAtOnce: 10 };
    let state = await prepareStep(deps, { ...tenant, runId: 'run_throttled', subscriptionIds: ids }, settings);
    // A run gives up a charge after five attempts without a response.
    for (let count = 0; count < 8; count += 1) {
      const charges = state.next === 'charge' ? state.shares.flatMap((batch) => batch.charges) : state.open;
      const iteration = { answers: [{ notTried: charges }], ahead: FAILED_PREPARATION };
      state = await settleStep(deps, { ...state, shares: [{ charges, atOnce: 4 }], iteration }, settings);
      expect(state.open.map(({ tries, fresh }) => [tries, fresh])).toEqual(ids.map(() => [0, true]));
      expect(state.next).toBe('wait');
    }
    expect(await renewedIds(env, tenant, ids)).toEqual([]);
    state = await prepareStep(deps, state, settings);
    const answers = await Promise.all(state.shares.map((batch) => chargeStep(deps, { ...tenant, ...batch })));
    await settleStep(deps, { ...state, iteration: { answers, ahead: FAILED_PREPARATION } }, settings);
    expect(await renewedIds(env, tenant, ids)).toEqual(ids);
  });

  it('prepares no further renewals while 500 charges have no outcome, so that its state fits into Step Functions', async () => {
    const { tenant, ids } = await createDueTenant(env, 3);
    const deps = depsOf(env);
    const first = firstState({ ...tenant, runId: 'run_slow' }, { chargesAtOnce: 120 });
    /** Prepares the next iteration while `count` other charges are made. */
    const aheadOf = async (count: number) => {
      const charges = Array.from({ length: count }, (_, index) => ({
        subscriptionId: `sub_${String(index).padStart(26, '0')}`,
        invoiceId: `inv_${String(index).padStart(26, '0')}`,
        paymentId: `pay_${String(index).padStart(26, '0')}`,
        fresh: true,
        tries: 0,
      }));
      const state = { ...first, next: 'charge' as const, rounds: 1, shares: [{ charges, atOnce: 120 }] };
      const ahead = await prepareAhead(deps, state);
      // The largest state: no charge step could start, so the results contain all charges again.
      const iteration = { answers: [{ notTried: charges }], ahead };
      expect(Buffer.byteLength(JSON.stringify({ ...state, iteration }))).toBeLessThan(256_000);
      return ahead;
    };
    expect(await aheadOf(500)).toMatchObject({ kind: 'prepared', charges: [], more: true, left: expect.any(Array) });
    expect(await aheadOf(498)).toMatchObject({ charges: [{ subscriptionId: ids[0] }, { subscriptionId: ids[1] }], more: true });
    await releaseRunLease(env.fixture.table, tenant, 'run_slow', ids);
    await runMinute(env, tenant);
    expect(await renewedIds(env, tenant, ids)).toEqual(ids);
  });

  it('needs one database call and a limited number of write units per renewal, and a limited number of calls per run', async () => {
    const { tenant, ids } = await createDueTenant(env, 30);
    const capacity = newCapacityCounter();
    const { fixture } = env;
    const store = openStore(fixture.tableWith(capacity), { nowMs: () => fixture.clock.nowMs, ids: depsOf(env).ids });
    await runThrough(depsOf(env, store), { ...tenant, runId: 'run_counted', subscriptionIds: ids }, 10);
    expect(await renewedIds(env, tenant, ids)).toEqual(ids);
    // One read per charge. All subscriptions share the other calls.
    expect(capacity.usage().calls).toBeLessThan(ids.length + 70);
    // A third less than the 88 write units that a renewal needed before decision 0033.
    expect(capacity.usage().writeUnits / ids.length).toBeLessThan(58.7);
  });

  it('puts a subscription that cannot be processed on hold, reports it, and continues with the others', async () => {
    const { tenant, ids } = await createDueTenant(env, 5);
    const [broken = '', ...valid] = ids;
    const { fixture } = env;
    await fixture.table.update({
      Key: objectKey(subscriptionAggregate, tenant, broken),
      UpdateExpression: 'SET json = :text REMOVE packed',
      ExpressionAttributeValues: { ':text': '{"id":' },
    });
    await runMinute(env, tenant);
    expect(await renewedIds(env, tenant, valid)).toEqual(valid);
    const hold = await fixture.store.get(billingHoldAggregate, tenant, broken);
    expect(hold?.record.reason).toBe('not_decidable');
    expect((await loadAttentionFacts(fixture.store, tenant, fixture.clock.nowMs)).billingHolds).toBe(1);
    // The run retries the subscription after 15 minutes, not every minute.
    expect(await runMinute(env, tenant)).toEqual([]);
    setTime(env, nowOf(env) + 16 * 60);
    expect(await runMinute(env, tenant)).toHaveLength(1);
  });

  it('puts only the affected subscription on hold when a rule throws', async () => {
    const { tenant, ids } = await createDueTenant(env, 3);
    const [first = '', ...others] = ids;
    const { fixture } = env;
    await updateRecord(fixture.store, tenant, subscriptionAggregate, first, ({ price }) => ({ price: { ...price, id: 'price_gone' } }));
    await runMinute(env, tenant);
    expect(await renewedIds(env, tenant, others)).toEqual(others);
    expect((await fixture.store.get(billingHoldAggregate, tenant, first))?.record.reason).toBe('not_decidable');
  });

  it('makes only the subscription with a declined card past due', async () => {
    const { tenant, ids } = await createDueTenant(env, 20);
    const [declined = '', ...paid] = ids;
    await setChargeBehavior(env, tenant, declined, 'insufficient_funds');
    await runMinute(env, tenant);
    expect(await renewedIds(env, tenant, paid)).toEqual(paid);
    expect((await subscriptionOf(env, tenant, declined)).status).toBe('past_due');
    // A run also charges the retry, which is due two days later.
    await setChargeBehavior(env, tenant, declined, 'paid');
    setTime(env, nowOf(env) + 2 * 86_400);
    await runMinute(env, tenant);
    expect(await renewedIds(env, tenant, ids)).toEqual(ids);
    await expectConsistent(env, tenant, ids);
  });

  it('makes fewer concurrent charges when the provider rate-limits, and charges each subscription once', async () => {
    const { tenant, ids } = await createDueTenant(env, 30);
    const waits: number[] = [];
    const parallels: number[] = [];
    env.provider.setFaults(failNextCharges(12, { kind: 'limited', retryAfter: null }));
    await runMinute(env, tenant, {
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
    expect(await renewedIds(env, tenant, ids)).toEqual(ids);
    await expectConsistent(env, tenant, ids);
  });

  it('charges every subscription when the provider limits concurrent requests', async () => {
    const { tenant, ids } = await createDueTenant(env, 24);
    env.provider.setFaults(limitConcurrentCharges(3, '1'));
    await runMinute(env, tenant, { chargesAtOnce: 12 });
    env.provider.setFaults(noFaults);
    expect(await renewedIds(env, tenant, ids)).toEqual(ids);
    await expectConsistent(env, tenant, ids);
  });

  it('renews the other subscriptions while the provider hangs for every tenth customer, and renews the remaining ones later', async () => {
    const { tenant, ids } = await createDueTenant(env, 20);
    env.provider.setFaults(failEveryNthCustomer(10, { kind: 'hangs', ms: 100, processed: false }));
    await runMinute(env, tenant);
    env.provider.setFaults(noFaults);
    expect(await renewedIds(env, tenant, ids)).toHaveLength(18);
    setTime(env, nowOf(env) + 600);
    await runMinute(env, tenant);
    expect(await renewedIds(env, tenant, ids)).toEqual(ids);
    await expectConsistent(env, tenant, ids);
  });

  it('renews the other subscriptions before it repeats a charge without a response, and charges each subscription once', async () => {
    const { tenant, ids } = await createDueTenant(env, 10);
    const [lost = '', ...others] = ids;
    await setChargeBehavior(env, tenant, lost, 'timeout_after_charge');
    let chargeSteps = 0;
    await runMinute(env, tenant, {
      watch: {
        before: async (step) => {
          if (step !== 'charge') return;
          chargeSteps += 1;
          if (chargeSteps > 1) expect(await renewedIds(env, tenant, others)).toEqual(others);
        },
      },
    });
    expect(chargeSteps).toBe(2);
    expect(await renewedIds(env, tenant, ids)).toEqual(ids);
    await expectConsistent(env, tenant, ids);
  });
});

describe('the lease of a run', () => {
  it('prevents the start of a second run, until it expires', async () => {
    const { tenant, ids } = await createDueTenant(env, 3);
    const { table, clock } = env.fixture;
    await acquireRunLease(table, tenant, 'run_other', clock.nowMs);
    expect(await runMinute(env, tenant)).toEqual([]);
    await runThrough(depsOf(env), { ...tenant, runId: 'run_second' }, 10);
    expect(await renewedIds(env, tenant, ids)).toEqual([]);
    clock.nowMs += RUN_LEASE_MS;
    expect(await runMinute(env, tenant)).toHaveLength(1);
    expect(await renewedIds(env, tenant, ids)).toEqual(ids);
  });

  it('is taken over with the remaining work when its run has crashed', async () => {
    const { tenant, ids } = await createDueTenant(env, 4);
    const { table, clock } = env.fixture;
    await acquireRunLease(table, tenant, 'run_dead', clock.nowMs);
    await setRunBegun(table, tenant, 'run_dead', ids.slice(0, 2), clock.nowMs);
    clock.nowMs += RUN_LEASE_MS;
    await runThrough(depsOf(env), { ...tenant, runId: 'run_next' }, 10);
    expect(await renewedIds(env, tenant, ids)).toEqual(ids);
    await expectConsistent(env, tenant, ids);
  });

  it('is also read in its first layout, which contains the subscriptions that the run has begun', async () => {
    const { tenant, ids } = await createDueTenant(env, 2);
    const { table } = env.fixture;
    await table.put({ Item: { ...runKey(tenant), begun_ids: ids } });
    expect((await readRunStatus(table, tenant)).isUnfinished).toBe(true);
    await runThrough(depsOf(env), { ...tenant, runId: 'run_next' }, 10);
    expect(await renewedIds(env, tenant, ids)).toEqual(ids);
    expect((await readRunStatus(table, tenant)).isUnfinished).toBe(false);
  });

  it('stops the first run after another run took over the lease, so that nothing is billed twice', async () => {
    const { tenant, ids } = await createDueTenant(env, 12);
    const { table, clock } = env.fixture;
    let isTakenOver = false;
    await runMinute(env, tenant, {
      watch: {
        before: async (step) => {
          if (isTakenOver || step !== 'settle') return;
          isTakenOver = true;
          clock.nowMs += RUN_LEASE_MS;
          await runThrough(depsOf(env), { ...tenant, runId: 'run_thief' }, 10);
          await acquireRunLease(table, tenant, 'run_third', clock.nowMs);
        },
      },
    });
    expect(await renewedIds(env, tenant, ids)).toEqual(ids);
    await expectConsistent(env, tenant, ids);
  });

  it('prevents concurrent sweeps from billing twice', async () => {
    const { tenant, ids } = await createDueTenant(env, 25);
    await Promise.all([runMinute(env, tenant), runMinute(env, tenant)]);
    setTime(env, nowOf(env) + 60);
    await runMinute(env, tenant);
    expect(await renewedIds(env, tenant, ids)).toEqual(ids);
    await expectConsistent(env, tenant, ids);
  });
});
