import { describe, expect, it } from 'vitest';
import { priceAggregate } from '../../../../shared/domain/price/record.ts';
import {
  anotherPrice,
  beginChange,
  changePlan,
  declineChange,
  MID_PERIOD,
  payChange,
  pendingChargeOf,
  previewChange,
  quoteChange,
  subscribeMidPeriod,
} from '../../plan-changes.ts';
import { FEB, lastInvoice, MAR, paymentIdOf, refusalOf, viewOf } from '../../renewals.ts';
import { DAY } from '../../world.ts';

describe('changing to a more expensive price', () => {
  it('[PLAN-01] [PLAN-02] is previewed with amounts that are prorated by the second; the preview changes nothing', () => {
    const { billing, id, priceId } = subscribeMidPeriod();
    const before = viewOf(billing, id);
    expect(previewChange(billing, id, { priceId })).toMatchObject({
      object: 'plan_change_preview',
      subscription_id: id,
      price_id: priceId,
      proration_at: MID_PERIOD,
      credit_cents: 500,
      charge_cents: 1500,
      amount_due_now_cents: 1000,
      carried_credit_cents: 0,
      next_charge_amount_cents: 3000,
      next_period_start: FEB,
      next_period_end: MAR,
      lines: [
        { type: 'proration_charge', amount_cents: 1500, period_start: MID_PERIOD, period_end: FEB },
        { type: 'proration_credit', amount_cents: -500, period_start: MID_PERIOD, period_end: FEB },
      ],
    });
    expect(viewOf(billing, id)).toEqual(before);
    expect(billing.world.takeEvents()).toEqual([]);
  });

  it('[PLAN-03] [PLAN-04] [PLAN-08] [EVT-23] charges the difference at once, and takes effect when the charge is paid', () => {
    const { billing, id, priceId } = subscribeMidPeriod();
    const before = viewOf(billing, id);
    const { payment } = changePlan(billing, id, { priceId });
    expect(payment).toMatchObject({ type: 'plan_change', status: 'succeeded', amountCents: 1000, priceId });
    expect(viewOf(billing, id)).toEqual({
      ...before,
      price_id: priceId,
      price: expect.objectContaining({ id: priceId }),
      mrr_cents: 3000,
      next_charge_amount_cents: 3000,
      last_payment_id: payment?.id,
      last_payment_at: MID_PERIOD,
      payment_count: 2,
    });
    expect(billing.world.takeEvents()).toEqual([
      'subscription.updated',
      'subscription.plan_changed',
      'invoice.created',
      'invoice.paid',
      'payment.succeeded',
    ]);
    expect(lastInvoice(billing)).toMatchObject({
      billingReason: 'subscription_update',
      status: 'paid',
      totalCents: 1000,
      amountPaidCents: 1000,
      paymentId: payment?.id,
      periodStart: MID_PERIOD,
      periodEnd: FEB,
    });
    billing.settle(paymentIdOf(billing.renew(id)));
    expect(viewOf(billing, id)).toMatchObject({ current_period_start: FEB, current_period_end: MAR, payment_count: 3 });
    expect(lastInvoice(billing)).toMatchObject({ totalCents: 3000 });
  });

  it('[PLAN-09] changes nothing when the charge is declined, and can be requested again', () => {
    const { billing, id, priceId } = subscribeMidPeriod();
    const before = viewOf(billing, id);
    const payment = pendingChargeOf(beginChange(billing, id, { priceId }));
    expect(viewOf(billing, id)).toEqual(before);
    declineChange(billing, payment.id);
    expect(viewOf(billing, id)).toEqual(before);
    expect(billing.world.takeEvents()).toEqual(['payment.failed']);
    changePlan(billing, id, { priceId });
    expect(viewOf(billing, id)).toMatchObject({ price_id: priceId });
  });

  it('blocks renewals and other changes while its charge is pending, and keeps the amounts computed at its request', () => {
    const { billing, id, priceId } = subscribeMidPeriod();
    const payment = pendingChargeOf(beginChange(billing, id, { priceId }));
    expect(refusalOf(beginChange(billing, id, { priceId }))).toEqual(['operation_pending', 'payment_processing']);
    billing.world.now = FEB + 3 * DAY;
    expect(billing.attemptRenewal(id)).toMatchObject({ outcome: 'done', reason: 'stale' });
    payChange(billing, payment.id);
    expect(lastInvoice(billing)).toMatchObject({ totalCents: 1000, periodStart: MID_PERIOD, periodEnd: FEB });
    billing.settle(paymentIdOf(billing.attemptRenewal(id)));
    expect(viewOf(billing, id)).toMatchObject({ price_id: priceId, current_period_start: FEB, payment_count: 3 });
  });

  it('refunds its charge if the charge succeeds after it was reported as failed, or after the subscription ended', () => {
    const { billing, id, priceId } = subscribeMidPeriod();
    const payment = pendingChargeOf(beginChange(billing, id, { priceId }));
    declineChange(billing, payment.id);
    expect(payChange(billing, payment.id)).toMatchObject({ refund: { amountCents: 1000, overpayment: true } });
    expect(viewOf(billing, id)).not.toMatchObject({ price_id: priceId });
    const secondPayment = pendingChargeOf(beginChange(billing, id, { priceId }));
    billing.amend(id, { status: 'canceled', cancellationReason: 'test_clock_deleted' });
    expect(payChange(billing, secondPayment.id)).toMatchObject({ refund: { amountCents: 1000, overpayment: true } });
    expect(viewOf(billing, id)).toMatchObject({ status: 'canceled', cancellation_reason: 'test_clock_deleted' });
    expect(billing.subscription(id).pendingChange).toBeNull();
  });
});

describe('a plan change', () => {
  it('is refused for an unknown subscription or price, an archived price, another currency, an unsupported payment method, or an expired coupon', () => {
    const { billing, id, priceId } = subscribeMidPeriod();
    expect(refusalOf(quoteChange(billing, 'sub_none', { priceId }))).toEqual(['resource_missing', undefined]);
    expect(quoteChange(billing, id, { priceId: 'price_none' })).toMatchObject({ code: 'resource_missing', param: 'price_id' });
    const dollars = anotherPrice(billing, { currency: 'USD' });
    expect(quoteChange(billing, id, { priceId: dollars })).toMatchObject({ code: 'parameter_invalid', param: 'price_id' });
    const debit = anotherPrice(billing, { paymentMethods: ['directdebit'] });
    expect(quoteChange(billing, id, { priceId: debit })).toMatchObject({ code: 'parameter_invalid', param: 'price_id' });
    const archived = anotherPrice(billing);
    billing.world.amend(priceAggregate, archived, { active: false });
    expect(quoteChange(billing, id, { priceId: archived })).toMatchObject({ code: 'state_conflict' });
    const expired = billing.coupon({ code: 'GONE', redeemBy: MID_PERIOD + 1 });
    billing.world.now = MID_PERIOD + 2;
    expect(quoteChange(billing, id, { priceId, coupon: expired })).toMatchObject({ param: 'coupon_code', reason: 'coupon_expired' });
  });

  it('[PLAN-05] [PLAN-06] is refused while a renewal is due, pending or past due, and for a paused or canceled subscription', () => {
    const { billing, id, priceId } = subscribeMidPeriod();
    billing.amend(id, { pausedAt: MID_PERIOD });
    expect(refusalOf(quoteChange(billing, id, { priceId }))).toEqual(['state_conflict', 'subscription_paused']);
    billing.amend(id, { pausedAt: null });
    billing.world.now = FEB;
    expect(refusalOf(quoteChange(billing, id, { priceId }))).toEqual(['operation_pending', 'renewal_processing']);
    const renewal = billing.renew(id);
    expect(refusalOf(quoteChange(billing, id, { priceId }))).toEqual(['operation_pending', 'renewal_processing']);
    billing.decline(paymentIdOf(renewal));
    expect(refusalOf(quoteChange(billing, id, { priceId }))).toEqual(['subscription_past_due', undefined]);
    billing.cancel(id);
    expect(refusalOf(quoteChange(billing, id, { priceId }))).toEqual(['state_conflict', 'subscription_canceled']);
  });

  it('charges at most the price of a period if the renewal has started the period early', () => {
    const { billing, id } = subscribeMidPeriod();
    const priceId = anotherPrice(billing, { amountCents: 100_000_00 });
    billing.world.now = FEB - 60;
    billing.settle(paymentIdOf(billing.attemptRenewal(id)));
    expect(previewChange(billing, id, { priceId })).toMatchObject({
      charge_cents: 100_000_00,
      credit_cents: 1000,
      lines: [
        { type: 'proration_charge', amount_cents: 100_000_00, period_start: FEB, period_end: MAR },
        { type: 'proration_credit', amount_cents: -1000, period_start: FEB, period_end: MAR },
      ],
    });
  });

  it('with a charge is refused without a mandate, while a free change is accepted', () => {
    const { billing, id, priceId } = subscribeMidPeriod();
    billing.amend(id, { mandateId: null });
    expect(beginChange(billing, id, { priceId })).toMatchObject({ code: 'state_conflict', reason: 'payment_method_missing' });
    expect(billing.subscription(id).pendingChange).toBeNull();
    expect(beginChange(billing, id, { priceId: anotherPrice(billing, { amountCents: 500 }) })).toMatchObject({ payment: null });
  });

  it('to the current price has no effect', () => {
    const { billing, id } = subscribeMidPeriod();
    const priceId = billing.catalogue.price.record.id;
    expect(previewChange(billing, id, { priceId })).toMatchObject({ credit_cents: 0, charge_cents: 0, amount_due_now_cents: 0 });
    expect(beginChange(billing, id, { priceId })).toMatchObject({ payment: null });
    expect(billing.world.takeEvents()).toEqual([]);
  });
});
