import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { loadUsage, readUsageToClose } from '../../../shared/flows/subscriptions/usage.ts';
import { type CapacityCounter, newCapacityCounter } from '../../../shared/store/core/capacity-counter.ts';
import type { Table } from '../../../shared/store/core/table.ts';
import { endOfLog, readForward } from '../../../shared/store/event-log/entries.ts';
import { parseEvent } from '../../../shared/store/event-log/event-text.ts';
import { openStore } from '../../../shared/store/writer/store.ts';
import { deferred } from '../../support/deferred.ts';
import {
  createTenant,
  type DatabaseRunEnvironment,
  depsOf,
  nowOf,
  openDatabaseRunEnvironment,
  runMinute,
  setChargeBehavior,
  setTime,
  subscriptionOf,
} from '../renewals/run-environment.ts';
import { addUsage, cancelAtEnd, createMeteredSubscription, METERED, readUsage, startTrial, sumOf } from './usage-steps.ts';

let env: DatabaseRunEnvironment;
beforeAll(async () => {
  env = await openDatabaseRunEnvironment();
}, 120_000);
afterAll(() => env.close());

const storeCountingCapacity = (capacity: CapacityCounter) =>
  openStore(env.fixture.tableWith(capacity), { nowMs: () => env.fixture.clock.nowMs, ids: depsOf(env).ids });

/** 1, 2, 3 and so on, so that each record has a different quantity. */
const quantities = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('usage', () => {
  it('that is recorded concurrently is counted without writing the subscription', async () => {
    const { tenant, id } = await createMeteredSubscription(env);
    const before = await env.fixture.store.get(subscriptionAggregate, tenant, id);
    const outcomes = await Promise.all(quantities(200).map((quantity) => addUsage(env.fixture.store, tenant, id, { quantity })));
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['done']));
    const totals = await readUsage(env, tenant, id);
    expect([totals.records.length, totals.recordedUnits, totals.counted]).toEqual([200, 20_100, { quantity: 20_100n, records: 200 }]);
    const after = await env.fixture.store.get(subscriptionAggregate, tenant, id);
    expect(after?.version).toBe(before?.version);
  }, 120_000);

  it('has a hidden log entry per record, so that an export finds the record', async () => {
    const { tenant, id } = await createMeteredSubscription(env);
    const { table, clock } = env.fixture;
    const before = await endOfLog(table, tenant, clock.nowMs);
    for (const quantity of [4, 5]) await addUsage(env.fixture.store, tenant, id, { quantity });
    const entries = await readForward(table, tenant, before, 10, clock.nowMs);
    const events = entries.map(({ kind, event }) => [kind, event?.type, event === null ? null : parseEvent(event).data.quantity]);
    expect(events).toEqual([
      ['hidden', 'usage_record.changed', 4],
      ['hidden', 'usage_record.changed', 5],
    ]);
  });

  it('[EVT-34] whose charge is declined permanently makes the subscription past due and emits `invoice.payment_failed`', async () => {
    const { tenant, id, end } = await createMeteredSubscription(env);
    await addUsage(env.fixture.store, tenant, id, { quantity: 4 });
    await setChargeBehavior(env, tenant, id, 'card_expired');
    setTime(env, end);
    await runMinute(env, tenant);
    expect(await subscriptionOf(env, tenant, id)).toMatchObject({
      status: 'past_due',
      renewal: { processing: false, hardDeclined: true },
    });
    const { table, clock } = env.fixture;
    const events = (await readForward(table, tenant, 0, 100, clock.nowMs)).flatMap(({ event }) =>
      event === null ? [] : [parseEvent(event)],
    );
    expect(events.filter(({ type }) => type === 'invoice.payment_failed')).toMatchObject([
      { data: { object: 'invoice', status: 'open', total_cents: 10 }, previous_attributes: null },
    ]);
  });

  it('that is recorded while a period closes is billed in that period or the next', async () => {
    const { tenant, id, end } = await createMeteredSubscription(env);
    setTime(env, end);
    const recording = quantities(200).map((quantity) => addUsage(env.fixture.store, tenant, id, { quantity, occurredAt: end - 1 }));
    const [outcomes] = await Promise.all([Promise.all(recording), runMinute(env, tenant)]);
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['done']));
    const between = await readUsage(env, tenant, id);
    expect(sumOf(between.billedUnits) + Number(between.left.quantity)).toBe(20_100);
    setTime(env, (await subscriptionOf(env, tenant, id)).currentPeriodEnd);
    await runMinute(env, tenant);
    const totals = await readUsage(env, tenant, id);
    expect([totals.billedUnits.length, sumOf(totals.billedUnits), totals.left]).toEqual([2, 20_100, { quantity: 0n, records: 0 }]);
  }, 120_000);

  it('that is recorded while the last period closes is billed or refused', async () => {
    const { tenant, id, end } = await createMeteredSubscription(env);
    await cancelAtEnd(env, tenant, id);
    setTime(env, end);
    // Some records are decided before the close of the period, the others during it.
    const early = quantities(50).map((quantity) => addUsage(env.fixture.store, tenant, id, { quantity, occurredAt: end - 1 }));
    const late = async () => {
      await Promise.race(early);
      return Promise.all(quantities(150).map((quantity) => addUsage(env.fixture.store, tenant, id, { quantity, occurredAt: end - 1 })));
    };
    const closing = Promise.race(early).then(() => runMinute(env, tenant));
    const outcomes = [...(await Promise.all(early)), ...(await late())];
    await closing;
    const refused = outcomes.flatMap((outcome) => (outcome.kind === 'refused' ? [outcome.refusal.reason] : []));
    expect(refused.filter((reason) => reason !== 'period_over' && reason !== 'subscription_canceled')).toEqual([]);
    expect(outcomes.filter(({ kind }) => kind === 'done').length + refused.length).toBe(200);
    const totals = await readUsage(env, tenant, id);
    expect(totals.records.length).toBe(200 - refused.length);
    expect([totals.billedUnits, totals.left]).toEqual([[totals.recordedUnits], { quantity: 0n, records: 0 }]);
    expect((await subscriptionOf(env, tenant, id)).status).toBe('canceled');
  }, 120_000);
});

describe('a record that is decided before the close of a period and written after it', () => {
  /** Decides on a record of a period, and writes it after the period is closed. `last`: the subscription ends with that period. */
  const writtenAfterClose = async (period: 'any' | 'last' | 'trial') => {
    const { tenant, id, end } = await createMeteredSubscription(env);
    if (period === 'trial') await startTrial(env, tenant, id);
    await addUsage(env.fixture.store, tenant, id, { quantity: 1000 });
    if (period === 'last') await cancelAtEnd(env, tenant, id);
    setTime(env, end);
    const { table, clock } = env.fixture;
    const [decided, closed] = [deferred<void>(), deferred<void>()];
    const slow: Table = {
      ...table,
      transact: async (items, token) => {
        decided.resolve();
        await closed.promise;
        return table.transact(items, token);
      },
    };
    const store = openStore(slow, { nowMs: () => clock.nowMs, ids: depsOf(env).ids });
    const recording = addUsage(store, tenant, id, { quantity: 7, occurredAt: end - 1 });
    await decided.promise;
    await runMinute(env, tenant);
    closed.resolve();
    return { tenant, id, outcome: await recording };
  };

  it('is billed in the next period', async () => {
    const { tenant, id, outcome } = await writtenAfterClose('any');
    expect(outcome.kind).toBe('done');
    setTime(env, (await subscriptionOf(env, tenant, id)).currentPeriodEnd);
    await runMinute(env, tenant);
    expect((await readUsage(env, tenant, id)).billedUnits).toEqual([1000, 7]);
  }, 60_000);

  it('is refused when there is no next period', async () => {
    const { tenant, id, outcome } = await writtenAfterClose('last');
    expect(outcome.kind === 'refused' ? outcome.refusal.reason : outcome.kind).toBe('subscription_canceled');
    const totals = await readUsage(env, tenant, id);
    expect([totals.records.length, totals.billedUnits, totals.left.quantity]).toEqual([1, [1000], 0n]);
  }, 60_000);

  it('is free when the period is a trial', async () => {
    const { tenant, id, outcome } = await writtenAfterClose('trial');
    expect(outcome.kind).toBe('done');
    const totals = await readUsage(env, tenant, id);
    expect([totals.recordedUnits, totals.left.quantity]).toEqual([1007, 0n]);
    await addUsage(env.fixture.store, tenant, id, { quantity: 5 });
    setTime(env, (await subscriptionOf(env, tenant, id)).currentPeriodEnd);
    await runMinute(env, tenant);
    expect((await readUsage(env, tenant, id)).billedUnits).toEqual([5]);
  }, 60_000);
});

describe('the database cost of usage', () => {
  it('does not grow with the number of records or periods', async () => {
    const { tenant, id } = await createMeteredSubscription(env);
    const costOfReading = async () => {
      const capacity = newCapacityCounter();
      await loadUsage(storeCountingCapacity(capacity), tenant, id, 0);
      const { rounds, readUnits } = capacity.usage();
      return { rounds, readUnits };
    };
    await addUsage(env.fixture.store, tenant, id, { quantity: 1 });
    const first = await costOfReading();
    for (let period = 0; period < 14; period += 1) {
      await Promise.all(quantities(20).map((quantity) => addUsage(env.fixture.store, tenant, id, { quantity })));
      setTime(env, (await subscriptionOf(env, tenant, id)).currentPeriodEnd);
      await runMinute(env, tenant);
      setTime(env, nowOf(env) + 1);
    }
    expect(await costOfReading()).toEqual(first);
    const { usage } = await loadUsage(env.fixture.store, tenant, id, 0);
    // A subscription has eight usage counters. Each has at most three sums: of the last two periods in which it was used, and of all older
    // periods.
    expect(usage.counts.length).toBeLessThanOrEqual(24);
    // The first record, and 20 records in each of the 14 periods.
    expect(usage.counts.reduce((sum, { records }) => sum + records, 0)).toBe(281);
  }, 240_000);

  it('is one read for all metered subscriptions of a run, and no read for licensed subscriptions', async () => {
    const { tenant, ids } = await createTenant(env, 3, METERED);
    const subscriptions = await Promise.all(ids.map((id) => subscriptionOf(env, tenant, id)));
    const capacity = newCapacityCounter();
    const store = storeCountingCapacity(capacity);
    await readUsageToClose(store, tenant, subscriptions, () => nowOf(env));
    expect(capacity.usage().calls).toBe(1);
    const licensed = await createTenant(env, 1);
    const others = await Promise.all(licensed.ids.map((id) => subscriptionOf(env, licensed.tenant, id)));
    await readUsageToClose(store, licensed.tenant, others, () => nowOf(env));
    expect(capacity.usage().calls).toBe(1);
  });
});

it('a declined charge of usage is retried with the invoiced amount, and later usage stays unbilled', async () => {
  const { tenant, id, end } = await createMeteredSubscription(env);
  await addUsage(env.fixture.store, tenant, id, { quantity: 1000 });
  await setChargeBehavior(env, tenant, id, 'insufficient_funds');
  setTime(env, end);
  await runMinute(env, tenant);
  await addUsage(env.fixture.store, tenant, id, { quantity: 10 });
  await setChargeBehavior(env, tenant, id, 'paid');
  setTime(env, Number((await subscriptionOf(env, tenant, id)).nextPaymentAttempt));
  await runMinute(env, tenant);
  const totals = await readUsage(env, tenant, id);
  expect([totals.billedUnits, totals.left.quantity, (await subscriptionOf(env, tenant, id)).periodIndex]).toEqual([[1000], 10n, 1]);
}, 60_000);
