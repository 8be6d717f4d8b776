import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { type Payment, paymentAggregate } from '../../shared/domain/payment/record.ts';
import { OVERPAYMENT_LIST, type Refund, refundAggregate } from '../../shared/domain/refund/record.ts';
import { createTestClock } from '../../shared/domain/test-clock/create.ts';
import { deleteTestClock } from '../../shared/domain/test-clock/delete.ts';
import { testClockAggregate } from '../../shared/domain/test-clock/record.ts';
import { purge } from '../../shared/flows/customers/removal.ts';
import { applyChargebacks } from '../../shared/flows/disputes/sync.ts';
import { syncPayment } from '../../shared/flows/payments/sync.ts';
import { syncRefund } from '../../shared/flows/refunds/settle.ts';
import { reap } from '../../shared/flows/two-phase/reaper.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import { beginRemoval, beginSale, callBack, decide, openShop, paidTwice, read, refundsOf, type Shop, uncancelable, write } from './shop.ts';
import { value } from './support.ts';

const DAY_MS = 86_400_000;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const atProvider = async (providerPaymentId: string | null) => value(await shop.sandbox.provider.getPayment(String(providerPaymentId)));

let byHand = 0;
/** The merchant gives money back in the provider's own dashboard. */
const refundByHand = async ({ providerPaymentId, currency }: Payment, amountCents: number): Promise<string> => {
  byHand += 1;
  const { id } = value(
    await shop.sandbox.provider.createRefund({
      paymentId: String(providerPaymentId),
      amountCents,
      currency,
      description: 'by hand',
      metadata: {},
      idempotencyKey: `by-hand-${byHand}`,
    }),
  );
  return id;
};

const behave = async (attempt: Payment, refunds: 'pending' | 'refunded' | 'refused') =>
  shop.sandbox.behave(String((await atProvider(attempt.providerPaymentId)).customerId), { refunds });

const statusesOf = async ({ id }: Payment): Promise<readonly string[]> =>
  [...(await refundsOf(shop, id))].sort((left, right) => (left.id < right.id ? -1 : 1)).map(({ status }) => status);

const pendingOf = async ({ id }: Payment): Promise<Refund | undefined> =>
  (await refundsOf(shop, id)).find(({ status }) => status === 'pending');

/** Refunds asked for at the provider. */
const asked = ({ providerPaymentId }: Payment): number =>
  shop.sandbox.requests.filter(({ method, path }) => method === 'POST' && path === `/v2/payments/${providerPaymentId}/refunds`).length;

const pass = (ms: number): void => {
  shop.fixture.clock.nowMs += ms;
};

describe('an overpayment that somebody returns by hand', () => {
  it('in whole is returned: nothing is asked for any more', async () => {
    const { first } = await paidTwice(shop);
    await refundByHand(first, first.amountCents);
    await callBack(shop, first);
    expect(await statusesOf(first)).toEqual(['succeeded']);
    expect((await atProvider(first.providerPaymentId)).refundedCents).toBe(first.amountCents);
  });

  it('waits for the bank, and is asked for when what was done by hand fails there', async () => {
    const { first } = await paidTwice(shop);
    await behave(first, 'pending');
    const byHandId = await refundByHand(first, first.amountCents);
    await callBack(shop, first);
    expect(await statusesOf(first)).toEqual(['pending']);
    await shop.sandbox.settleRefund(String(first.providerPaymentId), byHandId, 'failed');
    await behave(first, 'refunded');
    await syncRefund(shop.deps, shop.tenant, String((await pendingOf(first))?.id));
    expect(await statusesOf(first)).toEqual(['succeeded']);
    expect((await atProvider(first.providerPaymentId)).refundedCents).toBe(first.amountCents);
  });

  it('in part gets the rest back', async () => {
    const { first } = await paidTwice(shop);
    await refundByHand(first, 300);
    await callBack(shop, first);
    expect(await statusesOf(first)).toEqual(['succeeded']);
    expect((await atProvider(first.providerPaymentId)).refundedCents).toBe(first.amountCents);
  });

  it('in part gets the rest back once, also when the answer about it is lost', async () => {
    const { first } = await paidTwice(shop);
    await refundByHand(first, 300);
    await shop.sandbox.behave(String((await atProvider(first.providerPaymentId)).customerId), { refunds: 'timeout_after_refund' });
    await callBack(shop, first);
    const [refund] = await refundsOf(shop, first.id);
    pass(DAY_MS);
    await syncRefund(shop.deps, shop.tenant, String(refund?.id));
    expect(await statusesOf(first)).toEqual(['succeeded']);
    expect((await atProvider(first.providerPaymentId)).refundedCents).toBe(first.amountCents);
  });
});

describe('an overpayment whose refund fails at the bank', () => {
  it('after days, twice, is returned by a third one', async () => {
    const { first } = await paidTwice(shop);
    await behave(first, 'pending');
    await callBack(shop, first);
    for (let failures = 0; failures < 2; failures += 1) {
      pass(3 * DAY_MS);
      const pending = await pendingOf(first);
      await shop.sandbox.settleRefund(String(first.providerPaymentId), String(pending?.providerRefundId), 'failed');
      await callBack(shop, first);
      const next = await pendingOf(first);
      expect(next).toMatchObject({ providerRefundId: null, tries: 0 });
      pass(DAY_MS);
      await syncRefund(shop.deps, shop.tenant, String(next?.id));
    }
    const last = await pendingOf(first);
    await shop.sandbox.settleRefund(String(first.providerPaymentId), String(last?.providerRefundId), 'refunded');
    await callBack(shop, first);
    expect(await statusesOf(first)).toEqual(['failed', 'failed', 'succeeded']);
    expect((await atProvider(first.providerPaymentId)).refundedCents).toBe(first.amountCents);
    expect((await read(shop, paymentAggregate, first.id)).amountRefundedCents).toBe(first.amountCents);
  });

  it('is asked for again a day later, however often the provider calls in the meantime', async () => {
    const { first } = await paidTwice(shop);
    await behave(first, 'pending');
    await callBack(shop, first);
    const pending = await pendingOf(first);
    await shop.sandbox.settleRefund(String(first.providerPaymentId), String(pending?.providerRefundId), 'failed');
    for (let calls = 0; calls < 4; calls += 1) await callBack(shop, first);
    expect(asked(first)).toBe(1);
    expect(await statusesOf(first)).toEqual(['failed', 'pending']);
  });
});

describe('an overpayment that the bank takes back', () => {
  const bank = async ({ providerPaymentId }: Payment, outcome: 'charged_back' | 'chargeback_reversed'): Promise<void> => {
    const settled = await shop.sandbox.settle(String(providerPaymentId), outcome);
    if (!settled.ok) throw new Error(settled.message);
  };
  const openOverpayments = async () => (await shop.fixture.store.listed(refundAggregate, shop.tenant, OVERPAYMENT_LIST, 100)).length;
  /** Its refund was refused, and waits for its next try. */
  const chargedBack = async (): Promise<Payment> => {
    const { first } = await paidTwice(shop);
    await bank(first, 'charged_back');
    await callBack(shop, first);
    expect(await statusesOf(first)).toEqual(['pending']);
    return first;
  };
  const workDue = async (payment: Payment): Promise<void> => {
    const pending = await pendingOf(payment);
    pass(Math.max(0, Number(pending?.nextTryAt) * 1000 - shop.fixture.clock.nowMs));
    await syncRefund(shop.deps, shop.tenant, String(pending?.id));
  };

  it('while its refund waits is given up: the money has gone back', async () => {
    const before = await openOverpayments();
    const first = await chargedBack();
    expect(await openOverpayments()).toBe(before + 1);
    const posts = asked(first);
    await workDue(first);
    expect(await refundsOf(shop, first.id)).toMatchObject([{ status: 'failed', failureReason: 'charged_back', nextTryAt: null }]);
    expect(await read(shop, paymentAggregate, first.id)).toMatchObject({ amountRefundedCents: 0, amountDisputedCents: first.amountCents });
    expect(await openOverpayments()).toBe(before);
    expect(asked(first)).toBe(posts);
    await callBack(shop, first);
    expect(await statusesOf(first)).toEqual(['failed']);
  });

  it('and returns again is returned by a refund after all, once', async () => {
    const first = await chargedBack();
    await workDue(first);
    await bank(first, 'chargeback_reversed');
    await Promise.all([callBack(shop, first), callBack(shop, first)]);
    expect(await statusesOf(first)).toEqual(['failed', 'pending']);
    await workDue(first);
    await callBack(shop, first);
    expect(await statusesOf(first)).toEqual(['failed', 'succeeded']);
    expect((await atProvider(first.providerPaymentId)).refundedCents).toBe(first.amountCents);
    expect(await read(shop, paymentAggregate, first.id)).toMatchObject({ amountRefundedCents: first.amountCents, amountDisputedCents: 0 });
  });

  it('and returns before its refund was tried again is returned by that refund', async () => {
    const first = await chargedBack();
    await bank(first, 'chargeback_reversed');
    await callBack(shop, first);
    await workDue(first);
    expect(await statusesOf(first)).toEqual(['succeeded']);
  });

  it('after its refund reached the provider, whose answer was lost, has been returned by that', async () => {
    const { first } = await paidTwice(shop);
    await shop.sandbox.behave(String((await atProvider(first.providerPaymentId)).customerId), { refunds: 'timeout_after_refund' });
    await callBack(shop, first);
    await bank(first, 'charged_back');
    await callBack(shop, first);
    await workDue(first);
    expect(await statusesOf(first)).toEqual(['succeeded']);
  });

  it('in part gets the rest back by a refund', async () => {
    const { first } = await paidTwice(shop);
    await behave(first, 'refused');
    await callBack(shop, first);
    const chargeback = { id: `chb_${first.id}`, paymentId: String(first.providerPaymentId), amountCents: 400, currency: 'EUR' };
    await applyChargebacks(shop.deps, shop.tenant, first.id, [{ ...chargeback, reason: null, createdAt: 0, reversedAt: null }]);
    await workDue(first);
    await behave(first, 'refunded');
    expect(await pendingOf(first)).toMatchObject({ amountCents: first.amountCents - 400 });
    await workDue(first);
    expect(await statusesOf(first)).toEqual(['failed', 'succeeded']);
    expect((await atProvider(first.providerPaymentId)).refundedCents).toBe(first.amountCents - 400);
  });
});

describe('an overpayment', () => {
  it('of a customer who was purged before its provider webhook came is returned, and its refund failed at the bank, too', async () => {
    const { customerId, first } = await beginSale(shop);
    const operationId = await beginRemoval(shop, purge, customerId);
    await uncancelable(shop, () => reap(shop.deps, shop.tenant, operationId));
    expect((await read(shop, customerAggregate, customerId)).purgedAt).not.toBeNull();
    await behave(first, 'pending');
    await decide(shop, first, 'paid');
    await callBack(shop, first);
    const pending = await pendingOf(first);
    await shop.sandbox.settleRefund(String(first.providerPaymentId), String(pending?.providerRefundId), 'failed');
    await callBack(shop, first);
    await behave(first, 'refunded');
    pass(DAY_MS);
    await syncRefund(shop.deps, shop.tenant, String((await pendingOf(first))?.id));
    expect(await statusesOf(first)).toEqual(['failed', 'succeeded']);
    expect((await atProvider(first.providerPaymentId)).refundedCents).toBe(first.amountCents);
  });

  it('whose provider is disconnected in the meantime waits, and is returned when it is connected again', async () => {
    const { first } = await paidTwice(shop);
    await behave(first, 'refused');
    await callBack(shop, first);
    await behave(first, 'refunded');
    const [refund] = await refundsOf(shop, first.id);
    const disconnected = { ...shop.deps, sandboxServed: false };
    for (let tries = 0; tries < 3; tries += 1) await syncRefund(disconnected, shop.tenant, String(refund?.id));
    expect(await syncPayment(disconnected, shop.tenant, first.id, first.providerPaymentId)).toBe('disconnected');
    expect(await pendingOf(first)).toMatchObject({ tries: 4 });
    await syncRefund(shop.deps, shop.tenant, String(refund?.id));
    expect(await statusesOf(first)).toEqual(['succeeded']);
  });

  it('is processed in real time also where its customer lives on a test clock that is forgotten by then', async () => {
    const { id: clockId } = await write(shop, (context) => createTestClock({ frozenTime: Date.UTC(2026, 0, 1) / 1000 }, null, context));
    const { first } = await beginSale(shop, { testClockId: clockId });
    const removed = await shop.fixture.store.run({
      tenant: shop.tenant,
      actor: SYSTEM,
      load: async () => ({ clock: await shop.fixture.store.get(testClockAggregate, shop.tenant, clockId) }),
      nowOf: () => null,
      decide: (state, context) => deleteTestClock(null, state, context),
    });
    if (removed.kind !== 'done') throw new Error('not deleted');
    pass(DAY_MS);
    await uncancelable(shop, () => reap(shop.deps, shop.tenant, removed.result.operationId));
    expect(await shop.fixture.store.get(testClockAggregate, shop.tenant, clockId)).toBeNull();
    await behave(first, 'refused');
    await decide(shop, first, 'paid');
    await callBack(shop, first);
    const pending = await pendingOf(first);
    expect(Number(pending?.nextTryAt) * 1000 - shop.fixture.clock.nowMs).toBe(60_000);
    await behave(first, 'refunded');
    await syncRefund(shop.deps, shop.tenant, String(pending?.id));
    expect(await statusesOf(first)).toEqual(['succeeded']);
  });
});

describe('a provider webhook that names', () => {
  it("another payment of the provider's, or one of another mode, moves nothing", async () => {
    const [one, other] = [await beginSale(shop), await beginSale(shop)];
    await decide(shop, one.first, 'paid');
    expect(await syncPayment(shop.deps, { ...shop.tenant, mode: 'live' }, one.first.id, one.first.providerPaymentId)).toBe('unknown');
    expect(await syncPayment(shop.deps, { ...shop.tenant, accountId: 'acct_other' }, one.first.id, one.first.providerPaymentId)).toBe(
      'unknown',
    );
    expect(await syncPayment(shop.deps, shop.tenant, other.first.id, one.first.providerPaymentId)).toBe('worked');
    expect((await read(shop, paymentAggregate, other.first.id)).status).toBe('pending');
    expect((await read(shop, paymentAggregate, one.first.id)).status).toBe('pending');
    await callBack(shop, one.first);
    expect((await read(shop, paymentAggregate, one.first.id)).status).toBe('succeeded');
  });
});
