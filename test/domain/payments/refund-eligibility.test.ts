import { describe, expect, it } from 'vitest';
import { SANDBOX } from '../../../shared/domain/payment/provider.ts';
import type { Payment } from '../../../shared/domain/payment/record.ts';
import { pendingPayment, succeededPayment } from '../../../shared/domain/payment/transitions.ts';
import {
  eligibilityWithoutPayment,
  type RefundTerms,
  refundEligibility,
  refundWindowDays,
} from '../../../shared/domain/refund/eligibility.ts';
import { viewRefundEligibility } from '../../../shared/domain/refund/eligibility-view.ts';
import { beginChange, subscribeMidPeriod } from '../plan-changes.ts';
import { DAY, START } from '../world.ts';

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

const eligibilityOf = (change: Partial<Payment> = {}, terms: Partial<RefundTerms> = {}) =>
  viewRefundEligibility(refundEligibility({ ...paid, ...change }, { windowDays: 14, now: START, subscription: null, ...terms }));

const REFUSED = { object: 'refund_eligibility', amount_cents: 0, currency: 'EUR', eligible: false };

describe('a charge', () => {
  it('[REF-16] [SUB-30] is refundable within its window, up to the amount that is not refunded yet', () => {
    const eligible = {
      object: 'refund_eligibility',
      amount_cents: 1999,
      currency: 'EUR',
      days_remaining: 14,
      eligible: true,
      reason: null,
    };
    expect(eligibilityOf()).toEqual(eligible);
    expect(eligibilityOf({ amountRefundedCents: 500 })).toEqual({ ...eligible, amount_cents: 1499 });
    expect(eligibilityOf({ amountRefundedCents: 1998 })).toEqual({ ...eligible, amount_cents: 1 });
  });

  it('[REF-16] shows the days until the end of its window, counting a started day as a whole day', () => {
    const eligibilityAt = (now: number) => eligibilityOf({}, { now });
    expect(eligibilityAt(START + 1)).toMatchObject({ days_remaining: 14, eligible: true });
    expect(eligibilityAt(START + DAY)).toMatchObject({ days_remaining: 13, eligible: true });
    expect(eligibilityAt(START + 14 * DAY - 1)).toMatchObject({ days_remaining: 1, eligible: true });
    expect(eligibilityAt(START + 14 * DAY)).toEqual({ ...REFUSED, days_remaining: 0, reason: 'refund_window_passed' });
    expect(eligibilityAt(START + 400 * DAY)).toEqual({ ...REFUSED, days_remaining: 0, reason: 'refund_window_passed' });
    // A test clock can show a time before the payment; the whole window remains then.
    expect(eligibilityAt(START - 30 * DAY)).toMatchObject({ days_remaining: 14 });
  });

  it.each(['pending', 'failed', 'canceled'] as const)('[REF-16] is not refundable if it is %s', (status) => {
    expect(eligibilityOf({ status, paidAt: null })).toEqual({ ...REFUSED, days_remaining: null, reason: 'payment_not_succeeded' });
  });

  it('[REF-16] is not refundable if refunds are disabled', () => {
    expect(eligibilityOf({}, { windowDays: 0 })).toEqual({ ...REFUSED, days_remaining: null, reason: 'refunds_disabled' });
  });

  it('[REF-16] names a full refund as the reason first, then a dispute, then disabled refunds or the end of the window', () => {
    const late = { now: START + 30 * DAY };
    for (const terms of [{}, late, { windowDays: 0 }]) {
      expect(eligibilityOf({ amountRefundedCents: 1999 }, terms)).toMatchObject({ ...REFUSED, reason: 'already_refunded' });
      expect(eligibilityOf({ amountDisputedCents: 1999 }, terms)).toMatchObject({ ...REFUSED, reason: 'charge_disputed' });
    }
    expect(eligibilityOf({ amountDisputedCents: 1 })).toEqual({ ...REFUSED, days_remaining: 14, reason: 'charge_disputed' });
    expect(eligibilityOf({ amountRefundedCents: 1999, amountDisputedCents: 1999 })).toMatchObject({ reason: 'already_refunded' });
  });

  it('[REF-16] that does not exist has the reason no_payment', () => {
    expect(viewRefundEligibility(eligibilityWithoutPayment('EUR'))).toEqual({ ...REFUSED, days_remaining: null, reason: 'no_payment' });
  });
});

describe('a charge of a subscription with a pending plan change', () => {
  const withPendingChange = () => {
    const { billing, id, priceId } = subscribeMidPeriod();
    const { lastPaymentId } = billing.subscription(id);
    beginChange(billing, id, { priceId });
    return { subscription: billing.subscription(id), creditedId: String(lastPaymentId) };
  };

  it('is not refundable if the change uses credit from it; other charges are refundable', () => {
    const { subscription, creditedId } = withPendingChange();
    expect(eligibilityOf({ id: creditedId }, { subscription })).toMatchObject({ ...REFUSED, reason: 'plan_change_pending' });
    expect(eligibilityOf({ id: 'pay_other' }, { subscription })).toMatchObject({ amount_cents: 1999, reason: null });
  });

  it('is not refundable if the change carries credit from it', () => {
    const { subscription } = withPendingChange();
    const { pendingChange } = subscription;
    if (pendingChange === null) throw new Error('There is no pending change.');
    const charges = [{ paymentId: 'pay_1', shareCents: 100, returnedCents: 0, absorbedCents: 0 }];
    const becomes = { carriedCredits: [{ amountCents: 100, taxRateBasisPoints: 0, charges }] };
    const changed = { ...subscription, pendingChange: { ...pendingChange, change: { ...pendingChange.change, becomes } } };
    expect(eligibilityOf({}, { subscription: changed })).toMatchObject({ ...REFUSED, reason: 'plan_change_pending' });
    expect(eligibilityOf({ id: 'pay_other' }, { subscription: changed })).toMatchObject({ amount_cents: 1999, reason: null });
  });
});

describe('the refund window', () => {
  it('[PRICE-12] is the window of the price, even if that is 0, or else the window of the account', () => {
    const account = { refundWindowDays: 14 };
    expect(refundWindowDays({ refundWindowDays: 30 }, account)).toBe(30);
    expect(refundWindowDays({ refundWindowDays: 0 }, account)).toBe(0);
    expect(refundWindowDays({ refundWindowDays: null }, account)).toBe(14);
    expect(refundWindowDays(null, account)).toBe(14);
  });
});
