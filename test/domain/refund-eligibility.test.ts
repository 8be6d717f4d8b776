import { describe, expect, it } from 'vitest';
import type { Payment } from '../../shared/domain/payment/record.ts';
import { pendingPayment, succeededPayment } from '../../shared/domain/payment/transitions.ts';
import { SANDBOX } from '../../shared/domain/provider.ts';
import { nothingPaid, type RefundTerms, refundEligibility, refundWindowDays } from '../../shared/domain/refund/eligibility.ts';
import { viewRefundEligibility } from '../../shared/domain/refund/eligibility-view.ts';
import { DAY, START } from './world.ts';

const pending = pendingPayment({
  id: 'pay_1',
  created: START - DAY,
  type: 'initial',
  amountCents: 1999,
  currency: 'EUR',
  customerId: 'cus_1',
  priceId: 'price_1',
  idempotencyKey: 'cs_1-1',
  provider: SANDBOX,
  pollsFrom: null,
});
const paid = succeededPayment(pending, { providerPaymentId: 'tr_1', method: null }, START);

const judged = (change: Partial<Payment> = {}, terms: Partial<RefundTerms> = {}) =>
  viewRefundEligibility(refundEligibility({ ...paid, ...change }, { windowDays: 14, now: START, subscription: null, ...terms }));

const REFUSED = { object: 'refund_eligibility', amount_cents: 0, currency: 'EUR', eligible: false };

describe('a charge', () => {
  it('[REF-16] [SUB-30] can be refunded up to what is left of it, inside its window', () => {
    const eligible = {
      object: 'refund_eligibility',
      amount_cents: 1999,
      currency: 'EUR',
      days_remaining: 14,
      eligible: true,
      reason: null,
    };
    expect(judged()).toEqual(eligible);
    expect(judged({ amountRefundedCents: 500 })).toEqual({ ...eligible, amount_cents: 1499 });
    expect(judged({ amountRefundedCents: 1998 })).toEqual({ ...eligible, amount_cents: 1 });
  });

  it('[REF-16] counts the day begun, from the second it was paid to the last of its window', () => {
    const days = (now: number) => judged({}, { now });
    expect(days(START + 1)).toMatchObject({ days_remaining: 14, eligible: true });
    expect(days(START + DAY)).toMatchObject({ days_remaining: 13, eligible: true });
    expect(days(START + 14 * DAY - 1)).toMatchObject({ days_remaining: 1, eligible: true });
    expect(days(START + 14 * DAY)).toEqual({ ...REFUSED, days_remaining: 0, reason: 'refund_window_passed' });
    expect(days(START + 400 * DAY)).toEqual({ ...REFUSED, days_remaining: 0, reason: 'refund_window_passed' });
    expect(days(START - 30 * DAY)).toMatchObject({ days_remaining: 14 });
  });

  it.each(['pending', 'failed', 'canceled'] as const)('[REF-16] that is %s cannot be refunded', (status) => {
    expect(judged({ status, paidAt: null })).toEqual({ ...REFUSED, days_remaining: null, reason: 'payment_not_succeeded' });
  });

  it('[REF-16] cannot be refunded where refunds are off', () => {
    expect(judged({}, { windowDays: 0 })).toEqual({ ...REFUSED, days_remaining: null, reason: 'refunds_disabled' });
  });

  it('[REF-16] that was refunded or is disputed says so before what the window says', () => {
    const late = { now: START + 30 * DAY };
    for (const terms of [{}, late, { windowDays: 0 }]) {
      expect(judged({ amountRefundedCents: 1999 }, terms)).toMatchObject({ ...REFUSED, reason: 'already_refunded' });
      expect(judged({ amountDisputedCents: 1999 }, terms)).toMatchObject({ ...REFUSED, reason: 'charge_disputed' });
    }
    expect(judged({ amountDisputedCents: 1 })).toEqual({ ...REFUSED, days_remaining: 14, reason: 'charge_disputed' });
    expect(judged({ amountRefundedCents: 1999, amountDisputedCents: 1999 })).toMatchObject({ reason: 'already_refunded' });
  });

  it('[REF-16] that was never made cannot be refunded', () => {
    expect(viewRefundEligibility(nothingPaid('EUR'))).toEqual({ ...REFUSED, days_remaining: null, reason: 'no_payment' });
  });
});

describe('the window', () => {
  it('[PRICE-12] is the price’s own, 0 included, otherwise the account’s', () => {
    const account = { refundWindowDays: 14 };
    expect(refundWindowDays({ refundWindowDays: 30 }, account)).toBe(30);
    expect(refundWindowDays({ refundWindowDays: 0 }, account)).toBe(0);
    expect(refundWindowDays({ refundWindowDays: null }, account)).toBe(14);
    expect(refundWindowDays(null, account)).toBe(14);
  });
});
