import { describe, expect, it } from 'vitest';
import type { CreateCoupon } from '../../../../shared/domain/coupon/create.ts';
import { customerUsesCounter, usesCounter } from '../../../../shared/domain/coupon/eligibility.ts';
import { couponAggregate } from '../../../../shared/domain/coupon/record.ts';
import { applyCouponToSubscription } from '../../../../shared/domain/subscription/lifecycle/apply-coupon.ts';
import { type Billing, newSubscription } from '../../billing.ts';
import { declineRenewals, MAR, viewOf } from '../../renewals.ts';

/** Creates a subscription at 10.00 a month, and a coupon. */
const withCoupon = (terms: Partial<CreateCoupon> = {}) => {
  const { billing, id } = newSubscription();
  const coupon = billing.coupon(terms);
  billing.world.takeEvents();
  return { billing, id, coupon };
};

/** Enters the coupon's code in the portal. `allowPromotionCodes`: setting of the product; `null`: the product is deleted. */
const enterCode = ({ billing, id, coupon }: ReturnType<typeof withCoupon>, allowPromotionCodes: boolean | null = true) => {
  const product = allowPromotionCodes === null ? null : { ...billing.catalogue.product.record, allowPromotionCodes };
  const state = { ...billing.lifecycleState(id), product, couponLookup: billing.findCoupon(coupon) };
  return billing.world.apply(applyCouponToSubscription(null, state, billing.world.ctx()));
};

/** The coupon's counters of uses in total and by the customer, and its `timesRedeemed`. */
const uses = ({ world, catalogue }: Billing, couponId: string): readonly number[] => [
  world.counter(usesCounter(couponId)),
  world.counter(customerUsesCounter(couponId, catalogue.customer.record.id)),
  world.get(couponAggregate, couponId).record.timesRedeemed,
];

describe('a code entered in the portal', () => {
  it('discounts the next charge, and is redeemed only once if it is entered again', () => {
    const subscribed = withCoupon();
    const { billing, id, coupon } = subscribed;
    expect(uses(billing, coupon.id)).toEqual([0, 0, 0]);
    enterCode(subscribed);
    expect(viewOf(billing, id)).toMatchObject({
      next_charge_amount_cents: 500,
      discount: { coupon_id: coupon.id, code: 'HALF', percent_off: 50, duration: 'once', ends_at: MAR },
    });
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'subscription.coupon_applied']);
    expect(billing.world.audits.at(-1)).toBe('coupon.redeemed');
    enterCode(subscribed);
    expect([billing.world.takeEvents(), uses(billing, coupon.id)]).toEqual([[], [1, 1, 1]]);
  });

  it('is recorded in the audit log with its subscription', () => {
    const { billing, id, coupon } = withCoupon();
    const product = { ...billing.catalogue.product.record, allowPromotionCodes: true };
    const state = { ...billing.lifecycleState(id), product, couponLookup: billing.findCoupon(coupon) };
    expect(applyCouponToSubscription(null, state, billing.world.ctx())).toMatchObject({
      audit: { action: 'coupon.redeemed', resourceType: 'coupon', resourceId: coupon.id, metadata: { subscription_id: id } },
    });
  });

  it.each<[string, boolean | null, Partial<CreateCoupon>, string]>([
    ['a product that accepts no codes', false, {}, 'promotion_codes_not_allowed'],
    ['a deleted product', null, {}, 'promotion_codes_not_allowed'],
    ['a minimum above the price', true, { minAmountCents: 1001 }, 'coupon_minimum_not_reached'],
  ])('is refused for %s', (_name, allowed, terms, reason) => {
    expect(enterCode(withCoupon(terms), allowed)).toMatchObject({ code: 'parameter_invalid', param: 'code', reason });
  });

  it('is refused at the redemption limit, also if another request reaches the limit at the same time', () => {
    const subscribed = withCoupon({ maxRedemptions: 1 });
    const { billing, id, coupon } = subscribed;
    const product = { ...billing.catalogue.product.record, allowPromotionCodes: true };
    const unused = billing.findCoupon(coupon);
    enterCode(subscribed);
    billing.amend(id, { discount: null });
    const exhausted = { code: 'parameter_invalid', param: 'code', reason: 'coupon_exhausted' };
    expect(enterCode(subscribed)).toMatchObject(exhausted);
    const state = { ...billing.lifecycleState(id), product, couponLookup: unused };
    expect(billing.world.apply(applyCouponToSubscription(null, state, billing.world.ctx()))).toMatchObject(exhausted);
  });

  it('is refused while the subscription is past due', () => {
    const subscribed = withCoupon();
    declineRenewals(subscribed.billing, subscribed.id, 1);
    expect(viewOf(subscribed.billing, subscribed.id).status).toBe('past_due');
    expect(enterCode(subscribed)).toMatchObject({ code: 'subscription_past_due' });
  });
});
