import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { creditNoteAggregate } from '../../../shared/domain/credit-note/record.ts';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { oneShotAggregate } from '../../../shared/domain/one-shot/record.ts';
import { type Payment, paymentAggregate } from '../../../shared/domain/payment/record.ts';
import type { Refund } from '../../../shared/domain/refund/record.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { type PaymentWebhookResult, processPaymentWebhook } from '../../../shared/flows/payments/provider-webhook.ts';
import { syncRefund } from '../../../shared/flows/refunds/settle.ts';
import { recordExternalRefunds } from '../../../shared/flows/refunds/sync.ts';
import type { RefundSnapshot } from '../../../shared/provider/port.ts';
import { updateRecord } from '../../store/support.ts';
import { advanceTime, chargeCheckout, chargeRenewal, refundInDashboard, refundWithoutRecord, setRefundBehavior } from '../payments.ts';
import {
  beginSale,
  eventTypesAbout,
  handleWebhook,
  newBuyer,
  openOneShot,
  openShop,
  readRecord,
  refundsOf,
  type Shop,
  setOutcome,
  startPayment,
} from '../shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const paymentOf = (id: string): Promise<Payment> => readRecord(shop, paymentAggregate, id);

const deliverWebhook = (payment: Payment): Promise<PaymentWebhookResult> =>
  processPaymentWebhook(shop.deps, shop.tenant, payment.id, payment.providerPaymentId);

const eventTypesOf = async (refunds: readonly Refund[]): Promise<readonly string[]> =>
  eventTypesAbout(
    shop,
    refunds.map(({ id }) => id),
  );

describe("a refund made in the provider's dashboard", () => {
  it.each([
    ['a checkout', chargeCheckout],
    ['a renewal', chargeRenewal],
  ])('[REF-04] of the charge of %s is recorded and settled once, even with repeated webhooks', async (_what, createCharge) => {
    const payment = await createCharge(shop);
    await refundInDashboard(shop, payment, 300);
    for (let times = 0; times < 4; times += 1) expect(await deliverWebhook(payment)).toBe('worked');
    const refunds = await refundsOf(shop, payment.id);
    expect(refunds).toMatchObject([{ status: 'succeeded', amountCents: 300, reason: 'Goodwill', overpayment: false }]);
    expect(await eventTypesOf(refunds)).toEqual(['refund.created', 'refund.succeeded']);
    expect(await paymentOf(payment.id)).toMatchObject({ amountRefundedCents: 300, amountReturnedCents: 300 });
  });

  it('is recorded once; a refund by this service whose record is lost (restored backup) is recorded with its former id', async () => {
    const payment = await chargeCheckout(shop);
    await refundInDashboard(shop, payment, 200);
    const id = await refundWithoutRecord(shop, payment, 300);
    for (let times = 0; times < 3; times += 1) expect(await deliverWebhook(payment)).toBe('worked');
    const refunds = await refundsOf(shop, payment.id);
    expect(refunds).toHaveLength(2);
    expect(refunds.find((refund) => refund.id === id)).toMatchObject({ status: 'succeeded', amountCents: 300, reason: null });
    expect(await paymentOf(payment.id)).toMatchObject({ amountRefundedCents: 500, amountReturnedCents: 500 });
  });

  it('is recorded once for concurrent webhooks', async () => {
    const payment = await chargeCheckout(shop);
    await refundInDashboard(shop, payment, 300);
    await refundInDashboard(shop, payment, 200);
    expect(await Promise.all(Array.from({ length: 10 }, () => deliverWebhook(payment)))).toEqual(
      Array.from({ length: 10 }, () => 'worked'),
    );
    expect((await refundsOf(shop, payment.id)).map(({ amountCents, status }) => [amountCents, status]).sort()).toEqual([
      [200, 'succeeded'],
      [300, 'succeeded'],
    ]);
    expect((await paymentOf(payment.id)).amountReturnedCents).toBe(500);
  });

  it('has a credit note for the invoice', async () => {
    const payment = await chargeCheckout(shop);
    await refundInDashboard(shop, payment, 300);
    await deliverWebhook(payment);
    const [refund] = await refundsOf(shop, payment.id);
    expect(await readRecord(shop, creditNoteAggregate, String(refund?.creditNoteId))).toMatchObject({
      refundId: refund?.id,
      totalCents: 300,
    });
    expect(await readRecord(shop, invoiceAggregate, String(payment.invoiceId))).toMatchObject({ amountCreditedCents: 300 });
  });

  it('in full cancels the subscription, like a full refund through the API', async () => {
    const payment = await chargeCheckout(shop);
    await refundInDashboard(shop, payment, payment.amountCents);
    await deliverWebhook(payment);
    expect(await readRecord(shop, subscriptionAggregate, String(payment.subscriptionId))).toMatchObject({
      status: 'canceled',
      cancellationReason: 'refund_issued',
    });
  });

  it('in full sets the status of a one-off payment to `refunded`', async () => {
    const { id: customerId } = await newBuyer(shop);
    const oneShot = await openOneShot(shop, customerId);
    const first = await startPayment(shop, oneShot.id, 'creditcard');
    await setOutcome(shop, first, 'paid');
    await handleWebhook(shop, first);
    await refundInDashboard(shop, first, first.amountCents);
    await handleWebhook(shop, first);
    expect(await readRecord(shop, oneShotAggregate, oneShot.id)).toMatchObject({
      status: 'refunded',
      amountRefundedCents: first.amountCents,
    });
  });

  it('is recorded when the charge is settled, even if its webhook arrives earlier', async () => {
    const { first } = await beginSale(shop);
    await setOutcome(shop, first, 'paid');
    await refundInDashboard(shop, first, 300);
    await Promise.all([handleWebhook(shop, first), handleWebhook(shop, first)]);
    expect(await paymentOf(first.id)).toMatchObject({ status: 'succeeded', amountReturnedCents: 300 });
    expect(await refundsOf(shop, first.id)).toHaveLength(1);
  });

  it('that is pending fails when the bank reports a failure', async () => {
    const payment = await chargeCheckout(shop);
    await setRefundBehavior(shop, payment, 'pending');
    const providerRefundId = await refundInDashboard(shop, payment, 300, '');
    await deliverWebhook(payment);
    expect(await refundsOf(shop, payment.id)).toMatchObject([{ status: 'pending', reason: null, providerRefundId }]);
    await shop.sandbox.settleRefund(String(payment.providerPaymentId), providerRefundId, 'failed');
    await deliverWebhook(payment);
    await deliverWebhook(payment);
    const refunds = await refundsOf(shop, payment.id);
    expect(refunds).toMatchObject([{ status: 'failed' }]);
    expect(await eventTypesOf(refunds)).toEqual(['refund.created', 'refund.failed']);
    expect((await paymentOf(payment.id)).amountRefundedCents).toBe(0);
  });

  it('that failed before it was recorded is ignored', async () => {
    const payment = await chargeCheckout(shop);
    await setRefundBehavior(shop, payment, 'pending');
    const providerRefundId = await refundInDashboard(shop, payment, 300);
    await shop.sandbox.settleRefund(String(payment.providerPaymentId), providerRefundId, 'failed');
    await deliverWebhook(payment);
    expect(await refundsOf(shop, payment.id)).toEqual([]);
  });

  it('that cannot be fetched is recorded at the next webhook', async () => {
    const payment = await chargeCheckout(shop);
    await refundInDashboard(shop, payment, 300);
    shop.sandbox.refuse(({ method, path }) => (method === 'GET' && path.endsWith('/refunds') ? 'Not now' : null));
    expect(await deliverWebhook(payment).finally(() => shop.sandbox.refuse(() => null))).toBe('unavailable');
    expect(await refundsOf(shop, payment.id)).toEqual([]);
    await deliverWebhook(payment);
    expect(await refundsOf(shop, payment.id)).toHaveLength(1);
  });

  it('is recorded only up to the amount of the payment', async () => {
    const payment = await chargeCheckout(shop);
    const snapshotOf = (id: string, amountCents: number): RefundSnapshot => ({
      id,
      paymentId: String(payment.providerPaymentId),
      amountCents,
      currency: 'EUR',
      status: 'pending',
      description: '',
      metadata: {},
      createdAt: 0,
    });
    shop.sandbox.refuse(({ path }) => (path.includes('/refunds/') ? 'Not now' : null));
    // Some methods allow refunds that slightly exceed the payment.
    await recordExternalRefunds(shop.deps, shop.tenant, payment.id, [
      snapshotOf('re_x1', 300),
      snapshotOf('re_x2', payment.amountCents),
      snapshotOf('re_x3', 5),
    ]).finally(() => shop.sandbox.refuse(() => null));
    expect((await refundsOf(shop, payment.id)).reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(payment.amountCents);
    expect((await paymentOf(payment.id)).amountRefundedCents).toBe(payment.amountCents);
  });

  it('is recorded as soon as a concurrent refund by the service no longer locks the payment', async () => {
    const payment = await chargeCheckout(shop);
    await refundInDashboard(shop, payment, 300);
    const setLock = (lockedBy: string | null) =>
      updateRecord(shop.fixture.store, shop.tenant, paymentAggregate, payment.id, () => ({ lockedBy }));
    await setLock('op_1');
    expect(await deliverWebhook(payment)).toBe('unavailable');
    await setLock(null);
    expect(await deliverWebhook(payment)).toBe('worked');
    expect(await refundsOf(shop, payment.id)).toMatchObject([{ status: 'succeeded', amountCents: 300 }]);
  });

  it('is recorded as failed if the provider cancels it before executing it', async () => {
    const payment = await chargeCheckout(shop);
    // A refund from an earlier response; the provider no longer returns it.
    const canceledRefund = { id: 're_called_off', paymentId: String(payment.providerPaymentId), amountCents: 300, currency: 'EUR' };
    const snapshot: RefundSnapshot = { ...canceledRefund, status: 'pending', description: '', metadata: {}, createdAt: 0 };
    await recordExternalRefunds(shop.deps, shop.tenant, payment.id, [snapshot]);
    const [refund] = await refundsOf(shop, payment.id);
    const sync = () => syncRefund(shop.deps, shop.tenant, String(refund?.id));
    // The provider may not find a new refund yet.
    advanceTime(shop, 3540);
    await sync();
    expect(await refundsOf(shop, payment.id)).toMatchObject([{ status: 'pending' }]);
    advanceTime(shop, 60);
    await sync();
    expect(await refundsOf(shop, payment.id)).toMatchObject([{ status: 'failed', failureReason: 'provider_canceled' }]);
    expect((await paymentOf(payment.id)).amountRefundedCents).toBe(0);
  });

  it('keeps its status in the list of refunds while the provider does not find it alone', async () => {
    const payment = await chargeCheckout(shop);
    await setRefundBehavior(shop, payment, 'pending');
    await refundInDashboard(shop, payment, 300);
    expect(await deliverWebhook(payment)).toBe('worked');
    const [refund] = await refundsOf(shop, payment.id);
    shop.sandbox.refuse(({ method, path }) => (method === 'GET' && /\/refunds\/re_/.test(path) ? 'No such refund' : null), 404);
    advanceTime(shop, 7200);
    await syncRefund(shop.deps, shop.tenant, String(refund?.id)).finally(() => shop.sandbox.refuse(() => null));
    expect(await refundsOf(shop, payment.id)).toMatchObject([{ status: 'pending', amountCents: 300 }]);
  });
});
