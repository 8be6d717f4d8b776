import { describe, expect, it } from 'vitest';
import { couponAggregate } from '../../../../shared/domain/coupon/record.ts';
import { addIntervals } from '../../../../shared/domain/periods.ts';
import { spendableCents } from '../../../../shared/domain/subscription/change/coverage.ts';
import { newBilling, newSubscription } from '../../billing.ts';
import {
  anotherPrice,
  beginChange,
  changePlan,
  declineChange,
  MID_PERIOD,
  pendingChargeOf,
  previewChange,
  subscribeMidPeriod,
} from '../../plan-changes.ts';
import { FEB, lastInvoice, MAR, paymentIdOf, refusalOf, viewOf } from '../../renewals.ts';
import { DAY } from '../../world.ts';

describe('changing to a cheaper price', () => {
  it('charges nothing, and carries the remaining credit to the next invoices', () => {
    const { billing, id, priceId } = subscribeMidPeriod({ amountCents: 300 });
    expect(previewChange(billing, id, { priceId })).toMatchObject({
      credit_cents: 500,
      charge_cents: 150,
      amount_due_now_cents: 0,
      carried_credit_cents: 350,
      next_charge_amount_cents: 0,
    });
    const { payment } = changePlan(billing, id, { priceId });
    expect(payment).toBeNull();
    expect(viewOf(billing, id)).toMatchObject({ price_id: priceId, next_charge_amount_cents: 0, payment_count: 1 });
    expect(lastInvoice(billing)).toMatchObject({ totalCents: 0, status: 'paid', paymentId: null });
    expect(billing.renew(id)).toMatchObject({ outcome: 'done', reason: 'settled' });
    expect(lastInvoice(billing)).toMatchObject({ subtotalCents: 0, totalCents: 0 });
    expect(viewOf(billing, id)).toMatchObject({ current_period_start: FEB, next_charge_amount_cents: 250 });
    const renewal = billing.renew(id);
    expect(renewal).toMatchObject({ outcome: 'charge', payment: { amountCents: 250 } });
    billing.decline(paymentIdOf(renewal));
    expect(viewOf(billing, id)).toMatchObject({ next_charge_amount_cents: 250 });
    const retried = billing.renew(id);
    expect(retried).toMatchObject({ payment: { amountCents: 250 } });
    billing.settle(paymentIdOf(retried));
    expect(viewOf(billing, id)).toMatchObject({ current_period_start: MAR, next_charge_amount_cents: 300 });
    expect(billing.subscription(id).carriedCredits).toEqual([]);
  });

  it('lets a later change to a more expensive price use the carried credit', () => {
    const { billing, id, priceId } = subscribeMidPeriod({ amountCents: 300 });
    changePlan(billing, id, { priceId });
    const expensive = anotherPrice(billing, { amountCents: 3000 });
    expect(previewChange(billing, id, { priceId: expensive })).toMatchObject({
      credit_cents: 150,
      charge_cents: 1500,
      amount_due_now_cents: 1000,
      lines: [{ amount_cents: 1500 }, { type: 'proration_credit', amount_cents: -150 }, { type: 'carried_credit', amount_cents: -350 }],
    });
  });

  it('[PLAN-07] [SUB-45] ends the subscription if the charge whose credit pays the current period is refunded in full', () => {
    const { billing, id, priceId } = subscribeMidPeriod({ amountCents: 300 });
    const firstPaymentId = billing.subscription(id).lastPaymentId ?? '';
    changePlan(billing, id, { priceId });
    billing.renew(id);
    expect(viewOf(billing, id)).toMatchObject({ current_period_start: FEB });
    billing.settleRefund(billing.refund(firstPaymentId));
    expect(viewOf(billing, id)).toMatchObject({ status: 'canceled', cancellation_reason: 'refund_issued' });
  });
});

describe('changing to a metered price', () => {
  it('charges nothing, carries the credit for unused service, and charges the usage at the end of the period', () => {
    const { billing, id, priceId } = subscribeMidPeriod({ usageType: 'metered', unitAmountDecimal: '10' });
    expect(previewChange(billing, id, { priceId })).toMatchObject({ carried_credit_cents: 500, next_charge_amount_cents: null, lines: [] });
    changePlan(billing, id, { priceId });
    expect(viewOf(billing, id)).toMatchObject({ mrr_cents: 0, next_charge_amount_cents: null, current_period_end: FEB });
    billing.use(id, 70);
    // 7.00 for the usage minus the carried 5.00.
    expect(billing.renew(id)).toMatchObject({ outcome: 'charge', payment: { amountCents: 200, type: 'usage' } });
  });

  it('[EVT-11] leaves no spendable credit after a full refund of the earlier charge; the refund emits no subscription.updated', () => {
    const { billing, id, priceId } = subscribeMidPeriod({ usageType: 'metered', unitAmountDecimal: '10' });
    const firstPaymentId = billing.subscription(id).lastPaymentId ?? '';
    changePlan(billing, id, { priceId });
    const refund = billing.refund(firstPaymentId);
    const before = viewOf(billing, id);
    billing.world.takeEvents();
    billing.settleRefund(refund);
    expect(viewOf(billing, id)).toEqual(before);
    expect(billing.world.takeEvents()).not.toContain('subscription.updated');
    expect(spendableCents(billing.subscription(id).carriedCredits)).toBe(0);
  });
});

describe('changing from a metered price', () => {
  /** Creates a metered subscription that has used `used` units by the middle of its first period. */
  const useBeforeChange = (used: number) => {
    const { billing, id } = newSubscription({ usageType: 'metered', unitAmountDecimal: '10' });
    billing.world.now = MID_PERIOD;
    billing.use(id, used);
    billing.world.takeEvents();
    return { billing, id };
  };

  it('charges the usage so far at the old price together with the rest of the period at the new price', () => {
    const { billing, id } = useBeforeChange(70);
    const priceId = anotherPrice(billing, { amountCents: 3000 });
    expect(previewChange(billing, id, { priceId })).toMatchObject({
      credit_cents: 0,
      charge_cents: 2200,
      amount_due_now_cents: 2200,
      next_charge_amount_cents: 3000,
      lines: [
        { type: 'usage', quantity: '70', amount_cents: 700, period_end: MID_PERIOD },
        { type: 'proration_charge', amount_cents: 1500, period_start: MID_PERIOD },
      ],
    });
    const { payment } = changePlan(billing, id, { priceId });
    expect(payment).toMatchObject({ amountCents: 2200 });
    expect(viewOf(billing, id)).toMatchObject({ mrr_cents: 3000, next_charge_amount_cents: 3000, current_period_end: FEB });
    // The next change credits unused prepaid service, but not the paid usage.
    const cheap = anotherPrice(billing, { amountCents: 300 });
    expect(previewChange(billing, id, { priceId: cheap })).toMatchObject({ credit_cents: 1500 });
  });

  it('to another metered price charges the usage so far at the old price, and later usage at the new price', () => {
    const { billing, id } = useBeforeChange(70);
    const priceId = anotherPrice(billing, { usageType: 'metered', unitAmountDecimal: '20' });
    expect(changePlan(billing, id, { priceId })).toMatchObject({ payment: { amountCents: 700, type: 'plan_change' } });
    billing.use(id, 5);
    expect(billing.renew(id)).toMatchObject({ payment: { amountCents: 100, type: 'usage' } });
  });

  it('takes effect immediately if there is no usage; refuses usage while the charge for a licensed price is pending', () => {
    const { billing, id } = useBeforeChange(0);
    const other = anotherPrice(billing, { usageType: 'metered', unitAmountDecimal: '20' });
    expect(changePlan(billing, id, { priceId: other })).toMatchObject({ payment: null });
    expect(beginChange(billing, id, { priceId: anotherPrice(billing) })).toMatchObject({ payment: { amountCents: 500 } });
    expect(refusalOf(billing.use(id, 1))).toEqual(['operation_pending', 'payment_processing']);
  });

  it('does not charge usage in a trial', () => {
    const { billing, id } = newSubscription({ usageType: 'metered', unitAmountDecimal: '10', trialDays: 14 });
    billing.use(id, 70);
    const licensed = anotherPrice(billing);
    changePlan(billing, id, { priceId: licensed });
    changePlan(billing, id, { priceId: billing.catalogue.price.record.id });
    billing.renew(id);
    expect(billing.renew(id)).toMatchObject({ outcome: 'done', reason: 'settled' });
  });
});

describe('changing between months and years', () => {
  it('starts a new period at the time of the change, and charges it in full', () => {
    const { billing, id, priceId } = subscribeMidPeriod({ amountCents: 12_000, interval: 'year' });
    const end = addIntervals(MID_PERIOD, 'year', 1);
    expect(previewChange(billing, id, { priceId })).toMatchObject({
      credit_cents: 500,
      charge_cents: 12_000,
      amount_due_now_cents: 11_500,
      next_period_start: end,
      next_period_end: addIntervals(MID_PERIOD, 'year', 2),
    });
    changePlan(billing, id, { priceId });
    expect(viewOf(billing, id)).toMatchObject({ current_period_start: MID_PERIOD, current_period_end: end, mrr_cents: 1000 });
    const monthly = anotherPrice(billing);
    billing.world.now = MID_PERIOD + Math.floor((end - MID_PERIOD) / 4);
    expect(previewChange(billing, id, { priceId: monthly })).toMatchObject({ credit_cents: 9000, carried_credit_cents: 8000 });
    changePlan(billing, id, { priceId: monthly });
    expect(viewOf(billing, id)).toMatchObject({ current_period_start: billing.world.now, next_charge_amount_cents: 0 });
  });
});

describe('a plan change', () => {
  it('credits the unused part of the amount that was paid after discount and refunds', () => {
    const billing = newBilling();
    const halfOff = billing.coupon({ duration: 'once' });
    const { id } = billing.subscribe({}, { coupon: billing.findCoupon(halfOff) });
    const priceId = anotherPrice(billing, { amountCents: 3000 });
    billing.world.now = MID_PERIOD;
    // The coupon discounted this period by 5.00. The new price gets the unused half of that discount, and no more.
    expect(previewChange(billing, id, { priceId })).toMatchObject({
      credit_cents: 250,
      charge_cents: 1250,
      lines: [{ amount_cents: 1500, discount_cents: 250 }, { amount_cents: -250 }],
      next_charge_amount_cents: 3000,
    });
    billing.settleRefund(billing.refund(billing.subscription(id).lastPaymentId ?? '', 100));
    expect(previewChange(billing, id, { priceId })).toMatchObject({ credit_cents: 200 });
  });

  it('drops a coupon that does not apply to the new price, and accepts another coupon', () => {
    const { billing, id, priceId } = subscribeMidPeriod();
    const restricted = billing.coupon({ code: 'ONLY', duration: 'forever' });
    const { id: discountedId } = billing.subscribe({}, { coupon: billing.findCoupon(restricted) });
    billing.world.amend(couponAggregate, restricted.id, { appliesToPriceIds: [billing.catalogue.price.record.id] });
    expect(previewChange(billing, discountedId, { priceId })).toMatchObject({ next_charge_amount_cents: 3000 });
    const coupon = billing.coupon({ duration: 'repeating', durationInMonths: 2, percentOffBasisPoints: 1000, code: 'TENTH' });
    expect(previewChange(billing, id, { priceId, coupon })).toMatchObject({ charge_cents: 1350, next_charge_amount_cents: 2700 });
    changePlan(billing, id, { priceId, coupon });
    expect(billing.findCoupon(coupon)).toMatchObject({ uses: 1, coupon: { record: { timesRedeemed: 1 } } });
    expect(viewOf(billing, id)).toMatchObject({ discount: { code: 'TENTH', ends_at: addIntervals(MID_PERIOD, 'month', 2) } });
  });

  it('releases the reserved redemption of its coupon when the charge of the change is declined', () => {
    const { billing, id, priceId } = subscribeMidPeriod();
    const coupon = billing.coupon({ maxRedemptions: 1 });
    const payment = pendingChargeOf(beginChange(billing, id, { priceId, coupon }));
    expect(billing.findCoupon(coupon)).toMatchObject({ uses: 1, customerUses: 1 });
    declineChange(billing, payment.id);
    expect(billing.findCoupon(coupon)).toMatchObject({ uses: 0, customerUses: 0, coupon: { record: { timesRedeemed: 0 } } });
  });

  it('credits unused service at the tax rate at which it was charged, and has consistent totals', () => {
    const { billing, id, priceId } = subscribeMidPeriod();
    const untaxed = previewChange(billing, id, { priceId });
    billing.taxRate = { rateBasisPoints: 2100, displayName: 'VAT' };
    expect(previewChange(billing, id, { priceId })).toMatchObject({ amount_due_now_cents: 1000, tax_cents: 260 });
    expect(untaxed.tax_cents).toBe(0);
    billing.taxBehavior = 'exclusive';
    const taxed = billing.subscribe();
    billing.world.now += 14 * DAY;
    const exclusive = previewChange(billing, taxed.id, { priceId });
    expect(exclusive.tax_cents).toBe(Math.round((exclusive.charge_cents - exclusive.credit_cents) * 0.21));
    expect(exclusive.amount_due_now_cents).toBe(exclusive.charge_cents - exclusive.credit_cents + exclusive.tax_cents);
    const cheap = anotherPrice(billing, { amountCents: 1 });
    expect(previewChange(billing, taxed.id, { priceId: cheap })).toMatchObject({ amount_due_now_cents: 0, tax_cents: 0 });
  });
});

describe('a plan change in a trial', () => {
  it('charges and credits nothing, and keeps the end of the trial', () => {
    const { billing, id } = newSubscription({ trialDays: 14 });
    const priceId = anotherPrice(billing, { amountCents: 12_000, interval: 'year' });
    const before = viewOf(billing, id);
    expect(previewChange(billing, id, { priceId })).toMatchObject({ amount_due_now_cents: 0, next_charge_amount_cents: 12_000, lines: [] });
    changePlan(billing, id, { priceId });
    const end = Number(before.trial_end);
    expect(viewOf(billing, id)).toMatchObject({ trial_end: end, current_period_end: end, payment_count: 0, mrr_cents: 1000 });
    billing.settle(paymentIdOf(billing.renew(id)));
    expect(viewOf(billing, id)).toMatchObject({ current_period_start: end, current_period_end: addIntervals(end, 'year', 1) });
  });
});
