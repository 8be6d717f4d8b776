import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { change } from '../../../shared/domain/aggregate.ts';
import { type Payment, paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { owedRefund } from '../../../shared/domain/refund/owed.ts';
import { type Refund, refundAggregate } from '../../../shared/domain/refund/record.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { syncRefund } from '../../../shared/flows/refunds/settle.ts';
import { linesOfKind } from '../../support/log-lines.ts';
import { paymentAtProvider, refundInDashboard, returnRefund, setRefundBehavior } from '../payments.ts';
import { handleWebhook, openShop, readRecord, type Shop, sell, writeDecision } from '../shop.ts';

const DAY_MS = 86_400_000;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const sellOne = async (): Promise<Payment> => {
  const { lastPaymentId } = await sell(shop);
  return readRecord(shop, paymentAggregate, String(lastPaymentId));
};

/** Records a refund that the customer is owed after a withdrawal. */
const recordOwedRefund = async (payment: Payment, amountCents: number): Promise<Refund> => {
  const stored = await shop.deps.store.get(paymentAggregate, shop.tenant, payment.id);
  return writeDecision(shop, (context) => {
    const refund = owedRefund(payment, { owedFor: 'withdrawal', amountCents }, context);
    const reserved = { ...payment, amountRefundedCents: payment.amountRefundedCents + amountCents };
    return { changes: [change(paymentAggregate, stored, reserved), change(refundAggregate, null, refund)], events: [], result: refund };
  });
};

const sync = async ({ id }: Refund): Promise<Refund> => {
  await syncRefund(shop.deps, shop.tenant, id);
  return readRecord(shop, refundAggregate, id);
};

const refundedAtProvider = async (payment: Payment): Promise<number> => (await paymentAtProvider(shop, payment)).refundedCents;

describe('a refund that is owed after a withdrawal', () => {
  it('after a dashboard refund of the rest of the payment, stays pending while the provider refuses it, and then succeeds', async () => {
    const sold = await sellOne();
    await refundInDashboard(shop, sold, 600);
    await handleWebhook(shop, sold);
    const payment = await readRecord(shop, paymentAggregate, sold.id);
    expect(payment.amountRefundedCents).toBe(600);
    const owed = await recordOwedRefund(payment, payment.amountCents - 600);
    await setRefundBehavior(shop, payment, 'refused');
    expect(await sync(owed)).toMatchObject({ status: 'pending', providerRefundId: null });
    await setRefundBehavior(shop, payment, 'refunded');
    shop.fixture.clock.nowMs += DAY_MS;
    expect(await sync(owed)).toMatchObject({ status: 'succeeded' });
    expect(await refundedAtProvider(payment)).toBe(payment.amountCents);
  });

  it('is replaced by a smaller refund after a chargeback, if only a part of the payment is owed', async () => {
    const sold = await sellOne();
    const owed = await recordOwedRefund(sold, 400);
    const payment = await shop.deps.store.get(paymentAggregate, shop.tenant, sold.id);
    const subscription = await shop.deps.store.get(subscriptionAggregate, shop.tenant, String(sold.subscriptionId));
    if (payment === null || subscription === null) throw new Error('The sale is not stored.');
    const declared = { at: 0, refundCents: 400, returns: [{ paymentId: sold.id, totalCents: 400 }] };
    await writeDecision(shop, () => ({
      changes: [
        change(paymentAggregate, payment, { ...payment.record, amountDisputedCents: 100 }),
        change(subscriptionAggregate, subscription, { ...subscription.record, withdrawal: { until: 0, proRata: true, declared } }),
      ],
      events: [],
      result: null,
    }));
    expect(await sync(owed)).toMatchObject({ status: 'failed', failureReason: 'charged_back' });
    expect(await readRecord(shop, paymentAggregate, sold.id)).toMatchObject({ amountRefundedCents: 300 });
    expect(await refundedAtProvider(sold)).toBe(0);
  });

  it('is reduced if a later dashboard refund uses part of its amount', async () => {
    const payment = await sellOne();
    const owed = await recordOwedRefund(payment, 400);
    await refundInDashboard(shop, payment, payment.amountCents - 400 + 100);
    await handleWebhook(shop, payment);
    expect(await sync(owed)).toMatchObject({ status: 'succeeded', providerRefundId: expect.stringMatching(/^re_/) });
    expect(await refundedAtProvider(payment)).toBe(payment.amountCents);
  });

  it.each(['after each other', 'at once'])(
    'is reduced only by the part of a dashboard refund that reduces no other, synced %s',
    async (order) => {
      const payment = await sellOne();
      const first = await recordOwedRefund(payment, payment.amountCents - 200);
      const second = await recordOwedRefund(await readRecord(shop, paymentAggregate, payment.id), 200);
      await refundInDashboard(shop, payment, payment.amountCents - 100);
      if (order === 'at once') {
        await Promise.all([sync(second), sync(first)]);
        shop.fixture.clock.nowMs += DAY_MS;
      } else {
        expect(await sync(first)).toMatchObject({ status: 'succeeded' });
        expect(await refundedAtProvider(payment)).toBe(payment.amountCents - 100);
      }
      for (const refund of [first, second]) expect(await sync(refund)).toMatchObject({ status: 'succeeded' });
      expect(await refundedAtProvider(payment)).toBe(payment.amountCents);
      expect(await readRecord(shop, paymentAggregate, payment.id)).toMatchObject({ amountReturnedCents: payment.amountCents });
    },
  );

  it('is logged if the bank returns a dashboard refund that had reduced it', async () => {
    const payment = await sellOne();
    const owed = await recordOwedRefund(payment, payment.amountCents);
    const dashboardRefundId = await refundInDashboard(shop, payment, 400);
    await handleWebhook(shop, payment);
    expect(await sync(owed)).toMatchObject({ status: 'succeeded' });
    expect(await linesOfKind('owed_refund_open', () => handleWebhook(shop, payment))).toEqual([]);
    await returnRefund(shop, payment, dashboardRefundId);
    expect(await linesOfKind('owed_refund_open', () => handleWebhook(shop, payment))).toMatchObject([
      { payment: payment.id, missingCents: 400 },
    ]);
  });
});
