import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import { type Payment, paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { OWED_REFUND_LIST, type Refund, refundAggregate } from '../../../shared/domain/refund/record.ts';
import { createTestClock } from '../../../shared/domain/test-clock/create.ts';
import { testClockAggregate } from '../../../shared/domain/test-clock/record.ts';
import { customerPurge } from '../../../shared/flows/customers/purge.ts';
import { applyChargebacks } from '../../../shared/flows/disputes/sync.ts';
import { syncPayment } from '../../../shared/flows/payments/sync.ts';
import { syncRefund } from '../../../shared/flows/refunds/settle.ts';
import { reap } from '../../../shared/flows/two-phase/reaper.ts';
import { paymentAtProvider, refundInDashboard, refundWithoutRecord, setRefundBehavior } from '../payments.ts';
import {
  beginClockRemoval,
  beginCustomerRemoval,
  beginSale,
  createOverpayment,
  handleWebhook,
  openShop,
  readRecord,
  refundsOf,
  type Shop,
  setOutcome,
  whileUncancelable,
  writeDecision,
} from '../shop.ts';

const DAY_MS = 86_400_000;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const refundedAtProvider = async (payment: Payment): Promise<number> => (await paymentAtProvider(shop, payment)).refundedCents;

/** Lists the statuses of the payment's refunds, oldest first. */
const statusesOf = async ({ id }: Payment): Promise<readonly string[]> =>
  [...(await refundsOf(shop, id))].sort((left, right) => (left.id < right.id ? -1 : 1)).map(({ status }) => status);

const pendingRefundOf = async ({ id }: Payment): Promise<Refund | undefined> =>
  (await refundsOf(shop, id)).find(({ status }) => status === 'pending');

/** Counts the refund requests to the provider. */
const countRefundRequests = ({ providerPaymentId }: Payment): number =>
  shop.sandbox.requests.filter(({ method, path }) => method === 'POST' && path === `/v2/payments/${providerPaymentId}/refunds`).length;

const advanceTime = (ms: number): void => {
  shop.fixture.clock.nowMs += ms;
};

describe('an overpayment that is refunded in the dashboard', () => {
  it('in full is not refunded again', async () => {
    const { first } = await createOverpayment(shop);
    await refundInDashboard(shop, first, first.amountCents);
    await handleWebhook(shop, first);
    expect(await statusesOf(first)).toEqual(['succeeded']);
    expect(await refundedAtProvider(first)).toBe(first.amountCents);
  });

  it('is refunded by the service when the dashboard refund fails', async () => {
    const { first } = await createOverpayment(shop);
    await setRefundBehavior(shop, first, 'pending');
    const externalRefundId = await refundInDashboard(shop, first, first.amountCents);
    await handleWebhook(shop, first);
    expect(await statusesOf(first)).toEqual(['pending']);
    await shop.sandbox.settleRefund(String(first.providerPaymentId), externalRefundId, 'failed');
    await setRefundBehavior(shop, first, 'refunded');
    await syncRefund(shop.deps, shop.tenant, String((await pendingRefundOf(first))?.id));
    expect(await statusesOf(first)).toEqual(['succeeded']);
    expect(await refundedAtProvider(first)).toBe(first.amountCents);
  });

  it('in part is followed by a refund of the rest', async () => {
    const { first } = await createOverpayment(shop);
    await refundInDashboard(shop, first, 300);
    await handleWebhook(shop, first);
    expect(await statusesOf(first)).toEqual(['succeeded']);
    expect(await refundedAtProvider(first)).toBe(first.amountCents);
  });

  it('in part is followed by one refund of the rest, even if the response is lost', async () => {
    const { first } = await createOverpayment(shop);
    await refundInDashboard(shop, first, 300);
    await setRefundBehavior(shop, first, 'timeout_after_refund');
    await handleWebhook(shop, first);
    const [refund] = await refundsOf(shop, first.id);
    advanceTime(DAY_MS);
    await syncRefund(shop.deps, shop.tenant, String(refund?.id));
    expect(await statusesOf(first)).toEqual(['succeeded']);
    expect(await refundedAtProvider(first)).toBe(first.amountCents);
  });
});

describe('an overpayment whose refund fails at the bank', () => {
  it('is refunded by the third refund if the first two fail days later', async () => {
    const { first } = await createOverpayment(shop);
    await setRefundBehavior(shop, first, 'pending');
    await handleWebhook(shop, first);
    for (let failures = 0; failures < 2; failures += 1) {
      advanceTime(3 * DAY_MS);
      const pending = await pendingRefundOf(first);
      await shop.sandbox.settleRefund(String(first.providerPaymentId), String(pending?.providerRefundId), 'failed');
      await handleWebhook(shop, first);
      const next = await pendingRefundOf(first);
      expect(next).toMatchObject({ providerRefundId: null, tries: 0 });
      advanceTime(DAY_MS);
      await syncRefund(shop.deps, shop.tenant, String(next?.id));
    }
    const last = await pendingRefundOf(first);
    await shop.sandbox.settleRefund(String(first.providerPaymentId), String(last?.providerRefundId), 'refunded');
    await handleWebhook(shop, first);
    expect(await statusesOf(first)).toEqual(['failed', 'failed', 'succeeded']);
    expect(await refundedAtProvider(first)).toBe(first.amountCents);
    expect((await readRecord(shop, paymentAggregate, first.id)).amountRefundedCents).toBe(first.amountCents);
  });

  it('is not refunded again at once, even with repeated webhooks', async () => {
    const { first } = await createOverpayment(shop);
    await setRefundBehavior(shop, first, 'pending');
    await handleWebhook(shop, first);
    const pending = await pendingRefundOf(first);
    await shop.sandbox.settleRefund(String(first.providerPaymentId), String(pending?.providerRefundId), 'failed');
    for (let calls = 0; calls < 4; calls += 1) await handleWebhook(shop, first);
    expect(countRefundRequests(first)).toBe(1);
    expect(await statusesOf(first)).toEqual(['failed', 'pending']);
  });
});

describe('an overpayment that is charged back', () => {
  const countListed = async () => (await shop.fixture.store.idsInSparseIndex(refundAggregate, shop.tenant, OWED_REFUND_LIST, 100)).length;
  /** Creates a charged back overpayment whose refund was refused and waits for its next try. */
  const createChargedBack = async (): Promise<Payment> => {
    const { first } = await createOverpayment(shop);
    await setOutcome(shop, first, 'charged_back');
    await handleWebhook(shop, first);
    expect(await statusesOf(first)).toEqual(['pending']);
    return first;
  };
  const processDueRefund = async (payment: Payment): Promise<void> => {
    const pending = await pendingRefundOf(payment);
    advanceTime(Math.max(0, Number(pending?.nextTryAt) * 1000 - shop.fixture.clock.nowMs));
    await syncRefund(shop.deps, shop.tenant, String(pending?.id));
  };

  it('is not refunded by the waiting refund, because the chargeback returned the money to the customer', async () => {
    const before = await countListed();
    const first = await createChargedBack();
    expect(await countListed()).toBe(before + 1);
    const requestCount = countRefundRequests(first);
    await processDueRefund(first);
    expect(await refundsOf(shop, first.id)).toMatchObject([{ status: 'failed', failureReason: 'charged_back', nextTryAt: null }]);
    expect(await readRecord(shop, paymentAggregate, first.id)).toMatchObject({
      amountRefundedCents: 0,
      amountDisputedCents: first.amountCents,
    });
    expect(await countListed()).toBe(before);
    expect(countRefundRequests(first)).toBe(requestCount);
    await handleWebhook(shop, first);
    expect(await statusesOf(first)).toEqual(['failed']);
  });

  it('is refunded once if the chargeback is reversed after the refund was given up', async () => {
    const first = await createChargedBack();
    await processDueRefund(first);
    await setOutcome(shop, first, 'chargeback_reversed');
    await Promise.all([handleWebhook(shop, first), handleWebhook(shop, first)]);
    expect(await statusesOf(first)).toEqual(['failed', 'pending']);
    await processDueRefund(first);
    await handleWebhook(shop, first);
    expect(await statusesOf(first)).toEqual(['failed', 'succeeded']);
    expect(await refundedAtProvider(first)).toBe(first.amountCents);
    expect(await readRecord(shop, paymentAggregate, first.id)).toMatchObject({
      amountRefundedCents: first.amountCents,
      amountDisputedCents: 0,
    });
  });

  it('is refunded by the waiting refund if the chargeback is reversed before the next try of that refund', async () => {
    const first = await createChargedBack();
    await setOutcome(shop, first, 'chargeback_reversed');
    await handleWebhook(shop, first);
    await processDueRefund(first);
    expect(await statusesOf(first)).toEqual(['succeeded']);
  });

  it('keeps a refund whose response was lost', async () => {
    const { first } = await createOverpayment(shop);
    await setRefundBehavior(shop, first, 'timeout_after_refund');
    await handleWebhook(shop, first);
    await setOutcome(shop, first, 'charged_back');
    await handleWebhook(shop, first);
    await processDueRefund(first);
    expect(await statusesOf(first)).toEqual(['succeeded']);
  });

  it('in part is followed by a refund of the rest', async () => {
    const { first } = await createOverpayment(shop);
    await setRefundBehavior(shop, first, 'refused');
    await handleWebhook(shop, first);
    const chargeback = { id: `chb_${first.id}`, paymentId: String(first.providerPaymentId), amountCents: 400, currency: 'EUR' };
    await applyChargebacks(shop.deps, shop.tenant, first.id, [{ ...chargeback, reason: null, createdAt: 0, reversedAt: null }]);
    await processDueRefund(first);
    await setRefundBehavior(shop, first, 'refunded');
    expect(await pendingRefundOf(first)).toMatchObject({ amountCents: first.amountCents - 400 });
    await processDueRefund(first);
    expect(await statusesOf(first)).toEqual(['failed', 'succeeded']);
    expect(await refundedAtProvider(first)).toBe(first.amountCents - 400);
  });
});

describe('an overpayment', () => {
  it('of a purged customer is refunded, even if its first refund fails', async () => {
    const { customerId, first } = await beginSale(shop);
    const operationId = await beginCustomerRemoval(shop, customerPurge, customerId);
    await whileUncancelable(shop, () => reap(shop.deps, shop.tenant, operationId));
    expect((await readRecord(shop, customerAggregate, customerId)).purgedAt).not.toBeNull();
    await setRefundBehavior(shop, first, 'pending');
    await setOutcome(shop, first, 'paid');
    await handleWebhook(shop, first);
    const pending = await pendingRefundOf(first);
    await shop.sandbox.settleRefund(String(first.providerPaymentId), String(pending?.providerRefundId), 'failed');
    await handleWebhook(shop, first);
    await setRefundBehavior(shop, first, 'refunded');
    advanceTime(DAY_MS);
    await syncRefund(shop.deps, shop.tenant, String((await pendingRefundOf(first))?.id));
    expect(await statusesOf(first)).toEqual(['failed', 'succeeded']);
    expect(await refundedAtProvider(first)).toBe(first.amountCents);
  });

  it('is not refunded again if it was refunded after the backup from which the table was restored', async () => {
    const { first } = await createOverpayment(shop);
    await setRefundBehavior(shop, first, 'refunded');
    await refundWithoutRecord(shop, first, first.amountCents);
    await handleWebhook(shop, first);
    expect(await statusesOf(first)).toEqual(['succeeded']);
    expect(await refundedAtProvider(first)).toBe(first.amountCents);
  });

  it('whose provider is disconnected is refunded when the provider is connected again', async () => {
    const { first } = await createOverpayment(shop);
    await setRefundBehavior(shop, first, 'refused');
    await handleWebhook(shop, first);
    await setRefundBehavior(shop, first, 'refunded');
    const [refund] = await refundsOf(shop, first.id);
    const disconnected = { ...shop.deps, sandboxServed: false };
    for (let tries = 0; tries < 3; tries += 1) await syncRefund(disconnected, shop.tenant, String(refund?.id));
    expect(await syncPayment(disconnected, shop.tenant, first.id, first.providerPaymentId)).toBe('disconnected');
    // One try by the webhook, and three while the provider is disconnected.
    expect(await pendingRefundOf(first)).toMatchObject({ tries: 4 });
    await syncRefund(shop.deps, shop.tenant, String(refund?.id));
    expect(await statusesOf(first)).toEqual(['succeeded']);
  });

  it('of a customer on a deleted test clock is processed in real time', async () => {
    const { id: clockId } = await writeDecision(shop, (context) =>
      createTestClock({ frozenTime: Date.UTC(2026, 0, 1) / 1000 }, null, context),
    );
    const { first } = await beginSale(shop, { testClockId: clockId });
    const operationId = await beginClockRemoval(shop, clockId);
    advanceTime(DAY_MS);
    await whileUncancelable(shop, () => reap(shop.deps, shop.tenant, operationId));
    expect(await shop.fixture.store.get(testClockAggregate, shop.tenant, clockId)).toBeNull();
    await setRefundBehavior(shop, first, 'refused');
    await setOutcome(shop, first, 'paid');
    await handleWebhook(shop, first);
    const pending = await pendingRefundOf(first);
    expect(Number(pending?.nextTryAt) * 1000 - shop.fixture.clock.nowMs).toBe(60_000);
    await setRefundBehavior(shop, first, 'refunded');
    await syncRefund(shop.deps, shop.tenant, String(pending?.id));
    expect(await statusesOf(first)).toEqual(['succeeded']);
  });
});

describe('a provider webhook', () => {
  it('for another mode or account, or with the provider id of another payment, changes nothing', async () => {
    const [one, other] = [await beginSale(shop), await beginSale(shop)];
    await setOutcome(shop, one.first, 'paid');
    expect(await syncPayment(shop.deps, { ...shop.tenant, mode: 'live' }, one.first.id, one.first.providerPaymentId)).toBe('unknown');
    expect(await syncPayment(shop.deps, { ...shop.tenant, accountId: 'acct_other' }, one.first.id, one.first.providerPaymentId)).toBe(
      'unknown',
    );
    expect(await syncPayment(shop.deps, shop.tenant, other.first.id, one.first.providerPaymentId)).toBe('worked');
    expect((await readRecord(shop, paymentAggregate, other.first.id)).status).toBe('pending');
    expect((await readRecord(shop, paymentAggregate, one.first.id)).status).toBe('pending');
    await handleWebhook(shop, one.first);
    expect((await readRecord(shop, paymentAggregate, one.first.id)).status).toBe('succeeded');
  });
});
