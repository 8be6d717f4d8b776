import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { change } from '../../shared/domain/aggregate.ts';
import { createCheckoutSession } from '../../shared/domain/checkout-session/create.ts';
import { type CheckoutSession, checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { pendingOperationAggregate } from '../../shared/domain/pending-operation/record.ts';
import { nextCycleOf } from '../../shared/domain/subscription/state.ts';
import type { Subscription } from '../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { createTestClock } from '../../shared/domain/test-clock/create.ts';
import { deleteTestClock } from '../../shared/domain/test-clock/delete.ts';
import { testClockAggregate } from '../../shared/domain/test-clock/record.ts';
import { beginPayment } from '../../shared/flows/checkout/begin.ts';
import { startClockRemoval } from '../../shared/flows/clocks/removal.ts';
import { purge } from '../../shared/flows/customers/removal.ts';
import type { OperationDeps } from '../../shared/flows/deps.ts';
import { allOf } from '../../shared/flows/load/records.ts';
import { reap } from '../../shared/flows/two-phase/reaper.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import { clockDueKey, logPartition } from '../../shared/store/core/keys.ts';
import { eventIn, parseEvent } from '../../shared/store/event-log/event-text.ts';
import type { Store } from '../../shared/store/writer/store.ts';
import { listedOn } from '../flows/clock-steps.ts';
import { chargeIt, prepareOne, settleIt } from '../flows/renewal-steps.ts';
import { dying } from './dying.ts';
import {
  beginRemoval,
  beginSale,
  callBack,
  decide,
  eventsOf,
  newBuyer,
  openSession,
  openShop,
  paymentsOf,
  read,
  refundsOf,
  type Shop,
  saleOf,
  sell,
  write,
} from './shop.ts';

const FROZEN = Date.UTC(2026, 0, 1) / 1000;
const SECOND_LOOK_MS = 5 * 60_000;
/** More than one transaction takes. */
const MANY = 120;
const BATCH = 24;

let shop: Shop;
let clockId: string;
beforeAll(async () => {
  shop = await openShop();
}, 120_000);
afterAll(() => shop.close());
beforeEach(async () => {
  ({ id: clockId } = await write(shop, (context) => createTestClock({ frozenTime: FROZEN }, null, context)));
});

/** The transaction that answers the request; the rest is the operation's. */
const begin = async (): Promise<string> => {
  const outcome = await shop.fixture.store.run({
    tenant: shop.tenant,
    actor: SYSTEM,
    load: async () => ({ clock: await shop.fixture.store.get(testClockAggregate, shop.tenant, clockId) }),
    nowOf: () => null,
    decide: (state, context) => deleteTestClock(null, state, context),
  });
  if (outcome.kind !== 'done') throw new Error('not deleted');
  return outcome.result.operationId;
};

const subscriptions = () => allOf<Subscription>(shop.fixture.store, subscriptionAggregate, shop.tenant, { parentId: clockId });
const sessions = () => allOf<CheckoutSession>(shop.fixture.store, checkoutSessionAggregate, shop.tenant, { parentId: clockId });
const clock = () => shop.fixture.store.get(testClockAggregate, shop.tenant, clockId);
const operation = (id: string) => shop.fixture.store.get(pendingOperationAggregate, shop.tenant, id);
const livingOn = async (): Promise<number> =>
  (await subscriptions()).filter(({ status }) => status !== 'canceled').length +
  (await sessions()).filter(({ status }) => status === 'open' || status === 'processing').length;

/** Copies of a sold subscription, as many as are asked for in all. */
const plantMany = async (count: number): Promise<readonly string[]> => {
  const sold = await sell(shop, { testClockId: clockId });
  const ids = Array.from({ length: count - 1 }, () => shop.deps.ids.next(subscriptionAggregate.prefix));
  for (let from = 0; from < ids.length; from += BATCH) {
    await write(shop, () => ({
      changes: ids.slice(from, from + BATCH).map((id) => change(subscriptionAggregate, null, { ...sold, id })),
      events: [],
      result: null,
    }));
  }
  return [sold.id, ...ids];
};

/** Each was canceled once, and reported as an update first. */
const expectCanceledOnce = async (ids: readonly string[]): Promise<void> => {
  const { items } = await shop.fixture.table.query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': logPartition(shop.tenant) },
    ScanIndexForward: false,
    Limit: 4 * ids.length,
  });
  const reported = items.toReversed().flatMap((item) => {
    const event = item.t === 'event' ? eventIn(item) : null;
    return event === null ? [] : [parseEvent(event)];
  });
  const stories = ids.map((id) => reported.filter(({ data }) => data.id === id).map(({ type }) => type));
  expect(stories.map((story) => story.slice(-2).join())).toEqual(ids.map(() => 'subscription.updated,subscription.canceled'));
  expect(stories.flat().filter((type) => type === 'subscription.canceled')).toHaveLength(ids.length);
};

describe('a deleted clock', () => {
  it('takes more with it than one transaction holds, each subscription once, and is forgotten after a second look', async () => {
    const ids = await plantMany(MANY);
    const id = await begin();
    await startClockRemoval(shop.deps, shop.tenant, id);
    expect(await livingOn()).toBe(0);
    for (const each of await subscriptions()) {
      expect(each).toMatchObject({ status: 'canceled', cancellationReason: 'test_clock_deleted', canceledAt: FROZEN });
    }
    await expectCanceledOnce(ids);
    expect((await clock())?.record.deletedAt).not.toBeNull();
    await reap(shop.deps, shop.tenant, id);
    expect(await clock()).not.toBeNull();
    shop.fixture.clock.nowMs += SECOND_LOOK_MS;
    await reap(shop.deps, shop.tenant, id);
    expect([await clock(), await operation(id)]).toEqual([null, null]);
  });

  it.each([0, 1, 17])('is continued where the process was killed, after %i of its writes', async (writes) => {
    const ids = await plantMany(30);
    const { sessionId } = await beginSale(shop, { testClockId: clockId });
    const id = await begin();
    const killed: OperationDeps = { ...shop.deps, store: dying(shop.fixture.store, writes) };
    await expect(reap(killed, shop.tenant, id)).rejects.toThrow('killed');
    expect(await livingOn()).toBeGreaterThan(0);
    expect(await operation(id)).not.toBeNull();
    await reap(shop.deps, shop.tenant, id);
    expect(await livingOn()).toBe(0);
    await expectCanceledOnce(ids);
    expect((await eventsOf(shop, [sessionId])).filter((type) => type === 'checkout.session.expired')).toHaveLength(1);
  });

  it('that holds more than a request has time for is continued by the reaper', async () => {
    await plantMany(30);
    const id = await begin();
    const hasty = { ...shop.deps, nowMs: () => (shop.fixture.clock.nowMs += 2_000) };
    await startClockRemoval(hasty, shop.tenant, id);
    const left = await livingOn();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(30);
    await reap(shop.deps, shop.tenant, id);
    expect(await livingOn()).toBe(0);
  });

  it('does not wait for a provider that gives no answer', async () => {
    const { customerId, sessionId } = await beginSale(shop, { testClockId: clockId });
    const [payment] = await paymentsOf(shop, customerId);
    const gone: OperationDeps = { ...shop.deps, baseUrl: 'http://127.0.0.1:9' };
    await startClockRemoval(gone, shop.tenant, await begin());
    expect(await read(shop, checkoutSessionAggregate, sessionId)).toMatchObject({ status: 'expired' });
    expect(await read(shop, checkoutSessionAggregate, sessionId)).toMatchObject({ subscriptionId: null });
    expect(payment?.status).toBe('pending');
  });
});

describe('what is listed as due on a clock', () => {
  it('goes with the clock, also what a former release left in the list', async () => {
    await plantMany(3);
    await openSession(shop, { customerId: (await newBuyer(shop, { testClockId: clockId })).id });
    const left = { ...clockDueKey(shop.tenant, clockId, '001767225600#renewal#sub_left'), t: 'clock_due' };
    await shop.fixture.table.put({ Item: { ...left, due_kind: 'renewal', due_at: 1_767_225_600, id: 'sub_left' } });
    expect(await listedOn(shop, clockId)).toHaveLength(5);
    const id = await begin();
    await startClockRemoval(shop.deps, shop.tenant, id);
    shop.fixture.clock.nowMs += SECOND_LOOK_MS;
    await reap(shop.deps, shop.tenant, id);
    expect(await clock()).toBeNull();
    expect(await listedOn(shop, clockId)).toEqual([]);
  });

  it('goes with a customer who is purged', async () => {
    const { id: customerId } = await newBuyer(shop, { testClockId: clockId });
    await openSession(shop, { customerId });
    expect(await listedOn(shop, clockId)).toHaveLength(1);
    await reap(shop.deps, shop.tenant, await beginRemoval(shop, purge, customerId));
    expect(await read(shop, customerAggregate, customerId)).toMatchObject({ deletedAt: expect.any(Number) });
    expect(await listedOn(shop, clockId)).toEqual([]);
  });
});

describe('a renewal that the bank still works on when its clock is deleted', () => {
  it('is returned when it is paid after all, also after the clock is forgotten, and by anyone who tries it again', async () => {
    const subscription = await sell(shop, { testClockId: clockId });
    const next = nextCycleOf(subscription);
    if (next === null) throw new Error('nothing is due');
    const stored = await clock();
    await write(shop, () => ({
      changes: stored === null ? [] : [change(testClockAggregate, stored, { ...stored.record, frozenTime: next.at })],
      events: [],
      result: null,
    }));
    await shop.sandbox.behave(String(subscription.providerCustomerId), { charges: 'pending' });
    const charge = await prepareOne(shop.deps, shop.tenant, subscription.id);
    await settleIt(shop.deps, shop.tenant, charge, await chargeIt(shop.deps, shop.tenant, charge));
    const { paymentId } = charge;
    const id = await begin();
    await startClockRemoval(shop.deps, shop.tenant, id);
    shop.fixture.clock.nowMs += SECOND_LOOK_MS;
    await reap(shop.deps, shop.tenant, id);
    expect(await clock()).toBeNull();
    const renewal = await read(shop, paymentAggregate, paymentId);
    await decide(shop, renewal, 'paid');
    await callBack(shop, renewal);
    await chargeIt(shop.deps, shop.tenant, { ...charge, fresh: false });
    expect(await refundsOf(shop, paymentId)).toMatchObject([{ status: 'succeeded', amountCents: renewal.amountCents }]);
    expect(await read(shop, subscriptionAggregate, subscription.id)).toMatchObject({ status: 'canceled', paymentCount: 1 });
    expect(await read(shop, invoiceAggregate, String(renewal.invoiceId))).toMatchObject({ status: 'void', paidAt: null });
  });
});

describe('a checkout while its clock is deleted', () => {
  it('that is paid at that very moment leaves no subscription behind, and the money goes back', async () => {
    const { sessionId, first } = await beginSale(shop, { testClockId: clockId });
    await decide(shop, first, 'paid');
    let operationId = '';
    const racing: Store = {
      ...shop.fixture.store,
      run: (unit) =>
        shop.fixture.store.run({
          ...unit,
          load: async () => {
            const state = await unit.load();
            if (operationId === '') operationId = await begin();
            return state;
          },
        }),
    };
    await callBack({ ...shop, deps: { ...shop.deps, store: racing } }, first);
    await startClockRemoval(shop.deps, shop.tenant, operationId);
    expect(await subscriptions()).toEqual([]);
    expect(await read(shop, checkoutSessionAggregate, sessionId)).toMatchObject({ status: 'expired', subscriptionId: null });
    const [payment] = await paymentsOf(shop, first.customerId);
    expect(payment).toMatchObject({ status: 'succeeded', amountRefundedCents: first.amountCents });
    expect(await refundsOf(shop, first.id)).toMatchObject([{ amountCents: first.amountCents, overpayment: true }]);
  });

  it('that was paid unheard of is found out, and the money goes back', async () => {
    const { first } = await beginSale(shop, { testClockId: clockId });
    await decide(shop, first, 'paid');
    await startClockRemoval(shop.deps, shop.tenant, await begin());
    expect([await livingOn(), (await subscriptions()).length]).toEqual([0, 0]);
    expect(await refundsOf(shop, first.id)).toMatchObject([{ amountCents: first.amountCents }]);
  });

  it('cannot be opened any more, also by who read the clock before it was deleted', async () => {
    const { id: customerId } = await newBuyer(shop, { testClockId: clockId });
    const session = await openSession(shop, { customerId });
    expect(session.clockId).toBe(clockId);
    let reads = 0;
    const late = shop.fixture.store.run({
      tenant: shop.tenant,
      actor: SYSTEM,
      load: async () => {
        const state = await saleOf(shop, customerId);
        reads += 1;
        if (reads === 1) await begin();
        return state;
      },
      nowOf: () => null,
      decide: (state, context) => createCheckoutSession(state.command, state, context),
    });
    expect(await late).toMatchObject({ kind: 'refused', refusal: { code: 'state_conflict', reason: 'test_clock_deleted' } });
    expect(reads).toBe(2);
    await expect(openSession(shop, { customerId })).rejects.toThrow('deleted');
    expect(await beginPayment(shop.deps, shop.tenant, session.id, 'creditcard')).toMatchObject({ kind: 'refused' });
  });
});
