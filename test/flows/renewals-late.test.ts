import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { periodAt } from '../../shared/domain/periods.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { allOf } from '../../shared/flows/load/records.ts';
import { DAY } from '../domain/world.ts';
import { noFaults } from '../provider/faulty-provider.ts';
import {
  createTenant,
  nowOf,
  openRunStage,
  type RunStage,
  readBooks,
  runMinute,
  setChargeBehavior,
  setTime,
  subscriptionOf,
  violationsIn,
} from './run-stage.ts';

const HOUR = 3600;

let stage: RunStage;
beforeAll(async () => {
  stage = await openRunStage();
}, 120_000);
afterAll(() => stage.close());

/** Creates a tenant with subscriptions; `end`: end of their first periods. */
const createSubscriptions = async (count: number) => {
  const created = await createTenant(stage, count);
  const { currentPeriodEnd } = await subscriptionOf(stage, created.tenant, created.ids[0] ?? '');
  return { ...created, end: currentPeriodEnd };
};

const expectConsistent = async (tenant: Tenant, ids: readonly string[]): Promise<void> => {
  expect(violationsIn(await readBooks(stage, tenant, ids))).toEqual([]);
};

const currentSubscriptions = (tenant: Tenant, ids: readonly string[]) => Promise.all(ids.map((id) => subscriptionOf(stage, tenant, id)));

/** Lists the invoiced periods and their status, by invoice number. */
const invoicedPeriods = async (tenant: Tenant, id: string) => {
  const { customerId } = await subscriptionOf(stage, tenant, id);
  const invoices = await allOf(stage.fixture.store, invoiceAggregate, tenant, { customerId });
  return invoices
    .toSorted((left, right) => left.number.localeCompare(right.number))
    .map(({ periodStart, periodEnd, status }) => [periodStart, periodEnd, status]);
};

describe('renewals without sweeps', () => {
  it.each([1, 20])('[RENEW-01] for %i days are charged late, for their original periods', async (days) => {
    const { tenant, ids, end } = await createSubscriptions(3);
    setTime(stage, end + days * DAY);
    await runMinute(stage, tenant);
    await runMinute(stage, tenant);
    for (const { id, anchor, currentPeriodStart, currentPeriodEnd, lastPaymentAt } of await currentSubscriptions(tenant, ids)) {
      const { start, end: next } = periodAt(anchor, 'month', 1);
      expect([currentPeriodStart, currentPeriodEnd, lastPaymentAt]).toEqual([start, next, end + days * DAY]);
      expect(await invoicedPeriods(tenant, id)).toEqual([[start, next, 'paid']]);
    }
    await expectConsistent(tenant, ids);
  });

  it('[RENEW-01] for more than two months are charged once per period, in order', async () => {
    const { tenant, ids } = await createSubscriptions(3);
    const [first = ''] = ids;
    const { anchor } = await subscriptionOf(stage, tenant, first);
    const periods = [1, 2, 3].map((index) => periodAt(anchor, 'month', index));
    setTime(stage, (periods[2]?.start ?? 0) + DAY);
    for (let sweep = 0; sweep < 5; sweep += 1) {
      await runMinute(stage, tenant);
      setTime(stage, nowOf(stage) + 60);
    }
    for (const id of ids) expect(await invoicedPeriods(tenant, id)).toEqual(periods.map(({ start, end }) => [start, end, 'paid']));
    await expectConsistent(tenant, ids);
  });

  it('are retried relative to the day of the late refusal', async () => {
    const { tenant, ids, end } = await createSubscriptions(1);
    const [id = ''] = ids;
    await setChargeBehavior(stage, tenant, id, 'insufficient_funds');
    setTime(stage, end + 9 * DAY);
    await runMinute(stage, tenant);
    expect(await subscriptionOf(stage, tenant, id)).toMatchObject({ status: 'past_due', nextPaymentAttempt: end + 11 * DAY });
  });
});

describe('an unavailable provider', () => {
  it('for an hour fails no renewal, and each is charged once afterwards', async () => {
    const { tenant, ids, end } = await createSubscriptions(6);
    setTime(stage, end);
    stage.provider.setFaults(({ method }) => (method === 'POST' ? { kind: 'broken' } : null));
    for (let passed = 0; passed < HOUR; passed += 600) {
      await runMinute(stage, tenant);
      setTime(stage, nowOf(stage) + 600);
    }
    for (const { status, renewal } of await currentSubscriptions(tenant, ids))
      expect([status, renewal?.processing]).toEqual(['active', true]);
    stage.provider.setFaults(noFaults);
    const recoveredAt = nowOf(stage);
    while (
      nowOf(stage) < recoveredAt + 7 * HOUR &&
      (await currentSubscriptions(tenant, ids)).some(({ periodIndex }) => periodIndex === 0)
    ) {
      await runMinute(stage, tenant);
      setTime(stage, nowOf(stage) + 600);
    }
    for (const { status, periodIndex, paymentCount } of await currentSubscriptions(tenant, ids))
      expect([status, periodIndex, paymentCount]).toEqual(['active', 1, 2]);
    await expectConsistent(tenant, ids);
  });
});
