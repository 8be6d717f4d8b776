import { describe, expect, it } from 'vitest';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { OVERPAYMENT_LIST, refundAggregate } from '../../../shared/domain/refund/record.ts';
import { postponeRefund } from '../../../shared/domain/refund/settle.ts';
import { newBilling } from '../billing.ts';
import { DAY } from '../world.ts';

/** Returns the pending refund of an overpayment. */
const refundOverpayment = () => {
  const billing = newBilling();
  const { refund } = billing.payTwice();
  billing.world.takeEvents();
  return { billing, refund };
};

describe('a refund', () => {
  it('[REF-04] [REF-05] [EVT-41] succeeds once, also if other outcomes are reported later', () => {
    const { billing, refund } = refundOverpayment();
    expect(billing.settleRefund(refund, { status: 'pending' })).toMatchObject({
      status: 'pending',
      providerRefundId: 're_1',
      settledAt: null,
    });
    expect(billing.world.takeEvents()).toEqual([]);
    expect(billing.settleRefund(refund, {})).toMatchObject({ status: 'succeeded', settledAt: billing.world.now, nextTryAt: null });
    billing.settleRefund(refund, {});
    billing.settleRefund(refund, { status: 'failed' });
    expect(billing.world.takeEvents()).toEqual(['refund.succeeded']);
    expect(billing.world.view(refundAggregate, refund.id)).toMatchObject({ object: 'refund', status: 'succeeded', reason: 'overpayment' });
  });

  it('[EVT-42] of an overpayment that fails is repeated a day later', () => {
    const { billing, refund } = refundOverpayment();
    billing.settleRefund(refund, { status: 'failed', failureReason: 'provider_failed' });
    expect(billing.world.takeEvents()).toEqual(['refund.failed', 'refund.created']);
    const refunds = billing.world.all(refundAggregate);
    expect(refunds).toHaveLength(2);
    expect(refunds[0]).toMatchObject({ status: 'failed', failureReason: 'provider_failed', nextTryAt: null });
    expect(refunds[1]).toMatchObject({ status: 'pending', providerRefundId: null, nextTryAt: billing.world.now + DAY });
    expect(refunds.map((each) => refundAggregate.sparseIndexKeysOf?.(each))).toEqual([[], [OVERPAYMENT_LIST]]);
    const payment = billing.world.get(paymentAggregate, refund.paymentId).record;
    expect(payment.amountRefundedCents).toBe(payment.amountCents);
  });

  it('without a provider response is retried with increasing delays, without limit', () => {
    const { billing, refund } = refundOverpayment();
    const waits: number[] = [];
    for (let index = 0; index < 7; index += 1) {
      const after = billing.world.do(postponeRefund(null, billing.refundState(refund), billing.world.ctx()));
      waits.push(Number(after.nextTryAt) - billing.world.now);
    }
    expect(waits).toEqual([60, 300, 1800, 3600, 21_600, 86_400, 86_400]);
    expect(refundAggregate.dueOf?.(billing.world.get(refundAggregate, refund.id).record)).toMatchObject({ kind: 'refund', clockId: null });
  });
});
