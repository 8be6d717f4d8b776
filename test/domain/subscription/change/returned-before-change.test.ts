import { describe, expect, it } from 'vitest';
import type { Refund } from '../../../../shared/domain/refund/record.ts';
import { type Billing, newBilling } from '../../billing.ts';
import { anotherPrice, changePlan } from '../../plan-changes.ts';
import { viewOf } from '../../renewals.ts';
import { DAY } from '../../world.ts';

/** Reports a chargeback of the payment. `reversed`: the dispute is won. */
const reportChargeback = (billing: Billing, paymentId: string, amountCents: number, reversed = false): void => {
  const reversedAt = reversed ? billing.world.now : null;
  billing.reportChargeback(paymentId, { providerChargebackId: 'chb_1', amountCents, currency: 'EUR', reason: null, reversedAt });
};

describe('credit whose source charge was disputed or being refunded at the plan change', () => {
  /** Changes a monthly price within the period while the whole charge counts as returned. */
  const changeWithin = (returnCharge: (billing: Billing, paymentId: string) => void) => {
    const billing = newBilling({ amountCents: 3000 });
    const { id, lastPaymentId } = billing.subscribe();
    const paymentId = String(lastPaymentId);
    billing.world.now += 10 * DAY;
    returnCharge(billing, paymentId);
    changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents: 6000 }) });
    return { billing, id, paymentId, nextChargeCents: () => Number(viewOf(billing, id).next_charge_amount_cents) };
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

  it('is reduced by another refund after the refund has failed', () => {
    const refunds: Refund[] = [];
    const { billing, paymentId, nextChargeCents } = changeWithin((shop, id) => {
      refunds.push(shop.refund(id, 1500));
    });
    for (const refund of refunds) billing.settleRefund(refund, { status: 'failed', failureReason: 'refused' });
    const creditedChargeCents = nextChargeCents();
    billing.refund(paymentId, 500);
    expect(nextChargeCents()).toBe(creditedChargeCents + 500);
  });
});
