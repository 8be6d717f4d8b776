import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { periodAt } from '../../../shared/domain/periods.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { loadAll } from '../../../shared/flows/load/records.ts';
import { DAY } from '../../domain/world.ts';
import { noFaults } from '../../provider/faults/faulty-provider.ts';
import { updateRecord } from '../../store/support.ts';
import {
  createTenant,
  expectConsistent,
  nowOf,
  openRunEnvironment,
  type RunEnvironment,
  runMinute,
  setChargeBehavior,
  setTime,
  subscriptionOf,
} from './run-environment.ts';

const HOUR = 3600;

let env: RunEnvironment;
beforeAll(async () => {
  env = await openRunEnvironment();
}, 120_000);
afterAll(() => env.close());

const currentSubscriptions = (tenant: Tenant, ids: readonly string[]) => Promise.all(ids.map((id) => subscriptionOf(env, tenant, id)));

/** Lists the period's start and end, and the status, of each invoice, ordered by invoice number. */
const invoicedPeriods = async (tenant: Tenant, id: string) => {
  const { customerId } = await subscriptionOf(env, tenant, id);
  const invoices = await loadAll(env.fixture.store, invoiceAggregate, tenant, { customerId });
  return invoices
    .toSorted((left, right) => left.number.localeCompare(right.number))
    .map(({ periodStart, periodEnd, status }) => [periodStart, periodEnd, status]);
};

describe('renewals that are overdue because no sweep ran', () => {
  it.each([
    ['one day', 1],
    ['20 days', 20],
  ])('[RENEW-01] for %s are charged late, for their original periods', async (_name, days) => {
    const { tenant, ids, end } = await createTenant(env, 3);
    setTime(env, end + days * DAY);
    await runMinute(env, tenant);
    await runMinute(env, tenant);
    for (const { id, anchor, currentPeriodStart, currentPeriodEnd, lastPaymentAt } of await currentSubscriptions(tenant, ids)) {
      const { start, end: next } = periodAt(anchor, 'month', 1);
      expect([currentPeriodStart, currentPeriodEnd, lastPaymentAt]).toEqual([start, next, end + days * DAY]);
      expect(await invoicedPeriods(tenant, id)).toEqual([[start, next, 'paid']]);
    }
    await expectConsistent(env, tenant, ids);
  });

  it('[RENEW-01] for more than two months are charged once per period, in order', async () => {
    const { tenant, ids } = await createTenant(env, 3);
    const [first = ''] = ids;
    const { anchor } = await subscriptionOf(env, tenant, first);
    const periods = [1, 2, 3].map((index) => periodAt(anchor, 'month', index));
    setTime(env, (periods[2]?.start ?? 0) + DAY);
    for (let sweep = 0; sweep < 5; sweep += 1) {
      await runMinute(env, tenant);
      setTime(env, nowOf(env) + 60);
    }
    for (const id of ids) expect(await invoicedPeriods(tenant, id)).toEqual(periods.map(({ start, end }) => [start, end, 'paid']));
    await expectConsistent(env, tenant, ids);
  });

  it('are retried two days after the late charge was declined', async () => {
    const { tenant, ids, end } = await createTenant(env, 1);
    const [id = ''] = ids;
    await setChargeBehavior(env, tenant, id, 'insufficient_funds');
    setTime(env, end + 9 * DAY);
    await runMinute(env, tenant);
    expect(await subscriptionOf(env, tenant, id)).toMatchObject({ status: 'past_due', nextPaymentAttempt: end + 11 * DAY });
  });
});

describe('a provider that is unavailable for an hour', () => {
  it('makes no renewal fail, and each renewal is charged once afterwards', async () => {
    const { tenant, ids, end } = await createTenant(env, 6);
    setTime(env, end);
    env.provider.setFaults(({ method }) => (method === 'POST' ? { kind: 'broken' } : null));
    for (let passed = 0; passed < HOUR; passed += 600) {
      await runMinute(env, tenant);
      setTime(env, nowOf(env) + 600);
    }
    for (const { status, renewal } of await currentSubscriptions(tenant, ids))
      expect([status, renewal?.processing]).toEqual(['active', true]);
    env.provider.setFaults(noFaults);
    const recoveredAt = nowOf(env);
    while (nowOf(env) < recoveredAt + 7 * HOUR && (await currentSubscriptions(tenant, ids)).some(({ periodIndex }) => periodIndex === 0)) {
      await runMinute(env, tenant);
      setTime(env, nowOf(env) + 600);
    }
    for (const { status, periodIndex, paymentCount } of await currentSubscriptions(tenant, ids))
      expect([status, periodIndex, paymentCount]).toEqual(['active', 1, 2]);
    await expectConsistent(env, tenant, ids);
  });
});

describe('renewals that are due at midnight', () => {
  it('are charged after midnight, not in a run of the day before', async () => {
    const { tenant, ids, end } = await createTenant(env, 3);
    const midnight = Math.ceil(end / DAY) * DAY;
    for (const id of ids) await updateRecord(env.fixture.store, tenant, subscriptionAggregate, id, () => ({ currentPeriodEnd: midnight }));
    setTime(env, midnight - 300);
    // Announces the renewals.
    await runMinute(env, tenant);
    for (const secondsBefore of [70, 55, 10]) {
      setTime(env, midnight - secondsBefore);
      expect(await runMinute(env, tenant)).toEqual([]);
    }
    setTime(env, midnight + 50);
    await runMinute(env, tenant);
    expect((await currentSubscriptions(tenant, ids)).map(({ periodIndex }) => periodIndex)).toEqual([1, 1, 1]);
    await expectConsistent(env, tenant, ids);
  });
});
