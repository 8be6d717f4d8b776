import { describe, expect, it } from 'vitest';
import { usesCounter } from '../../../../shared/domain/coupon/eligibility.ts';
import { paymentAggregate } from '../../../../shared/domain/payment/record.ts';
import { failChange, type PendingChangeState, settleChange } from '../../../../shared/domain/subscription/change/pending.ts';
import { subscriptionAggregate } from '../../../../shared/domain/subscription/view.ts';
import type { Billing } from '../../billing.ts';
import { beginChange, payChange, pendingChargeOf, subscribeMidPeriod } from '../../plan-changes.ts';
import { lastInvoice } from '../../renewals.ts';

const NOT_PAID = { providerPaymentId: 'tr_1', failureCode: null, failureMessage: null };

/** A subscription with a pending charge of 1000 cents for a change to a price of 3000 cents. */
const beginMidPeriod = (withCoupon = false) => {
  const { billing, id, priceId } = subscribeMidPeriod();
  const coupon = billing.coupon({ maxRedemptions: 1 });
  const { id: paymentId } = pendingChargeOf(beginChange(billing, id, { priceId, ...(withCoupon ? { coupon } : {}) }));
  billing.world.takeEvents();
  return { billing, id, priceId, paymentId, coupon };
};

const stateOf = (billing: Billing, id: string, paymentId: string): PendingChangeState => ({
  subscription: billing.world.get(subscriptionAggregate, id),
  payment: billing.world.get(paymentAggregate, paymentId),
  coupon: null,
  parties: billing.parties(),
});

describe('the charge of a plan change', () => {
  it('gets an invoice of the customer and the subscription when it is paid', () => {
    const { billing, id, paymentId } = beginMidPeriod();
    payChange(billing, paymentId);
    const invoice = lastInvoice(billing);
    expect(invoice).toMatchObject({
      customerId: billing.subscription(id).customerId,
      subscriptionId: id,
      oneShotPaymentId: null,
      paymentId,
    });
    expect(billing.world.get(paymentAggregate, paymentId).record.invoiceId).toBe(invoice.id);
  });

  it('when paid, applies the coupon of the change and emits `subscription.coupon_applied`', () => {
    const { billing, id, paymentId, coupon } = beginMidPeriod(true);
    payChange(billing, paymentId);
    expect(billing.world.takeEvents()).toContain('subscription.coupon_applied');
    expect(billing.subscription(id).discount).toMatchObject({ couponId: coupon.id });
  });

  it('is settled only once: later reports of success or failure change nothing', () => {
    const { billing, id, paymentId } = beginMidPeriod();
    payChange(billing, paymentId);
    const state = stateOf(billing, id, paymentId);
    const settled = { changes: [], result: { subscription: state.subscription?.record, payment: state.payment?.record, refund: null } };
    const ctx = billing.world.ctx();
    expect(settleChange({ providerPaymentId: 'tr_1', method: null }, state, ctx)).toMatchObject(settled);
    expect(failChange({ outcome: 'failed', ...NOT_PAID }, state, ctx)).toMatchObject(settled);
  });

  it.each(['canceled', 'expired'] as const)('if %s, drops the change, releases the coupon and emits no event', (outcome) => {
    const { billing, id, paymentId, coupon } = beginMidPeriod(true);
    expect(billing.world.counter(usesCounter(coupon.id))).toBe(1);
    const { pendingChange, ...kept } = billing.subscription(id);
    const failed = billing.world.do(failChange({ outcome, ...NOT_PAID }, stateOf(billing, id, paymentId), billing.world.ctx()));
    expect(pendingChange?.paymentId).toBe(paymentId);
    expect(failed).toMatchObject({ subscription: { ...kept, pendingChange: null }, payment: { status: 'canceled' }, refund: null });
    expect(billing.subscription(id)).toEqual(failed.subscription);
    expect(billing.world.takeEvents()).toEqual([]);
    expect(billing.world.counter(usesCounter(coupon.id))).toBe(0);
  });
});
