import { describe, expect, it } from 'vitest';
import { type Billing, newBilling } from '../../billing.ts';
import { anotherPrice, changePlan, reportChargeback } from '../../plan-changes.ts';
import { viewOf } from '../../renewals.ts';
import { DAY } from '../../world.ts';

describe('credit whose source charge was disputed or being refunded at the plan change', () => {
  /** Changes a monthly price within the period, after `returnCharge` has returned the charge or a part of it. */
  const changeWithin = <Returned>(returnCharge: (billing: Billing, paymentId: string) => Returned) => {
    const billing = newBilling({ amountCents: 3000 });
    const { id, lastPaymentId } = billing.subscribe();
    const paymentId = String(lastPaymentId);
    billing.world.now += 10 * DAY;
    const returned = returnCharge(billing, paymentId);
    changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents: 6000 }) });
    return { billing, paymentId, returned, nextChargeCents: () => Number(viewOf(billing, id).next_charge_amount_cents) };
  };

  it.each([500, 1900])('is reduced by a refund of %d after the dispute is won', (refundedCents) => {
    const { billing, paymentId, nextChargeCents } = changeWithin((shop, id) => reportChargeback(shop, id, 3000));
    expect(nextChargeCents()).toBe(6000);
    reportChargeback(billing, paymentId, 3000, true);
    const creditedChargeCents = nextChargeCents();
    expect(creditedChargeCents).toBe(6000 - 1929);
    billing.refund(paymentId, refundedCents);
    expect(nextChargeCents()).toBe(creditedChargeCents + refundedCents);
  });

  it('is reduced by another refund after the first refund has failed', () => {
    const { billing, paymentId, returned: refund, nextChargeCents } = changeWithin((shop, id) => shop.refund(id, 1500));
    billing.settleRefund(refund, { status: 'failed', failureReason: 'refused' });
    const creditedChargeCents = nextChargeCents();
    billing.refund(paymentId, 500);
    expect(nextChargeCents()).toBe(creditedChargeCents + 500);
  });
});
