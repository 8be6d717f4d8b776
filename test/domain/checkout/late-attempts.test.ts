import { describe, expect, it } from 'vitest';
import { change } from '../../../shared/domain/aggregate.ts';
import { applyCoupon } from '../../../shared/domain/checkout-session/apply-coupon.ts';
import { checkoutSessionAggregate } from '../../../shared/domain/checkout-session/record.ts';
import { customerUsesCounter, usesCounter } from '../../../shared/domain/coupon/eligibility.ts';
import { type Coupon, couponAggregate } from '../../../shared/domain/coupon/record.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { newBilling } from '../billing.ts';
import { DAY } from '../world.ts';

/** Starts an attempt with the first code, and then enters the second code, as a buyer does after the attempt failed. `null`: no code. */
const changeCode = (first: 'HALF' | 'FREE' | null, second: 'OTHER' | null) => {
  const billing = newBilling();
  const coupons = {
    HALF: billing.coupon({ code: 'HALF', percentOffBasisPoints: 5000 }),
    FREE: billing.coupon({ code: 'FREE', percentOffBasisPoints: 10_000, duration: 'repeating', durationInMonths: 2 }),
    OTHER: billing.coupon({ code: 'OTHER', percentOffBasisPoints: 2500 }),
  };
  const { id } = billing.open({ uiMode: 'embedded' }, first === null ? {} : { coupon: billing.findCoupon(coupons[first]) });
  const payment = billing.attempt(id).payment;
  billing.failCheckout(id, payment.id);
  const state = {
    session: billing.world.get(checkoutSessionAggregate, id),
    payment: billing.world.get(paymentAggregate, payment.id),
    product: { ...billing.catalogue.product.record, allowPromotionCodes: true },
    couponLookup: second === null ? null : billing.findCoupon(coupons[second]),
    clock: null,
  };
  billing.world.do(applyCoupon(null, state, billing.world.ctx()));
  const usesOf = ({ id: couponId }: Coupon) => ({
    reserved: billing.world.counter(usesCounter(couponId)),
    byCustomer: billing.world.counter(customerUsesCounter(couponId, billing.catalogue.customer.record.id)),
    redeemed: billing.world.get(couponAggregate, couponId).record.timesRedeemed,
  });
  return { billing, coupons, id, payment, usesOf };
};

const USED = { reserved: 1, byCustomer: 1, redeemed: 1 };
const UNUSED = { reserved: 0, byCustomer: 0, redeemed: 0 };

describe('an attempt that is paid after the buyer changed the promotion code', () => {
  it('sells without the code that was entered later, and releases that code', () => {
    const { billing, coupons, id, payment, usesOf } = changeCode(null, 'OTHER');
    expect(billing.settleCheckout(id, payment.id)).toMatchObject({
      overpayment: false,
      payable: { discount: null },
      subscription: { discount: null, nextChargeAmountCents: 1000 },
      invoice: { totalCents: payment.amountCents, amountPaidCents: payment.amountCents },
    });
    expect(usesOf(coupons.OTHER)).toEqual(UNUSED);
  });

  it('sells with the code that applied when the attempt started, and redeems that code', () => {
    for (const second of ['OTHER', null] as const) {
      const { billing, coupons, id, payment, usesOf } = changeCode('HALF', second);
      expect(payment.amountCents).toBe(500);
      expect(billing.settleCheckout(id, payment.id)).toMatchObject({
        payable: { discount: { code: 'HALF' } },
        subscription: { discount: { code: 'HALF' } },
        invoice: { totalCents: 500, amountPaidCents: 500 },
      });
      expect(usesOf(coupons.HALF)).toEqual(USED);
      expect(usesOf(coupons.OTHER)).toEqual(UNUSED);
    }
  });

  it('sells the free period that a verification charge was for', () => {
    const { billing, coupons, id, payment, usesOf } = changeCode('FREE', null);
    expect(payment.verification).toBe(true);
    const { subscription, invoice } = billing.settleCheckout(id, payment.id);
    expect(invoice).toBeNull();
    expect(subscription).toMatchObject({ discount: { code: 'FREE' }, trialEnd: null, nextChargeAmountCents: 0 });
    expect(usesOf(coupons.FREE)).toEqual(USED);
  });

  it('redeems only once the code that applied when the attempt started, also after the session has expired', () => {
    const { billing, coupons, id, payment, usesOf } = changeCode('HALF', 'OTHER');
    billing.world.now += DAY;
    billing.expire(id);
    expect(usesOf(coupons.OTHER)).toEqual(UNUSED);
    billing.settleCheckout(id, payment.id);
    expect(usesOf(coupons.HALF)).toEqual(USED);
    expect(usesOf(coupons.OTHER)).toEqual(UNUSED);
  });

  it('of an earlier release, which stored no discount with the payment, sells with the discount of the session', () => {
    const { billing, coupons, id, payment, usesOf } = changeCode(null, 'OTHER');
    const stored = billing.world.get(paymentAggregate, payment.id);
    const { discount: _, ...formerPayment } = stored.record;
    billing.world.do({ changes: [change(paymentAggregate, stored, formerPayment)], events: [], result: null });
    expect(billing.settleCheckout(id, payment.id)).toMatchObject({ subscription: { discount: { code: 'OTHER' } } });
    expect(usesOf(coupons.OTHER)).toEqual(USED);
  });
});
