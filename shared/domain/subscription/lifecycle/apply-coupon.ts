import { change } from '../../aggregate.ts';
import { discountEnd, reducesChargesFrom } from '../../amounts/discounts.ts';
import { type CouponLookup, discountOf, reserveRedemption, withRedemption } from '../../coupon/eligibility.ts';
import { enterCode } from '../../coupon/enter.ts';
import { couponAggregate } from '../../coupon/record.ts';
import { targetOfPrice } from '../../coupon/validate.ts';
import { audited, type Decision, type DecisionContext, unchanged } from '../../decision.ts';
import { taxOf } from '../../parties.ts';
import type { Product } from '../../product/record.ts';
import { Refusal } from '../../refusal.ts';
import { checkAction, flagsOf } from '../allowed.ts';
import { nextServicePeriod, withAmounts } from '../renewal/charges.ts';
import type { Subscription } from '../types.ts';
import { eventsOfUpdate, subscriptionAggregate } from '../view.ts';
import type { LifecycleState } from './cancel.ts';

export interface ApplySubscriptionCouponState extends LifecycleState {
  /** The product of the subscription's price; `null`: deleted. */
  readonly product: Product | null;
  /** Result of looking up the promotion code. */
  readonly couponLookup: CouponLookup;
}

/** Coupon of the subscription's discount; `null`: no discount, or one that cannot reduce the next charge or a later one. */
const appliedCouponIdOf = (subscription: Subscription): string | null => {
  const { discount, discountGrant } = subscription;
  const reducesCharges = reducesChargesFrom(discount, discountGrant, nextServicePeriod(subscription).start);
  return reducesCharges ? (discount?.couponId ?? null) : null;
};

/**
 * Applies a promotion code that the customer entered, from the next charge on, and counts a redemption of the coupon. Events:
 * `subscription.updated`, `subscription.coupon_applied`. Idempotent. Refuses the codes that a checkout refuses (400 with `param: code` and
 * a `reason`), and a subscription that is past due (409 `subscription_past_due`), has a pending charge (409), or has no next charge (409).
 */
export const applyCouponToSubscription = (
  _command: null,
  { subscription, parties, product, couponLookup }: ApplySubscriptionCouponState,
  ctx: DecisionContext,
): Decision<Subscription> | Refusal => {
  if (subscription === null || parties === null) return new Refusal('resource_missing', 'No such subscription.');
  const before = subscription.record;
  const verdict = checkAction('apply_coupon', flagsOf(before, ctx.now));
  if (verdict instanceof Refusal) return verdict;
  const appliedCouponId = appliedCouponIdOf(before);
  const entered = enterCode({ couponLookup, target: targetOfPrice(before.price), product, appliedCouponId, param: 'code' }, ctx.now);
  if (entered instanceof Refusal) return entered;
  if (entered === 'already_applied') return unchanged(before);
  const coupon = entered.record;
  const endsAt = discountEnd(coupon.duration, coupon.durationInMonths, nextServicePeriod(before));
  const after = withAmounts({ ...before, discount: { ...discountOf(coupon), endsAt }, discountGrant: null }, taxOf(parties));
  return {
    changes: [change(subscriptionAggregate, subscription, after), change(couponAggregate, entered, withRedemption(coupon))],
    events: eventsOfUpdate(after, 'subscription.coupon_applied'),
    guards: reserveRedemption(coupon, before.customerId, 'code'),
    audit: { ...audited('coupon', 'redeemed', coupon.id), metadata: { subscription_id: after.id } },
    result: after,
  };
};
