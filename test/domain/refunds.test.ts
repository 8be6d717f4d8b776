import { describe, expect, it } from 'vitest';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { OVERPAYMENT_LIST, type Refund, refundAggregate } from '../../shared/domain/refund/record.ts';
import { postponeRefund } from '../../shared/domain/refund/settle.ts';
import { type Billing, newBilling } from './billing.ts';
import { DAY } from './world.ts';

/** Pays a session twice. Returns the refund of the overpayment. */
const payTwice = (): { readonly billing: Billing; readonly refund: Refund } => {
  const billing = newBilling();
  const session = billing.open({ uiMode: 'embedded' });
  const first = billing.attempt(session.id).payment;
  billing.failCheckout(session.id, first.id);
  billing.settleCheckout(session.id, billing.attempt(session.id).payment.id);
  const { refund } = billing.settleCheckout(session.id, first.id);
  if (refund === null) throw new Error('There is no refund.');
  billing.world.takeEvents();
  return { billing, refund };
};

describe('a refund', () => {
  it('[REF-04] [REF-05] [EVT-41] succeeds once', () => {
    const { billing, refund } = payTwice();
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

  it('[EVT-42] of an overpayment is repeated a day later if it fails', () => {
    const { billing, refund } = payTwice();
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
    const { billing, refund } = payTwice();
    const waits: number[] = [];
    for (let index = 0; index < 7; index += 1) {
      const after = billing.world.do(postponeRefund(null, billing.refundState(refund), billing.world.ctx()));
      waits.push(Number(after.nextTryAt) - billing.world.now);
    }
    expect(waits).toEqual([60, 300, 1800, 3600, 21_600, 86_400, 86_400]);
    expect(refundAggregate.dueOf?.(billing.world.get(refundAggregate, refund.id).record)).toMatchObject({ kind: 'refund', clockId: null });
  });
});
