import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { change } from '../../../shared/domain/aggregate.ts';
import { createCheckoutSession } from '../../../shared/domain/checkout-session/create.ts';
import { type CheckoutSession, checkoutSessionAggregate } from '../../../shared/domain/checkout-session/record.ts';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { pendingOperationAggregate } from '../../../shared/domain/pending-operation/record.ts';
import { nextBillingStep } from '../../../shared/domain/subscription/state.ts';
import type { Subscription } from '../../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { createTestClock } from '../../../shared/domain/test-clock/create.ts';
import { testClockAggregate } from '../../../shared/domain/test-clock/record.ts';
import { beginPayment } from '../../../shared/flows/checkout/begin.ts';
import { startClockRemoval } from '../../../shared/flows/clocks/removal.ts';
import { customerPurge } from '../../../shared/flows/customers/purge.ts';
import type { OperationDeps } from '../../../shared/flows/deps.ts';
import { loadAll } from '../../../shared/flows/load/records.ts';
import { reap } from '../../../shared/flows/two-phase/reaper.ts';
import { SYSTEM } from '../../../shared/store/audit/entries.ts';
import { clockDueKey } from '../../../shared/store/core/keys.ts';
import { eventIn, parseEvent } from '../../../shared/store/event-log/event-text.ts';
import { queryLog } from '../../../shared/store/event-log/log-items.ts';
import type { Store } from '../../../shared/store/writer/store.ts';
import { listDueEntries } from '../../flows/clock-steps.ts';
import { chargeOnce, prepareOneRenewal, settleCharge } from '../../flows/renewals/renewal-steps.ts';
import { updateRecord, writeChanges } from '../../store/support.ts';
import { failingFromWrite } from '../faults/killed-store.ts';
import {
  beginClockRemoval,
  beginCustomerRemoval,
  beginSale,
  eventTypesAbout,
  handleWebhook,
  loadSaleState,
  newBuyer,
  openSession,
  openShop,
  paymentsOf,
  readRecord,
  refundsOf,
  type Shop,
  sell,
  setOutcome,
  writeDecision,
} from '../shop.ts';

const FROZEN = Date.UTC(2026, 0, 1) / 1000;
/** Time between the first pass, which cancels the subscriptions, and the second pass, which erases the clock. */
const SECOND_PASS_MS = 5 * 60_000;
/** More subscriptions than fit in one transaction. */
const MANY = 120;
/** Subscriptions that the tests store in one transaction. */
const BATCH = 24;

let shop: Shop;
let clockId: string;
beforeAll(async () => {
  shop = await openShop();
}, 120_000);
afterAll(() => shop.close());
beforeEach(async () => {
  ({ id: clockId } = await writeDecision(shop, (context) => createTestClock({ frozenTime: FROZEN }, null, context)));
});

/** Runs the transaction of the delete request; returns the id of its operation. */
const begin = (): Promise<string> => beginClockRemoval(shop, clockId);

const readSubscriptions = () => loadAll<Subscription>(shop.fixture.store, subscriptionAggregate, shop.tenant, { parentId: clockId });
const readSessions = () => loadAll<CheckoutSession>(shop.fixture.store, checkoutSessionAggregate, shop.tenant, { parentId: clockId });
const readClock = () => shop.fixture.store.get(testClockAggregate, shop.tenant, clockId);
const readOperation = (id: string) => shop.fixture.store.get(pendingOperationAggregate, shop.tenant, id);
/** Counts subscriptions that are not canceled, and checkout sessions that are open or processing. */
const countActive = async (): Promise<number> =>
  (await readSubscriptions()).filter(({ status }) => status !== 'canceled').length +
  (await readSessions()).filter(({ status }) => status === 'open' || status === 'processing').length;

/** Stores `count` subscriptions on the clock; returns their ids. */
const storeSubscriptions = async (count: number): Promise<readonly string[]> => {
  const sold = await sell(shop, { testClockId: clockId });
  const ids = Array.from({ length: count - 1 }, () => shop.deps.ids.next(subscriptionAggregate.prefix));
  for (let from = 0; from < ids.length; from += BATCH) {
    const changes = ids.slice(from, from + BATCH).map((id) => change(subscriptionAggregate, null, { ...sold, id }));
    await writeChanges(shop.fixture.store, shop.tenant, changes);
  }
  return [sold.id, ...ids];
};

/** Checks that the last events of each subscription are one update and one cancellation. */
const expectCanceledOnce = async (ids: readonly string[]): Promise<void> => {
  const { items } = await queryLog(shop.fixture.table, shop.tenant, {}, 'descending', 4 * ids.length);
  const events = items.toReversed().flatMap((item) => {
    const event = item.t === 'event' ? eventIn(item) : null;
    return event === null ? [] : [parseEvent(event)];
  });
  const typesById = ids.map((id) => events.filter(({ data }) => data.id === id).map(({ type }) => type));
  expect(typesById.map((types) => types.slice(-2).join())).toEqual(ids.map(() => 'subscription.updated,subscription.canceled'));
  expect(typesById.flat().filter((type) => type === 'subscription.canceled')).toHaveLength(ids.length);
};

describe('a deleted clock', () => {
  it('cancels more subscriptions than fit in one transaction, once each, and is erased by a second pass five minutes later', async () => {
    const ids = await storeSubscriptions(MANY);
    const id = await begin();
    await startClockRemoval(shop.deps, shop.tenant, id);
    expect(await countActive()).toBe(0);
    for (const each of await readSubscriptions()) {
      expect(each).toMatchObject({ status: 'canceled', cancellationReason: 'test_clock_deleted', canceledAt: FROZEN });
    }
    await expectCanceledOnce(ids);
    expect((await readClock())?.record.deletedAt).not.toBeNull();
    await reap(shop.deps, shop.tenant, id);
    expect(await readClock()).not.toBeNull();
    shop.fixture.clock.nowMs += SECOND_PASS_MS;
    await reap(shop.deps, shop.tenant, id);
    expect([await readClock(), await readOperation(id)]).toEqual([null, null]);
  });

  it.each([0, 1, 17])('has its subscriptions and sessions ended by the reaper if the process is killed after %i writes', async (writes) => {
    const ids = await storeSubscriptions(30);
    const { sessionId } = await beginSale(shop, { testClockId: clockId });
    const id = await begin();
    const killedDeps: OperationDeps = { ...shop.deps, store: failingFromWrite(shop.fixture.store, writes) };
    await expect(reap(killedDeps, shop.tenant, id)).rejects.toThrow('killed');
    expect(await countActive()).toBeGreaterThan(0);
    expect(await readOperation(id)).not.toBeNull();
    await reap(shop.deps, shop.tenant, id);
    expect(await countActive()).toBe(0);
    await expectCanceledOnce(ids);
    expect((await eventTypesAbout(shop, [sessionId])).filter((type) => type === 'checkout.session.expired')).toHaveLength(1);
  });

  it('lets the reaper cancel the subscriptions that the request had no time for', async () => {
    await storeSubscriptions(30);
    const id = await begin();
    // Each reading of the time advances it by two seconds, so that the request reaches its time limit.
    const depsWithFastClock = { ...shop.deps, nowMs: () => (shop.fixture.clock.nowMs += 2_000) };
    await startClockRemoval(depsWithFastClock, shop.tenant, id);
    const remaining = await countActive();
    expect(remaining).toBeGreaterThan(0);
    expect(remaining).toBeLessThan(30);
    await reap(shop.deps, shop.tenant, id);
    expect(await countActive()).toBe(0);
  });

  it('expires its sessions even if a payment is pending and the provider does not respond', async () => {
    const { customerId, sessionId } = await beginSale(shop, { testClockId: clockId });
    const [payment] = await paymentsOf(shop, customerId);
    const depsWithoutProvider: OperationDeps = { ...shop.deps, baseUrl: 'http://127.0.0.1:9' };
    await startClockRemoval(depsWithoutProvider, shop.tenant, await begin());
    expect(await readRecord(shop, checkoutSessionAggregate, sessionId)).toMatchObject({ status: 'expired' });
    expect(await readRecord(shop, checkoutSessionAggregate, sessionId)).toMatchObject({ subscriptionId: null });
    expect(payment?.status).toBe('pending');
  });
});

describe('the due entries of a clock', () => {
  it('are deleted with the clock, including entries of a former release', async () => {
    await storeSubscriptions(3);
    await openSession(shop, { customerId: (await newBuyer(shop, { testClockId: clockId })).id });
    const leftover = { ...clockDueKey(shop.tenant, clockId, '001767225600#renewal#sub_left'), t: 'clock_due' };
    await shop.fixture.table.put({ Item: { ...leftover, due_kind: 'renewal', due_at: 1_767_225_600, id: 'sub_left' } });
    // Three renewals, the expiry of the session, and the entry of the former release.
    expect(await listDueEntries(shop, clockId)).toHaveLength(5);
    const id = await begin();
    await startClockRemoval(shop.deps, shop.tenant, id);
    shop.fixture.clock.nowMs += SECOND_PASS_MS;
    await reap(shop.deps, shop.tenant, id);
    expect(await readClock()).toBeNull();
    expect(await listDueEntries(shop, clockId)).toEqual([]);
  });

  it('are deleted when their customer is purged', async () => {
    const { id: customerId } = await newBuyer(shop, { testClockId: clockId });
    await openSession(shop, { customerId });
    expect(await listDueEntries(shop, clockId)).toHaveLength(1);
    await reap(shop.deps, shop.tenant, await beginCustomerRemoval(shop, customerPurge, customerId));
    expect(await readRecord(shop, customerAggregate, customerId)).toMatchObject({ deletedAt: expect.any(Number) });
    expect(await listDueEntries(shop, clockId)).toEqual([]);
  });
});

describe('a renewal that is pending when its clock is deleted', () => {
  it('is refunded when it is paid later, even after the clock is erased', async () => {
    const subscription = await sell(shop, { testClockId: clockId });
    const next = nextBillingStep(subscription);
    if (next === null) throw new Error('The subscription has no due attempt.');
    await updateRecord(shop.fixture.store, shop.tenant, testClockAggregate, clockId, () => ({ frozenTime: next.at }));
    await shop.sandbox.behave(String(subscription.providerCustomerId), { charges: 'pending' });
    const charge = await prepareOneRenewal(shop.deps, shop.tenant, subscription.id);
    await settleCharge(shop.deps, shop.tenant, charge, await chargeOnce(shop.deps, shop.tenant, charge));
    const { paymentId } = charge;
    const id = await begin();
    await startClockRemoval(shop.deps, shop.tenant, id);
    shop.fixture.clock.nowMs += SECOND_PASS_MS;
    await reap(shop.deps, shop.tenant, id);
    expect(await readClock()).toBeNull();
    const renewal = await readRecord(shop, paymentAggregate, paymentId);
    await setOutcome(shop, renewal, 'paid');
    await handleWebhook(shop, renewal);
    // `fresh: false`: an earlier call may already have made the charge.
    await chargeOnce(shop.deps, shop.tenant, { ...charge, fresh: false });
    expect(await refundsOf(shop, paymentId)).toMatchObject([{ status: 'succeeded', amountCents: renewal.amountCents }]);
    expect(await readRecord(shop, subscriptionAggregate, subscription.id)).toMatchObject({ status: 'canceled', paymentCount: 1 });
    expect(await readRecord(shop, invoiceAggregate, String(renewal.invoiceId))).toMatchObject({ status: 'void', paidAt: null });
  });
});

describe('a checkout on a test clock', () => {
  it('that is paid while the clock is being deleted creates no subscription and is refunded', async () => {
    const { sessionId, first } = await beginSale(shop, { testClockId: clockId });
    await setOutcome(shop, first, 'paid');
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
    await handleWebhook({ ...shop, deps: { ...shop.deps, store: racing } }, first);
    await startClockRemoval(shop.deps, shop.tenant, operationId);
    expect(await readSubscriptions()).toEqual([]);
    expect(await readRecord(shop, checkoutSessionAggregate, sessionId)).toMatchObject({ status: 'expired', subscriptionId: null });
    const [payment] = await paymentsOf(shop, first.customerId);
    expect(payment).toMatchObject({ status: 'succeeded', amountRefundedCents: first.amountCents });
    expect(await refundsOf(shop, first.id)).toMatchObject([{ amountCents: first.amountCents, overpayment: true }]);
  });

  it('that was paid without a webhook is found when the clock is deleted, and refunded', async () => {
    const { first } = await beginSale(shop, { testClockId: clockId });
    await setOutcome(shop, first, 'paid');
    await startClockRemoval(shop.deps, shop.tenant, await begin());
    expect([await countActive(), (await readSubscriptions()).length]).toEqual([0, 0]);
    expect(await refundsOf(shop, first.id)).toMatchObject([{ amountCents: first.amountCents }]);
  });

  it('cannot be opened after the clock was deleted, even if the request read the clock before the deletion', async () => {
    const { id: customerId } = await newBuyer(shop, { testClockId: clockId });
    const session = await openSession(shop, { customerId });
    expect(session.clockId).toBe(clockId);
    let reads = 0;
    const delayedCreate = shop.fixture.store.run({
      tenant: shop.tenant,
      actor: SYSTEM,
      load: async () => {
        const state = await loadSaleState(shop, customerId);
        reads += 1;
        if (reads === 1) await begin();
        return state;
      },
      nowOf: () => null,
      decide: (state, context) => createCheckoutSession(state.command, state, context),
    });
    expect(await delayedCreate).toMatchObject({ kind: 'refused', refusal: { code: 'state_conflict', reason: 'test_clock_deleted' } });
    expect(reads).toBe(2);
    await expect(openSession(shop, { customerId })).rejects.toThrow('deleted');
    expect(await beginPayment(shop.deps, shop.tenant, session.id, 'creditcard')).toMatchObject({ kind: 'refused' });
  });
});
