import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addIntervals, DAY_SECONDS } from '../../shared/domain/periods.ts';
import type { Subscription } from '../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { testClockAggregate } from '../../shared/domain/test-clock/record.ts';
import { advanceStep, MAX_STEPS } from '../../shared/flows/clocks/advance.ts';
import type { FlowDeps } from '../../shared/flows/deps.ts';
import { newCapacityCounter } from '../../shared/store/core/capacity-counter.ts';
import { dueInShard } from '../../shared/store/core/due.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { openStore } from '../../shared/store/writer/store.ts';
import { type EngineShop, newBuyer, openEngineShop, openSession, readRecord, sell } from '../provider/shop.ts';
import { updateRecord } from '../store/support.ts';
import {
  advanceThrough,
  beginAdvance,
  convertToVersion2,
  FROZEN,
  listDueEntries,
  newClock,
  sessionOf,
  storeSubscriptions,
  subscriptionIdsOfRuns,
} from './clock-steps.ts';

let shop: EngineShop;
beforeAll(async () => {
  shop = await openEngineShop();
}, 120_000);
afterAll(() => shop.close());

const nowMs = (): number => shop.fixture.clock.nowMs;
const withTable = (table: Table): FlowDeps => ({ ...shop.deps, store: openStore(table, { nowMs, ids: shop.deps.ids }) });
const clockOf = (id: string) => readRecord(shop, testClockAggregate, id);
const currentSubscriptions = (subscriptions: readonly Subscription[]) =>
  Promise.all(subscriptions.map(({ id }) => readRecord(shop, subscriptionAggregate, id)));

/** Counts the paid recurring payments of the provider customer. */
const countCharges = async ({ providerCustomerId }: Subscription): Promise<number> => {
  const listed = await shop.sandbox.provider.listPayments(String(providerCustomerId));
  if (!listed.ok) throw new Error(listed.message);
  return listed.value.filter(({ sequenceType, status }) => sequenceType === 'recurring' && status === 'paid').length;
};

const updateSubscription = ({ id }: Subscription, fields: Partial<Subscription>) =>
  updateRecord(shop.fixture.store, shop.tenant, subscriptionAggregate, id, () => fields);

/** Makes the renewal of a subscription impossible: its next period seems to be billed already. */
const breakRenewal = (subscription: Subscription) => updateSubscription(subscription, { billedThrough: monthEnd + 365 * DAY_SECONDS });

const monthEnd = addIntervals(FROZEN, 'month', 1);

describe('an advance of a test clock with many subscriptions due at the same time', () => {
  it('bills them in batches of a hundred before the clock advances further', { timeout: 120_000 }, async () => {
    const clock = await newClock(shop);
    const subscriptions = await storeSubscriptions(shop, clock.id, 105);
    const [first] = subscriptions;
    // Two more subscriptions: one is due at the same time, one an hour later.
    const later = (await storeSubscriptions(shop, clock.id, 2, 3600))[1] as Subscription;
    await beginAdvance(shop, clock.id, monthEnd + DAY_SECONDS);
    const seen = await advanceThrough(shop, clock.id);
    expect(subscriptionIdsOfRuns(seen).map(({ length }) => length)).toEqual([100, 6, 1]);
    expect(new Set(subscriptionIdsOfRuns(seen).flat()).size).toBe(107);
    expect(seen.map(({ frozenTime }) => frozenTime)).toEqual([
      ...Array.from({ length: 2 }, () => first?.currentPeriodEnd),
      later.currentPeriodEnd,
      monthEnd + DAY_SECONDS,
    ]);
    for (const { paymentCount, periodIndex } of await currentSubscriptions(subscriptions))
      expect([paymentCount, periodIndex]).toEqual([2, 1]);
    expect(await clockOf(clock.id)).toMatchObject({ status: 'ready', targetTime: null, lastStepAt: null });
  });

  it('bills each subscription once when a run is interrupted after its charges', { timeout: 120_000 }, async () => {
    const clock = await newClock(shop);
    const subscriptions = await storeSubscriptions(shop, clock.id, 102);
    await beginAdvance(shop, clock.id, monthEnd + DAY_SECONDS);
    const failAtSettle = (step: string): void => {
      if (step === 'settle') throw new Error('killed');
    };
    await expect(advanceThrough(shop, clock.id, { watch: { before: failAtSettle } })).rejects.toThrow('killed');
    expect((await clockOf(clock.id)).status).toBe('advancing');
    // All subscriptions have the same provider customer.
    expect(await countCharges(subscriptions[0] as Subscription)).toBe(100);
    // The charge step has applied the outcomes of its charges, so only two subscriptions are still due.
    expect(subscriptionIdsOfRuns(await advanceThrough(shop, clock.id)).map(({ length }) => length)).toEqual([2]);
    for (const { paymentCount } of await currentSubscriptions(subscriptions)) expect(paymentCount).toBe(2);
    expect(await countCharges(subscriptions[0] as Subscription)).toBe(102);
  });
});

describe('a step of an advance', () => {
  /** Measures the database calls of the step that starts a run of one subscription. */
  const costOf = async (subscriptionCount: number) => {
    const clock = await newClock(shop);
    await storeSubscriptions(shop, clock.id, subscriptionCount, 60);
    await beginAdvance(shop, clock.id, monthEnd + DAY_SECONDS);
    const capacity = newCapacityCounter();
    await advanceStep(withTable(shop.fixture.tableWith(capacity)), shop.tenant, { clockId: clock.id, steps: 0 });
    const { calls, readUnits } = capacity.usage();
    return { calls, readUnits };
  };

  it('has a cost that is independent of the number of subscriptions on the clock', { timeout: 120_000 }, async () => {
    const [few, many] = [await costOf(10), await costOf(220)];
    expect(many.calls).toBe(few.calls);
    expect(many.calls).toBeLessThan(8);
    // The difference is at most one page of due entries.
    expect(many.readUnits).toBeLessThan(few.readUnits + 6);
  });

  it('reads due entries from the table with strong consistency, not from an index', async () => {
    const clock = await newClock(shop);
    const sold = await sell(shop, { testClockId: clock.id });
    await beginAdvance(shop, clock.id, monthEnd);
    const stale: Table = {
      ...shop.fixture.table,
      query: async (input) => (input.IndexName === undefined ? shop.fixture.table.query(input) : { items: [], lastKey: undefined }),
    };
    await advanceThrough(shop, clock.id, { deps: withTable(stale) });
    expect((await currentSubscriptions([sold]))[0]?.paymentCount).toBe(2);
  });

  it('ends the execution after the maximum number of steps; the sweep continues the advance one minute later', async () => {
    const clock = await newClock(shop);
    await storeSubscriptions(shop, clock.id, 2, 60);
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

describe('due entries on a clock', () => {
  it('[CLK-05] are processed in order of their time, renewals and session expiries alike', async () => {
    const clock = await newClock(shop);
    const session = await openSession(shop, { customerId: (await newBuyer(shop, { testClockId: clock.id })).id });
    const [subscription] = await storeSubscriptions(shop, clock.id, 1);
    if (subscription === undefined) throw new Error('The subscription is missing.');
    const end = session.expiresAt - 60;
    await updateSubscription(subscription, { currentPeriodEnd: end, billedThrough: end, announcedRenewalAt: end });
    await beginAdvance(shop, clock.id, session.expiresAt + 60);
    const seen = await advanceThrough(shop, clock.id);
    expect(seen.map(({ outcome, frozenTime }) => [outcome, frozenTime - session.expiresAt])).toEqual([
      ['run', -60],
      ['again', 0],
      ['done', 60],
    ]);
    expect(await sessionOf(shop, session.id)).toMatchObject({ status: 'expired' });
    expect(await listDueEntries(shop, clock.id)).toMatchObject([{ kind: 'upcoming_notice', id: subscription.id }]);
  });

  it('make the advance fail after three tries if they cannot be processed; the next advance tries them again', async () => {
    const clock = await newClock(shop);
    const [valid, broken] = await storeSubscriptions(shop, clock.id, 2);
    if (valid === undefined || broken === undefined) throw new Error('The subscription is missing.');
    await breakRenewal(broken);
    // The second advance has the same target.
    for (let advances = 1; advances <= 2; advances += 1) {
      await beginAdvance(shop, clock.id, monthEnd + 2 * DAY_SECONDS);
      const seen = await advanceThrough(shop, clock.id);
      expect(subscriptionIdsOfRuns(seen).filter((ids) => ids[0] === broken.id)).toHaveLength(3);
      expect(await clockOf(clock.id)).toMatchObject({ status: 'failed', frozenTime: broken.currentPeriodEnd });
    }
    expect((await currentSubscriptions([valid]))[0]?.paymentCount).toBe(2);
    await updateSubscription(broken, { billedThrough: broken.currentPeriodEnd });
    await beginAdvance(shop, clock.id, monthEnd + 2 * DAY_SECONDS);
    await advanceThrough(shop, clock.id);
    expect(await clockOf(clock.id)).toMatchObject({ status: 'ready' });
    expect((await currentSubscriptions([broken]))[0]?.paymentCount).toBe(2);
  });

  it('are processed in one batch, once per advance, if they poll pending charges at the provider', async () => {
    const clock = await newClock(shop);
    const subscriptions = await storeSubscriptions(shop, clock.id, 3);
    await shop.sandbox.behave(String(subscriptions[0]?.providerCustomerId), { charges: 'pending' });
    const otherSubscriptions = await storeSubscriptions(shop, clock.id, 2, DAY_SECONDS);
    await beginAdvance(shop, clock.id, monthEnd + 2 * DAY_SECONDS);
    const sizes = (seen: Parameters<typeof subscriptionIdsOfRuns>[0]) => subscriptionIdsOfRuns(seen).map(({ length }) => length);
    // Four renewals at the month's end, the poll of the three pending charges, and the renewal of the next day.
    expect(sizes(await advanceThrough(shop, clock.id))).toEqual([4, 3, 1]);
    await beginAdvance(shop, clock.id, monthEnd + 3 * DAY_SECONDS);
    expect(sizes(await advanceThrough(shop, clock.id))).toEqual([3]);
    for (const { paymentCount } of await currentSubscriptions(otherSubscriptions)) expect(paymentCount).toBe(2);
    expect(await countCharges(subscriptions[0] as Subscription)).toBe(0);
  });
});

describe('a clock that a former release created without a list of its due entries', () => {
  it('is advanced by the due times of its records, even after later changes have listed some due entries', async () => {
    const clock = await newClock(shop);
    const subscriptions = await storeSubscriptions(shop, clock.id, 12, 60);
    const session = await openSession(shop, { customerId: (await newBuyer(shop, { testClockId: clock.id })).id });
    await beginAdvance(shop, clock.id, monthEnd + DAY_SECONDS);
    await convertToVersion2(shop, clock.id);
    await advanceThrough(shop, clock.id);
    expect(await sessionOf(shop, session.id)).toMatchObject({ status: 'expired' });
    expect(await listDueEntries(shop, clock.id)).toHaveLength(subscriptions.length);
    await beginAdvance(shop, clock.id, addIntervals(monthEnd + DAY_SECONDS, 'month', 2));
    const seen = await advanceThrough(shop, clock.id);
    expect(subscriptionIdsOfRuns(seen)).toHaveLength(2 * 12);
    for (const { paymentCount } of await currentSubscriptions(subscriptions)) expect(paymentCount).toBe(4);
    expect(await clockOf(clock.id)).toMatchObject({ status: 'ready', duesListed: false });
  });

  it('stops at an entry that failed three times, and polls pending charges once per advance', async () => {
    const clock = await newClock(shop);
    const [waiting, broken] = await storeSubscriptions(shop, clock.id, 2, DAY_SECONDS);
    if (waiting === undefined || broken === undefined) throw new Error('The subscription is missing.');
    await shop.sandbox.behave(String(waiting.providerCustomerId), { charges: 'pending' });
    await breakRenewal(broken);
    await beginAdvance(shop, clock.id, monthEnd + 2 * DAY_SECONDS);
    await convertToVersion2(shop, clock.id);
    const runs = subscriptionIdsOfRuns(await advanceThrough(shop, clock.id));
    // The renewal and the poll of the first subscription, then three tries of the second.
    expect(runs).toEqual([[waiting.id], [waiting.id], [broken.id], [broken.id], [broken.id]]);
    expect(await clockOf(clock.id)).toMatchObject({ status: 'failed', frozenTime: broken.currentPeriodEnd });
  });
});
