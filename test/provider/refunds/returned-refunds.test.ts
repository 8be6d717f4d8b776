import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { creditNoteAggregate } from '../../../shared/domain/credit-note/record.ts';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { type Payment, paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { processPaymentWebhook } from '../../../shared/flows/payments/provider-webhook.ts';
import { syncRefund } from '../../../shared/flows/refunds/settle.ts';
import { advanceTime, chargeCheckout, chargeRenewal, paymentAtProvider, refundInDashboard, returnRefund } from '../payments.ts';
import { createOverpayment, eventTypesAbout, handleWebhook, openShop, readRecord, refundsOf, type Shop } from '../shop.ts';

/** Tests refunds whose money the customer's bank returns after the provider had reported their success. */

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const DAY = 86_400;

const paymentOf = (id: string): Promise<Payment> => readRecord(shop, paymentAggregate, id);
const deliverWebhook = (payment: Payment) => processPaymentWebhook(shop.deps, shop.tenant, payment.id, payment.providerPaymentId);

/** Refunds the charge in the provider's dashboard, and returns the provider's id of the succeeded refund. */
const refundOf = async (payment: Payment, amountCents: number): Promise<string> => {
  const id = await refundInDashboard(shop, payment, amountCents);
  expect(await deliverWebhook(payment)).toBe('worked');
  expect((await refundsOf(shop, payment.id)).find(({ providerRefundId }) => providerRefundId === id)).toMatchObject({
    status: 'succeeded',
  });
  return id;
};

describe('a refund that the provider reports as failed after its success', () => {
  it.each([
    ['a checkout', chargeCheckout],
    ['a renewal', chargeRenewal],
  ])('[EVT-42] fails once, although the webhook about the charge of %s is repeated', async (_what, createCharge) => {
    const payment = await createCharge(shop);
    await returnRefund(shop, payment, await refundOf(payment, 300));
    expect(await Promise.all(Array.from({ length: 5 }, () => deliverWebhook(payment)))).toEqual(Array.from({ length: 5 }, () => 'worked'));
    const [refund] = await refundsOf(shop, payment.id);
    expect(refund).toMatchObject({ status: 'failed', failureReason: 'provider_failed' });
    expect(await eventTypesAbout(shop, [String(refund?.id)])).toEqual(['refund.created', 'refund.succeeded', 'refund.failed']);
    expect(await paymentOf(payment.id)).toMatchObject({ amountRefundedCents: 0, amountReturnedCents: 0 });
  });

  it('leaves another refund of the payment succeeded', async () => {
    const payment = await chargeCheckout(shop);
    await refundOf(payment, 200);
    await returnRefund(shop, payment, await refundOf(payment, 300));
    await deliverWebhook(payment);
    expect((await refundsOf(shop, payment.id)).map(({ amountCents, status }) => [amountCents, status]).sort()).toEqual([
      [200, 'succeeded'],
      [300, 'failed'],
    ]);
    expect(await paymentOf(payment.id)).toMatchObject({ amountRefundedCents: 200, amountReturnedCents: 200 });
  });

  it('is applied later if the provider does not answer', async () => {
    const payment = await chargeCheckout(shop);
    await returnRefund(shop, payment, await refundOf(payment, 300));
    shop.sandbox.refuse(({ method, path }) => (method === 'GET' && path.endsWith('/refunds') ? 'Not now' : null));
    expect(await deliverWebhook(payment).finally(() => shop.sandbox.refuse(() => null))).toBe('unavailable');
    expect(await refundsOf(shop, payment.id)).toMatchObject([{ status: 'succeeded' }]);
    expect(await deliverWebhook(payment)).toBe('worked');
    expect(await refundsOf(shop, payment.id)).toMatchObject([{ status: 'failed' }]);
  });

  it('is followed by a refund in the dashboard, for which no second credit note is issued', async () => {
    const payment = await chargeCheckout(shop);
    await returnRefund(shop, payment, await refundOf(payment, payment.amountCents));
    await deliverWebhook(payment);
    expect(await readRecord(shop, subscriptionAggregate, String(payment.subscriptionId))).toMatchObject({ status: 'canceled' });
    const next = await refundOf(payment, payment.amountCents);
    const refunds = await refundsOf(shop, payment.id);
    const [first, second] = [refunds.find(({ status }) => status === 'failed'), refunds.find((each) => each.providerRefundId === next)];
    expect(second).toMatchObject({ status: 'succeeded', creditNoteId: first?.creditNoteId });
    expect(await readRecord(shop, creditNoteAggregate, String(first?.creditNoteId))).toMatchObject({ refundId: first?.id });
    expect(await readRecord(shop, invoiceAggregate, String(payment.invoiceId))).toMatchObject({ amountCreditedCents: payment.amountCents });
    expect(await paymentOf(payment.id)).toMatchObject({ amountReturnedCents: payment.amountCents });
  });

  it('in the dashboard, where it had covered an overpayment, is followed by a refund by the service', async () => {
    const { first } = await createOverpayment(shop);
    const id = await refundInDashboard(shop, first, first.amountCents);
    await handleWebhook(shop, first);
    expect(await refundsOf(shop, first.id)).toMatchObject([{ status: 'succeeded', providerRefundId: id, overpayment: true }]);
    await returnRefund(shop, first, id);
    await handleWebhook(shop, first);
    advanceTime(shop, DAY);
    for (const { id: refundId } of await refundsOf(shop, first.id)) await syncRefund(shop.deps, shop.tenant, refundId);
    expect((await refundsOf(shop, first.id)).map(({ status }) => status).sort()).toEqual(['failed', 'succeeded']);
    expect(await paymentOf(first.id)).toMatchObject({ amountReturnedCents: first.amountCents });
    expect((await paymentAtProvider(shop, first)).refundedCents).toBe(first.amountCents);
  });
});
