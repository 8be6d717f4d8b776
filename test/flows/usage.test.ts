import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { loadUsage, readUsageToClose } from '../../shared/flows/subscriptions/usage.ts';
import { type Meter, newMeter } from '../../shared/store/core/meter.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { endOfLog, readForward } from '../../shared/store/event-log/entries.ts';
import { parseEvent } from '../../shared/store/event-log/event-text.ts';
import { openStore } from '../../shared/store/writer/store.ts';
import {
  createTenant,
  depsOf,
  type EngineRunStage,
  nowOf,
  openRunStage,
  runMinute,
  setChargeBehavior,
  setTime,
  subscriptionOf,
} from './run-stage.ts';
import { addUsage, cancelAtEnd, METERED, sumOf, usageBooks } from './usage-steps.ts';

let stage: EngineRunStage;
beforeAll(async () => {
  stage = await openRunStage();
}, 120_000);
afterAll(() => stage.close());

const createMetered = async () => {
  const { tenant, ids } = await createTenant(stage, 1, METERED);
  const [id = ''] = ids;
  const { currentPeriodStart, currentPeriodEnd: end } = await subscriptionOf(stage, tenant, id);
  setTime(stage, currentPeriodStart + 60);
  return { tenant, id, end };
};

const meteredStore = (meter: Meter) =>
  openStore(stage.fixture.metered(meter), { nowMs: () => stage.fixture.clock.nowMs, ids: depsOf(stage).ids });

const quantities = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('usage', () => {
  it('that is recorded concurrently is counted without writing the subscription', async () => {
    const { tenant, id } = await createMetered();
    const before = await stage.fixture.store.get(subscriptionAggregate, tenant, id);
    const outcomes = await Promise.all(quantities(200).map((quantity) => addUsage(stage.fixture.store, tenant, id, { quantity })));
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['done']));
    const books = await usageBooks(stage, tenant, id);
    expect([books.records.length, books.recordedUnits, books.counted]).toEqual([200, 20_100, { quantity: 20_100n, records: 200 }]);
    const after = await stage.fixture.store.get(subscriptionAggregate, tenant, id);
    expect(after?.version).toBe(before?.version);
  }, 120_000);

  it('has a hidden log entry per record, so that an export finds it', async () => {
    const { tenant, id } = await createMetered();
    const { table, clock } = stage.fixture;
    const before = await endOfLog(table, tenant, clock.nowMs);
    for (const quantity of [4, 5]) await addUsage(stage.fixture.store, tenant, id, { quantity });
    const entries = await readForward(table, tenant, before, 10, clock.nowMs);
    const events = entries.map(({ kind, event }) => [kind, event?.type, event === null ? null : parseEvent(event).data.quantity]);
    expect(events).toEqual([
      ['hidden', 'usage_record.changed', 4],
      ['hidden', 'usage_record.changed', 5],
    ]);
  });

  it('[EVT-34] with a permanently declined charge is past due and emits `invoice.payment_failed`, without a retry', async () => {
    const { tenant, id, end } = await createMetered();
    await addUsage(stage.fixture.store, tenant, id, { quantity: 4 });
    await setChargeBehavior(stage, tenant, id, 'card_expired');
    setTime(stage, end);
    await runMinute(stage, tenant);
    expect(await subscriptionOf(stage, tenant, id)).toMatchObject({
      status: 'past_due',
      renewal: { processing: false, hardDeclined: true },
    });
    const { table, clock } = stage.fixture;
    const events = (await readForward(table, tenant, 0, 100, clock.nowMs)).flatMap(({ event }) =>
      event === null ? [] : [parseEvent(event)],
    );
    expect(events.filter(({ type }) => type === 'invoice.payment_failed')).toMatchObject([
      { data: { object: 'invoice', status: 'open', total_cents: 10 }, previous_attributes: null },
    ]);
  });

  it('that is recorded while a period closes is billed in that period or the next', async () => {
    const { tenant, id, end } = await createMetered();
    setTime(stage, end);
    const recording = quantities(200).map((quantity) => addUsage(stage.fixture.store, tenant, id, { quantity, occurredAt: end - 1 }));
    const [outcomes] = await Promise.all([Promise.all(recording), runMinute(stage, tenant)]);
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['done']));
    const between = await usageBooks(stage, tenant, id);
    expect(sumOf(between.billedUnits) + Number(between.left.quantity)).toBe(20_100);
    setTime(stage, (await subscriptionOf(stage, tenant, id)).currentPeriodEnd);
    await runMinute(stage, tenant);
    const books = await usageBooks(stage, tenant, id);
    expect([books.billedUnits.length, sumOf(books.billedUnits), books.left]).toEqual([2, 20_100, { quantity: 0n, records: 0 }]);
  }, 120_000);

  it('that is recorded while the last period closes is billed or refused', async () => {
    const { tenant, id, end } = await createMetered();
    await cancelAtEnd(stage, tenant, id);
    setTime(stage, end);
    const early = quantities(50).map((quantity) => addUsage(stage.fixture.store, tenant, id, { quantity, occurredAt: end - 1 }));
    const late = async () => {
      await Promise.race(early);
      return Promise.all(quantities(150).map((quantity) => addUsage(stage.fixture.store, tenant, id, { quantity, occurredAt: end - 1 })));
    };
    const closing = Promise.race(early).then(() => runMinute(stage, tenant));
    const outcomes = [...(await Promise.all(early)), ...(await late())];
    await closing;
    const refused = outcomes.flatMap((outcome) => (outcome.kind === 'refused' ? [outcome.refusal.reason] : []));
    expect(refused.filter((reason) => reason !== 'period_over' && reason !== 'subscription_canceled')).toEqual([]);
    expect(outcomes.filter(({ kind }) => kind === 'done').length + refused.length).toBe(200);
    const books = await usageBooks(stage, tenant, id);
    expect(books.records.length).toBe(200 - refused.length);
    expect([books.billedUnits, books.left]).toEqual([[books.recordedUnits], { quantity: 0n, records: 0 }]);
    expect((await subscriptionOf(stage, tenant, id)).status).toBe('canceled');
  }, 120_000);
});

describe('a record that is decided before and written after the close of a period', () => {
  /** Decides on a record, and writes it after the period is closed. */
  const writtenAfterClose = async (last: boolean) => {
    const { tenant, id, end } = await createMetered();
    await addUsage(stage.fixture.store, tenant, id, { quantity: 1000 });
    if (last) await cancelAtEnd(stage, tenant, id);
    setTime(stage, end);
    const { table, clock } = stage.fixture;
    let [decided, closed] = [() => {}, () => {}];
    const isDecided = new Promise<void>((resolve) => {
      decided = resolve;
    });
    const isClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const slow: Table = {
      ...table,
      transact: async (items, token) => {
        decided();
        await isClosed;
        return table.transact(items, token);
      },
    };
    const store = openStore(slow, { nowMs: () => clock.nowMs, ids: depsOf(stage).ids });
    const recording = addUsage(store, tenant, id, { quantity: 7, occurredAt: end - 1 });
    await isDecided;
    await runMinute(stage, tenant);
    closed();
    return { tenant, id, outcome: await recording };
  };

  it('is billed in the next period', async () => {
    const { tenant, id, outcome } = await writtenAfterClose(false);
    expect(outcome.kind).toBe('done');
    setTime(stage, (await subscriptionOf(stage, tenant, id)).currentPeriodEnd);
    await runMinute(stage, tenant);
    expect((await usageBooks(stage, tenant, id)).billedUnits).toEqual([1000, 7]);
  }, 60_000);

  it('is refused when there is no next period', async () => {
    const { tenant, id, outcome } = await writtenAfterClose(true);
    expect(outcome.kind === 'refused' ? outcome.refusal.reason : outcome.kind).toBe('subscription_canceled');
    const books = await usageBooks(stage, tenant, id);
    expect([books.records.length, books.billedUnits, books.left.quantity]).toEqual([1, [1000], 0n]);
  }, 60_000);
});

describe('the database cost of usage', () => {
  it('does not grow with the number of records or periods', async () => {
    const { tenant, id } = await createMetered();
    const costOfReading = async () => {
      const meter = newMeter();
      await loadUsage(meteredStore(meter), tenant, id, 0);
      const { rounds, readUnits } = meter.usage();
      return { rounds, readUnits };
    };
    await addUsage(stage.fixture.store, tenant, id, { quantity: 1 });
    const first = await costOfReading();
    for (let period = 0; period < 14; period += 1) {
      await Promise.all(quantities(20).map((quantity) => addUsage(stage.fixture.store, tenant, id, { quantity })));
      setTime(stage, (await subscriptionOf(stage, tenant, id)).currentPeriodEnd);
      await runMinute(stage, tenant);
      setTime(stage, nowOf(stage) + 1);
    }
    expect(await costOfReading()).toEqual(first);
    const { usage } = await loadUsage(stage.fixture.store, tenant, id, 0);
    // Each of the eight counters has at most three sums: of the last two periods in which it was used, and of all older periods.
    expect(usage.counts.length).toBeLessThanOrEqual(24);
    expect(usage.counts.reduce((sum, { records }) => sum + records, 0)).toBe(281);
  }, 240_000);

  it('is one read for all metered subscriptions of a run, and none for licensed ones', async () => {
    const { tenant, ids } = await createTenant(stage, 3, METERED);
    const subscriptions = await Promise.all(ids.map((id) => subscriptionOf(stage, tenant, id)));
    const meter = newMeter();
    const store = meteredStore(meter);
    await readUsageToClose(store, tenant, subscriptions, () => nowOf(stage));
    expect(meter.usage().calls).toBe(1);
    const licensed = await createTenant(stage, 1);
    const others = await Promise.all(licensed.ids.map((id) => subscriptionOf(stage, licensed.tenant, id)));
    await readUsageToClose(store, licensed.tenant, others, () => nowOf(stage));
    expect(meter.usage().calls).toBe(1);
  });
});

it('a declined charge of usage is retried with the invoiced amount', async () => {
  const { tenant, id, end } = await createMetered();
  await addUsage(stage.fixture.store, tenant, id, { quantity: 1000 });
  await setChargeBehavior(stage, tenant, id, 'insufficient_funds');
  setTime(stage, end);
  await runMinute(stage, tenant);
  await addUsage(stage.fixture.store, tenant, id, { quantity: 10 });
  await setChargeBehavior(stage, tenant, id, 'paid');
  setTime(stage, Number((await subscriptionOf(stage, tenant, id)).nextPaymentAttempt));
  await runMinute(stage, tenant);
  const books = await usageBooks(stage, tenant, id);
  expect([books.billedUnits, books.left.quantity, (await subscriptionOf(stage, tenant, id)).periodIndex]).toEqual([[1000], 10n, 1]);
}, 60_000);
