import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { logKey, metricsOpeningKey } from '../../shared/store/core/keys.ts';
import { attributesUpdate } from '../../shared/store/core/table.ts';
import { EVENT_RETENTION_SECONDS, endOfLog, GAP_PATIENCE_MS } from '../../shared/store/event-log/entries.ts';
import { countLog } from '../../shared/store/metrics/count.ts';
import { fetchStoredMetrics } from '../../shared/store/metrics/read.ts';
import { updateRecord } from '../store/support.ts';
import { createTenant, openRunEnvironment, type RunEnvironment, subscriptionOf } from './renewals/run-environment.ts';

/** More than two pages of subscriptions, and more pages of log entries. */
const COUNT = 520;

let env: RunEnvironment;
beforeAll(async () => {
  env = await openRunEnvironment();
});
afterAll(() => env.close());

/** A time at which gaps in the log no longer delay the counting of log entries. */
const later = (): number => env.fixture.clock.nowMs + GAP_PATIENCE_MS;

/** Deletes the first entries of the log, as their expiry does. */
const expireLog = async (tenant: Tenant, count: number): Promise<void> => {
  for (let number = 1; number <= count; number += 1) await env.fixture.table.delete({ Key: logKey(tenant, number) });
};

/** Makes log entries as old as `EVENT_RETENTION_SECONDS`, so that they can be deleted. `from`, `to`: first and last log number. */
const ageLog = async (tenant: Tenant, { from, to }: { readonly from: number; readonly to: number }): Promise<void> => {
  const recordedAt = later() - EVENT_RETENTION_SECONDS * 1000;
  for (let number = from; number <= to; number += 1)
    await env.fixture.table.update(attributesUpdate(logKey(tenant, number), { recorded_at: recordedAt }));
};

const totalsOf = async (tenant: Tenant) => {
  const days = await fetchStoredMetrics(env.fixture.table, tenant, { interval: 'day', fromDay: '2000-01-01', toDay: '2999-12-31' });
  const sum = (...names: readonly (keyof (typeof days)[number]['businessMetrics'])[]): number =>
    days.reduce((total, { businessMetrics }) => total + names.reduce((part, name) => part + (businessMetrics[name] ?? 0), 0), 0);
  return { active: sum('active_subscriptions'), mrrCents: sum('mrr_opening_cents', 'mrr_new_cents', 'mrr_expansion_cents') };
};

const raiseMrr = (tenant: Tenant, id: string, mrrCents: number) =>
  updateRecord(env.fixture.store, tenant, subscriptionAggregate, id, () => ({ mrrCents }));

describe('the opening metrics of an account whose oldest log entries have expired', () => {
  it('are computed over several invocations while subscriptions change', async () => {
    const { tenant, ids } = await createTenant(env, COUNT);
    const { mrrCents } = await subscriptionOf(env, tenant, ids[0] ?? '');
    await expireLog(tenant, 400);
    // `reached` is 0 until the opening metrics are complete.
    let [invocations, reached] = [0, 0];
    for (; reached === 0 && invocations < 50; invocations += 1) {
      // Each invocation stops after one page. After the first, two subscriptions change: one was read already, the other was not.
      let checks = 0;
      reached = await countLog(env.fixture.table, tenant, later, () => {
        checks += 1;
        return checks === 1;
      });
      if (invocations === 0) {
        expect(await env.fixture.table.get(metricsOpeningKey(tenant))).not.toBeNull();
        await raiseMrr(tenant, ids[0] ?? '', mrrCents + 100);
        await raiseMrr(tenant, ids.at(-1) ?? '', mrrCents + 30);
      }
    }
    expect(invocations).toBeGreaterThan(5);
    await countLog(env.fixture.table, tenant, later, () => true);
    expect(await totalsOf(tenant)).toEqual({ active: COUNT, mrrCents: COUNT * mrrCents + 130 });
  });

  it.each([
    ['the oldest', { from: 21, kept: 60 }],
    ['all except the last', { from: 2, kept: 1 }],
    ['all', { from: 2, kept: 0 }],
  ])('are right if log entries expire before they are counted: %s', async (_name, { from, kept }) => {
    const { tenant, ids } = await createTenant(env, 100);
    const last = await endOfLog(env.fixture.table, tenant, later());
    const { mrrCents } = await subscriptionOf(env, tenant, ids[0] ?? '');
    await expireLog(tenant, from - 1);
    await ageLog(tenant, { from, to: last - kept });
    for (let reached = 0; reached === 0; ) {
      let checks = 0;
      reached = await countLog(env.fixture.table, tenant, later, () => {
        checks += 1;
        return checks === 1;
      });
    }
    // Even with `kept: 0`, the last entry is not deleted: it would hardly expire in the milliseconds between the two calls of `countLog`.
    await expireLog(tenant, last - Math.max(kept, 1));
    await countLog(env.fixture.table, tenant, later, () => true);
    expect(await totalsOf(tenant)).toEqual({ active: 100, mrrCents: 100 * mrrCents });
  });

  it('are right if later log entries are deleted before the first one', async () => {
    const { tenant, ids } = await createTenant(env, 100);
    const last = await endOfLog(env.fixture.table, tenant, later());
    const { mrrCents } = await subscriptionOf(env, tenant, ids[0] ?? '');
    await ageLog(tenant, { from: 1, to: last - 60 });
    for (let number = 2; number <= last - 60; number += 1) await env.fixture.table.delete({ Key: logKey(tenant, number) });
    await countLog(env.fixture.table, tenant, later, () => true);
    expect(await totalsOf(tenant)).toEqual({ active: 100, mrrCents: 100 * mrrCents });
  });

  it('are computed in one invocation if nothing interrupts it', async () => {
    const { tenant, ids } = await createTenant(env, COUNT);
    const { mrrCents } = await subscriptionOf(env, tenant, ids[0] ?? '');
    await expireLog(tenant, 400);
    await countLog(env.fixture.table, tenant, later, () => true);
    expect(await totalsOf(tenant)).toEqual({ active: COUNT, mrrCents: COUNT * mrrCents });
    expect(await env.fixture.table.get(metricsOpeningKey(tenant))).toBeNull();
  });
});
