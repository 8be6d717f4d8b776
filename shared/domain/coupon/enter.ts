import type { Stored } from '../aggregate.ts';
import type { Product } from '../product/record.ts';
import { Refusal } from '../refusal.ts';
import { type CouponLookup, type CouponTarget, couponProblem, refuseCoupon } from './eligibility.ts';
import type { Coupon } from './record.ts';

/** A code entered by a buyer. */
export interface EnteredCode {
  readonly couponLookup: CouponLookup;
  /** Price or amount that the code is entered for. */
  readonly target: CouponTarget;
  /** The product of the target; `null`: deleted. */
  readonly product: Pick<Product, 'allowPromotionCodes'> | null;
  /** Coupon of the current discount; `null`: no discount, or one that no longer counts as applied. */
  readonly appliedCouponId: string | null;
  /** Request field of the code, for refusals. */
  readonly param: string;
}

/**
 * Decides whether a buyer can use a code on the hosted page, in the payment element and in the portal. The product must accept promotion
 * codes, and the coupon must be valid, below its redemption limits (in total and per customer) and apply to the target. Returns the coupon
 * to redeem, or `already_applied` if the current discount comes from this coupon. Refusal: 400 with `reason`.
 */
export const enterCode = (
  { couponLookup, target, product, appliedCouponId, param }: EnteredCode,
  now: number,
): Stored<Coupon> | 'already_applied' | Refusal => {
  if (product?.allowPromotionCodes !== true) {
    return new Refusal('parameter_invalid', 'This product accepts no promotion codes.', { param, reason: 'promotion_codes_not_allowed' });
  }
  if (couponLookup.coupon !== null && couponLookup.coupon.record.id === appliedCouponId) return 'already_applied';
  const problem = couponProblem(couponLookup, target, now);
  return problem !== null || couponLookup.coupon === null ? refuseCoupon(problem ?? 'coupon_not_found', param) : couponLookup.coupon;
};

const CODE_REASON = /^coupon_/;

/** True when a refusal is about the code, not about the product. Such a refusal reveals whether the code exists, so it is rate limited. */
export const isCodeRefusal = (refusal: Pick<Refusal, 'reason'>): boolean => CODE_REASON.test(refusal.reason ?? '');
