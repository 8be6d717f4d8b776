import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { change } from '../../shared/domain/aggregate.ts';
import { addIntervals, DAY_SECONDS } from '../../shared/domain/periods.ts';
import type { Subscription } from '../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { testClockAggregate } from '../../shared/domain/test-clock/record.ts';
import { advanceStep, MAX_STEPS } from '../../shared/flows/clocks/advance.ts';
import type { FlowDeps } from '../../shared/flows/deps.ts';
import { dueInShard } from '../../shared/store/core/due.ts';
import { newMeter } from '../../shared/store/core/meter.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { openStore } from '../../shared/store/writer/store.ts';
import { type EngineShop, newBuyer, openSession, openShop, read, sell, write } from '../provider/shop.ts';
import { advanceThrough, asFormerlyWritten, beginAdvance, FROZEN, listedOn, newClock, plant, runsIn, sessionOf } from './clock-steps.ts';

let shop: EngineShop;
beforeAll(async () => {
  shop = await openShop();
}, 120_000);
afterAll(() => shop.close());

const nowMs = (): number => shop.fixture.clock.nowMs;
const withTable = (table: Table): FlowDeps => ({ ...shop.deps, store: openStore(table, { nowMs, ids: shop.deps.ids }) });
const clockOf = (id: string) => read(shop, testClockAggregate, id);
const current = (subscriptions: readonly Subscription[]) =>
  Promise.all(subscriptions.map(({ id }) => read(shop, subscriptionAggregate, id)));

/** How often each of the subscriptions was paid at the provider, renewals alone. */
const chargedOf = async ({ providerCustomerId }: Subscription): Promise<number> => {
  const listed = await shop.sandbox.provider.listPayments(String(providerCustomerId));
  if (!listed.ok) throw new Error(listed.message);
  return listed.value.filter(({ sequenceType, status }) => sequenceType === 'recurring' && status === 'paid').length;
};

const edit = (subscription: Subscription, to: Partial<Subscription>) =>
  shop.fixture.store.get(subscriptionAggregate, shop.tenant, subscription.id).then((stored) => {
    if (stored === null) throw new Error('no subscription');
    const changes = [change(subscriptionAggregate, stored, { ...stored.record, ...to })];
    return write(shop, () => ({ changes, events: [], result: null }));
  });

const monthEnd = addIntervals(FROZEN, 'month', 1);

describe('an advance over many subscriptions that are due at one moment', () => {
  it('bills them a hundred at a time, all of them before the clock moves on', { timeout: 120_000 }, async () => {
    const clock = await newClock(shop);
    const subscriptions = await plant(shop, clock.id, 105);
    const [first] = subscriptions;
    const later = (await plant(shop, clock.id, 2, 3600))[1] as Subscription;
    await beginAdvance(shop, clock.id, monthEnd + DAY_SECONDS);
    const seen = await advanceThrough(shop, clock.id);
    expect(runsIn(seen).map(({ length }) => length)).toEqual([100, 6, 1]);
    expect(new Set(runsIn(seen).flat()).size).toBe(107);
    expect(seen.map(({ frozenTime }) => frozenTime)).toEqual([
      ...Array.from({ length: 2 }, () => first?.currentPeriodEnd),
      later.currentPeriodEnd,
      monthEnd + DAY_SECONDS,
    ]);
    for (const { paymentCount, periodIndex } of await current(subscriptions)) expect([paymentCount, periodIndex]).toEqual([2, 1]);
    expect(await clockOf(clock.id)).toMatchObject({ status: 'ready', targetTime: null, lastStepAt: null });
  });

  it('bills each once when a run breaks off in the middle of a batch', { timeout: 120_000 }, async () => {
    const clock = await newClock(shop);
    const subscriptions = await plant(shop, clock.id, 102);
    await beginAdvance(shop, clock.id, monthEnd + DAY_SECONDS);
    const dies = (step: string): void => {
      if (step === 'settle') throw new Error('killed');
    };
    await expect(advanceThrough(shop, clock.id, { watch: { before: dies } })).rejects.toThrow('killed');
    expect((await clockOf(clock.id)).status).toBe('advancing');
    expect(await chargedOf(subscriptions[0] as Subscription)).toBe(100);
    // What was under way is taken up again, ten minutes on the clock after it began.
    expect(runsIn(await advanceThrough(shop, clock.id)).map(({ length }) => length)).toEqual([2, 100]);
    for (const { paymentCount } of await current(subscriptions)) expect(paymentCount).toBe(2);
    expect(await chargedOf(subscriptions[0] as Subscription)).toBe(102);
  });
});

describe('a step of an advance', () => {
  /** What the step that hands out a run of one takes, and the steps after it. */
  const costOf = async (count: number) => {
    const clock = await newClock(shop);
    await plant(shop, clock.id, count, 60);
    await beginAdvance(shop, clock.id, monthEnd + DAY_SECONDS);
    const meter = newMeter();
    await advanceStep(withTable(shop.fixture.metered(meter)), shop.tenant, { clockId: clock.id, steps: 0 });
    const { calls, readUnits } = meter.usage();
    return { calls, readUnits };
  };

  it('costs the same with few subscriptions on the clock and with many', { timeout: 120_000 }, async () => {
    const [few, many] = [await costOf(10), await costOf(220)];
    expect(many.calls).toBe(few.calls);
    expect(many.calls).toBeLessThan(8);
    // A page of what is due.
    expect(many.readUnits).toBeLessThan(few.readUnits + 6);
  });

  it('reads what is due from the table itself, which misses nothing that was written', async () => {
    const clock = await newClock(shop);
    const sold = await sell(shop, { testClockId: clock.id });
    await beginAdvance(shop, clock.id, monthEnd);
    const stale: Table = {
      ...shop.fixture.table,
      query: async (input) => (input.IndexName === undefined ? shop.fixture.table.query(input) : { items: [], lastKey: undefined }),
    };
    await advanceThrough(shop, clock.id, { deps: withTable(stale) });
    expect((await current([sold]))[0]?.paymentCount).toBe(2);
  });

  it('ends the execution after many, and the sweep finds the advance a minute after the last one', async () => {
    const clock = await newClock(shop);
    await plant(shop, clock.id, 2, 60);
    await beginAdvance(shop, clock.id, monthEnd + DAY_SECONDS);
    shop.fixture.clock.nowMs += 3_600_000;
    await advanceStep(shop.deps, shop.tenant, { clockId: clock.id, steps: MAX_STEPS - 1 });
    expect(await advanceStep(shop.deps, shop.tenant, { clockId: clock.id, steps: MAX_STEPS })).toMatchObject({ outcome: 'done' });
    expect(await clockOf(clock.id)).toMatchObject({ status: 'advancing' });
    const dueAt: number[] = [];
    for (let shard = 0; shard < 16; shard += 1)
      for await (const { sk, at } of dueInShard(shop.fixture.table, shard, nowMs())) if (sk === clock.id) dueAt.push(at);
    expect(dueAt).toEqual([Math.floor(nowMs() / 1000) + 60]);
    await advanceThrough(shop, clock.id);
    expect(await clockOf(clock.id)).toMatchObject({ status: 'ready', frozenTime: monthEnd + DAY_SECONDS });
  });
});

describe('what is due on a clock', () => {
  it('[CLK-05] is processed in order of its moment, renewals and lapses of sessions in between each other', async () => {
    const clock = await newClock(shop);
    const session = await openSession(shop, { customerId: (await newBuyer(shop, { testClockId: clock.id })).id });
    const [subscription] = await plant(shop, clock.id, 1);
    if (subscription === undefined) throw new Error('not sold');
    const end = session.expiresAt - 60;
    await edit(subscription, { currentPeriodEnd: end, billedThrough: end, announcedRenewalAt: end });
    await beginAdvance(shop, clock.id, session.expiresAt + 60);
    const seen = await advanceThrough(shop, clock.id);
    expect(seen.map(({ outcome, frozenTime }) => [outcome, frozenTime - session.expiresAt])).toEqual([
      ['run', -60],
      ['again', 0],
      ['done', 60],
    ]);
    expect(await sessionOf(shop, session.id)).toMatchObject({ status: 'expired' });
    expect(await listedOn(shop, clock.id)).toMatchObject([{ kind: 'upcoming_notice', id: subscription.id }]);
  });

  it('and cannot be decided makes the advance fail after three tries, and is tried anew by the next', async () => {
    const clock = await newClock(shop);
    const [sound, broken] = await plant(shop, clock.id, 2);
    if (sound === undefined || broken === undefined) throw new Error('not sold');
    await edit(broken, { billedThrough: monthEnd + 365 * DAY_SECONDS });
    for (const days of [1, 2]) {
      await beginAdvance(shop, clock.id, monthEnd + days * DAY_SECONDS);
      const seen = await advanceThrough(shop, clock.id);
      expect(runsIn(seen).filter((ids) => ids[0] === broken.id)).toHaveLength(3);
      expect(await clockOf(clock.id)).toMatchObject({ status: 'failed', frozenTime: broken.currentPeriodEnd });
    }
    expect((await current([sound]))[0]?.paymentCount).toBe(2);
    await edit(broken, { billedThrough: broken.currentPeriodEnd });
    await beginAdvance(shop, clock.id, monthEnd + 3 * DAY_SECONDS);
    await advanceThrough(shop, clock.id);
    expect(await clockOf(clock.id)).toMatchObject({ status: 'ready' });
    expect((await current([broken]))[0]?.paymentCount).toBe(2);
  });

  it('and waits for the provider is polled together, once an advance', async () => {
    const clock = await newClock(shop);
    const subscriptions = await plant(shop, clock.id, 3);
    await shop.sandbox.behave(String(subscriptions[0]?.providerCustomerId), { charges: 'pending' });
    const others = await plant(shop, clock.id, 2, DAY_SECONDS);
    await beginAdvance(shop, clock.id, monthEnd + 2 * DAY_SECONDS);
    const sizes = (seen: Parameters<typeof runsIn>[0]) => runsIn(seen).map(({ length }) => length);
    expect(sizes(await advanceThrough(shop, clock.id))).toEqual([4, 3, 1]);
    await beginAdvance(shop, clock.id, monthEnd + 3 * DAY_SECONDS);
    expect(sizes(await advanceThrough(shop, clock.id))).toEqual([3]);
    for (const { paymentCount } of await current(others)) expect(paymentCount).toBe(2);
    expect(await chargedOf(subscriptions[0] as Subscription)).toBe(0);
  });
});

describe('a clock of the release before its dues were listed', () => {
  it('is advanced by what its records say, also when some of them are listed by now', async () => {
    const clock = await newClock(shop);
    const subscriptions = await plant(shop, clock.id, 12, 60);
    const session = await openSession(shop, { customerId: (await newBuyer(shop, { testClockId: clock.id })).id });
    await beginAdvance(shop, clock.id, monthEnd + DAY_SECONDS);
    await asFormerlyWritten(shop, clock.id);
    await advanceThrough(shop, clock.id);
    expect(await sessionOf(shop, session.id)).toMatchObject({ status: 'expired' });
    expect(await listedOn(shop, clock.id)).toHaveLength(subscriptions.length);
    await beginAdvance(shop, clock.id, addIntervals(monthEnd + DAY_SECONDS, 'month', 2));
    const seen = await advanceThrough(shop, clock.id);
    expect(runsIn(seen)).toHaveLength(2 * 12);
    for (const { paymentCount } of await current(subscriptions)) expect(paymentCount).toBe(4);
    expect(await clockOf(clock.id)).toMatchObject({ status: 'ready', duesListed: false });
  });

  it('still fails after three tries, and asks the provider once an advance', async () => {
    const clock = await newClock(shop);
    const [waiting, broken] = await plant(shop, clock.id, 2, DAY_SECONDS);
    if (waiting === undefined || broken === undefined) throw new Error('not sold');
    await shop.sandbox.behave(String(waiting.providerCustomerId), { charges: 'pending' });
    await edit(broken, { billedThrough: monthEnd + 365 * DAY_SECONDS });
    await beginAdvance(shop, clock.id, monthEnd + 2 * DAY_SECONDS);
    await asFormerlyWritten(shop, clock.id);
    const runs = runsIn(await advanceThrough(shop, clock.id));
    expect(runs).toEqual([[waiting.id], [waiting.id], [broken.id], [broken.id], [broken.id]]);
    expect(await clockOf(clock.id)).toMatchObject({ status: 'failed', frozenTime: broken.currentPeriodEnd });
  });
});
