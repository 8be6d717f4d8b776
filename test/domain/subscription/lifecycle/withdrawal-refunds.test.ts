import { describe, expect, it } from 'vitest';
import { paymentAggregate } from '../../../../shared/domain/payment/record.ts';
import { refundAggregate } from '../../../../shared/domain/refund/record.ts';
import { failRefundAfterChargeback } from '../../../../shared/domain/refund/settle.ts';
import { subscriptionAggregate } from '../../../../shared/domain/subscription/view.ts';
import { anotherPrice, changePlan } from '../../plan-changes.ts';
import { chargeBack, FULL_REFUND_SETTINGS, firstRefundOf, PARTIAL_REFUND_SETTINGS, refundsOf, sell, withdraw } from '../../withdrawals.ts';
import { DAY, START } from '../../world.ts';

describe('the refund of a withdrawal', () => {
  const PERIOD_DAYS = 28;

  it('is the unused part of the payment, by the second, if the buyer asked that the service begins at once', () => {
    const { billing, id } = sell(PARTIAL_REFUND_SETTINGS, { immediateService: true });
    billing.world.now = START + 7 * DAY;
    expect(withdraw(billing, id)).toMatchObject({ subscription: { withdrawal: { proRata: true, declared: { refundCents: 750 } } } });
    expect(refundsOf(billing)).toEqual([
      { amountCents: (1000 * (PERIOD_DAYS - 7)) / PERIOD_DAYS, reason: 'withdrawal', status: 'pending' },
    ]);
    expect(billing.subscription(id)).toMatchObject({ status: 'canceled', cancellationReason: 'withdrawn' });
    expect(subscriptionAggregate.sparseIndexKeysOf?.(billing.subscription(id))).toEqual([]);
  });

  it('is the same in all if a disputed part of the payment is won back after the withdrawal', () => {
    const returnedCents = (isDisputed: boolean): number => {
      const { billing, id, paymentId } = sell(PARTIAL_REFUND_SETTINGS, { immediateService: true, price: { amountCents: 10_000 } });
      const { world } = billing;
      const dispute = { providerChargebackId: 'chb_1', amountCents: 7000, currency: 'EUR', reason: null };
      billing.settleRefund(billing.refund(paymentId, 3000));
      if (isDisputed) billing.reportChargeback(paymentId, { ...dispute, reversedAt: null });
      world.now = START + 14 * DAY;
      changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents: 0 }) });
      withdraw(billing, id);
      if (isDisputed) billing.reportChargeback(paymentId, { ...dispute, reversedAt: world.now });
      for (const refund of world.all(refundAggregate)) if (refund.status === 'pending') billing.settleRefund(refund);
      return world.get(paymentAggregate, paymentId).record.amountReturnedCents;
    };
    expect(returnedCents(true)).toBe(returnedCents(false));
  });

  it('is the whole payment if the buyer did not ask for the service at once, or the account does not use partial refunds', () => {
    for (const { billing, id } of [sell(PARTIAL_REFUND_SETTINGS), sell(FULL_REFUND_SETTINGS, { immediateService: true })]) {
      billing.world.now = START + 7 * DAY;
      withdraw(billing, id);
      expect(refundsOf(billing)).toMatchObject([{ amountCents: 1000 }]);
    }
  });

  it('follows the terms of the sale, also if the account changes its setting later', () => {
    const { billing, id } = sell(PARTIAL_REFUND_SETTINGS, { immediateService: true });
    billing.seller = {};
    billing.world.now = START + 7 * DAY;
    withdraw(billing, id);
    expect(refundsOf(billing)).toMatchObject([{ amountCents: 750 }]);
  });

  it('is created for the unused part when the bank reverses a chargeback that was open at the withdrawal', () => {
    const { billing, id, paymentId } = sell(PARTIAL_REFUND_SETTINGS, { immediateService: true });
    billing.world.now = START + 7 * DAY;
    chargeBack(billing, paymentId);
    withdraw(billing, id);
    expect(refundsOf(billing)).toEqual([]);
    billing.world.now = START + 30 * DAY;
    for (let report = 0; report < 2; report += 1) chargeBack(billing, paymentId, { reversedAt: START + 30 * DAY });
    expect(refundsOf(billing)).toEqual([{ amountCents: 750, reason: 'withdrawal', status: 'pending' }]);
  });

  it('is the unused part minus partial chargebacks; when the bank reverses a chargeback, its amount is refunded', () => {
    const { billing, id, paymentId } = sell(PARTIAL_REFUND_SETTINGS, { immediateService: true });
    billing.world.now = START + 7 * DAY;
    for (const chargebackId of ['chb_1', 'chb_2']) chargeBack(billing, paymentId, { id: chargebackId, amountCents: 300 });
    expect(withdraw(billing, id)).toMatchObject({ subscription: { withdrawal: { declared: { refundCents: 150 } } } });
    chargeBack(billing, paymentId, { id: 'chb_1', amountCents: 300, reversedAt: START + 8 * DAY });
    expect(refundsOf(billing)).toMatchObject([{ amountCents: 150 }, { amountCents: 300 }]);
    chargeBack(billing, paymentId, { id: 'chb_2', amountCents: 300, reversedAt: START + 8 * DAY });
    expect(refundsOf(billing)).toMatchObject([{ amountCents: 150 }, { amountCents: 300 }, { amountCents: 300 }]);
  });

  it('is the unused part of what an earlier refund has left, minus a partial chargeback', () => {
    const { billing, id, paymentId } = sell(PARTIAL_REFUND_SETTINGS, { immediateService: true });
    billing.settleRefund(billing.refund(paymentId, 200));
    billing.world.now = START + 7 * DAY;
    chargeBack(billing, paymentId, { amountCents: 300 });
    // Three quarters of 8.00 are unused, of which the bank has returned 3.00.
    withdraw(billing, id);
    expect(refundsOf(billing)).toMatchObject([{ amountCents: 200 }, { amountCents: 300, reason: 'withdrawal' }]);
  });

  it('is replaced by a refund of the unused part minus the chargeback if a partial chargeback makes it fail', () => {
    const { billing, id, paymentId } = sell(PARTIAL_REFUND_SETTINGS, { immediateService: true });
    billing.world.now = START + 7 * DAY;
    withdraw(billing, id);
    chargeBack(billing, paymentId, { amountCents: 500 });
    billing.world.do(failRefundAfterChargeback(null, billing.refundState(firstRefundOf(billing)), billing.world.ctx()));
    expect(refundsOf(billing)).toMatchObject([
      { amountCents: 750, status: 'failed' },
      { amountCents: 250, status: 'pending' },
    ]);
    chargeBack(billing, paymentId, { amountCents: 500, reversedAt: START + 8 * DAY });
    expect(refundsOf(billing)).toMatchObject([{ status: 'failed' }, { amountCents: 250 }, { amountCents: 500 }]);
  });

  it('is replaced by a smaller refund if it fails after a chargeback, even if the sum of both amounts is below the payment', () => {
    const { billing, id, paymentId } = sell(PARTIAL_REFUND_SETTINGS, { immediateService: true });
    billing.world.now = START + 7 * DAY;
    withdraw(billing, id);
    chargeBack(billing, paymentId, { amountCents: 200 });
    billing.world.do(failRefundAfterChargeback(null, billing.refundState(firstRefundOf(billing)), billing.world.ctx()));
    expect(refundsOf(billing)).toMatchObject([
      { amountCents: 750, status: 'failed' },
      { amountCents: 550, reason: 'withdrawal', status: 'pending' },
    ]);
  });

  it('is replaced by the unused part minus both chargebacks if a second chargeback makes it fail', () => {
    const { billing, id, paymentId } = sell(PARTIAL_REFUND_SETTINGS, { immediateService: true });
    billing.world.now = START + 7 * DAY;
    chargeBack(billing, paymentId, { id: 'chb_1', amountCents: 300 });
    withdraw(billing, id);
    chargeBack(billing, paymentId, { id: 'chb_2', amountCents: 200 });
    billing.world.do(failRefundAfterChargeback(null, billing.refundState(firstRefundOf(billing)), billing.world.ctx()));
    expect(refundsOf(billing)).toMatchObject([
      { amountCents: 450, status: 'failed' },
      { amountCents: 250, reason: 'withdrawal', status: 'pending' },
    ]);
  });

  it('includes an earlier refund by the seller that fails after the withdrawal', () => {
    const failed = { status: 'failed', failureReason: 'provider_failed' } as const;
    for (const [amountCents, owedCents] of [
      [1000, []],
      [400, [600]],
    ] as const) {
      const { billing, id, paymentId } = sell();
      const earlier = billing.refund(paymentId, amountCents);
      withdraw(billing, id);
      billing.world.takeEvents();
      billing.settleRefund(earlier, failed);
      expect(billing.world.takeEvents()).toEqual(['refund.failed', 'refund.created']);
      const owed = [...owedCents, amountCents].map((cents) => ({ amountCents: cents, reason: 'withdrawal', status: 'pending' }));
      expect(refundsOf(billing)).toEqual([{ amountCents, reason: null, status: 'failed' }, ...owed]);
      expect(billing.world.get(paymentAggregate, paymentId).record.amountRefundedCents).toBe(1000);
    }
  });

  it('includes an earlier refund that fails, minus an open dispute; the rest is refunded when the dispute is won', () => {
    const { billing, id, paymentId } = sell();
    const earlier = billing.refund(paymentId, 400);
    withdraw(billing, id);
    billing.settleRefund(billing.world.all(refundAggregate)[1] ?? earlier);
    chargeBack(billing, paymentId, { amountCents: 300 });
    billing.settleRefund(earlier, { status: 'failed', failureReason: 'provider_failed' });
    expect(refundsOf(billing)).toMatchObject([{ status: 'failed' }, { amountCents: 600 }, { amountCents: 100, reason: 'withdrawal' }]);
    chargeBack(billing, paymentId, { amountCents: 300, reversedAt: START + DAY });
    expect(refundsOf(billing).at(-1)).toEqual({ amountCents: 300, reason: 'withdrawal', status: 'pending' });
  });

  it('after a plan change is the unused part of both payments, and no credit is left', () => {
    const { billing, id } = sell(PARTIAL_REFUND_SETTINGS, { immediateService: true });
    const priceId = anotherPrice(billing, { amountCents: 3000 });
    billing.world.now = START + 7 * DAY;
    changePlan(billing, id, { priceId });
    billing.world.now = START + 14 * DAY;
    withdraw(billing, id);
    // Half of 3000: two of the four weeks are unused.
    expect(billing.world.all(refundAggregate).reduce((total, { amountCents }) => total + amountCents, 0)).toBe(1500);
    expect(billing.world.all(refundAggregate)).toHaveLength(2);
    expect(subscriptionAggregate.sparseIndexKeysOf?.(billing.subscription(id))).toEqual([]);
  });

  it('after a plan change is created for each payment separately when the bank reverses a chargeback', () => {
    const { billing, id } = sell(PARTIAL_REFUND_SETTINGS, { immediateService: true });
    billing.world.now = START + 7 * DAY;
    const { payment } = changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents: 3000 }) });
    if (payment === null) throw new Error('The change has no charge.');
    billing.world.now = START + 14 * DAY;
    chargeBack(billing, payment.id, { amountCents: payment.amountCents });
    withdraw(billing, id);
    // The change cost 22.50, of which 7.50 was credit from the first payment. Two thirds of it are unused.
    expect(refundsOf(billing)).toMatchObject([{ amountCents: 500 }]);
    chargeBack(billing, payment.id, { amountCents: payment.amountCents, reversedAt: billing.world.now });
    expect(refundsOf(billing)).toMatchObject([{ amountCents: 500 }, { amountCents: 1000, reason: 'withdrawal' }]);
  });
});
