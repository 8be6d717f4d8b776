import type { Stored } from '../aggregate.ts';
import type { Product } from '../product/record.ts';
import { Refusal } from '../refusal.ts';
import { type CouponTarget, couponProblem, type FoundCoupon, refuseCoupon } from './eligibility.ts';
import type { Coupon } from './record.ts';

/** A code that a buyer enters, on whichever page. */
export interface EnteredCode {
  readonly found: FoundCoupon;
  /** What the code is entered for. */
  readonly target: CouponTarget;
  /** Its product; `null`: it is gone. */
  readonly product: Pick<Product, 'allowPromotionCodes'> | null;
  /** The coupon of the discount that there is already. */
  readonly boundCouponId: string | null;
  /** The field that the code was sent in: refusals name it. */
  readonly param: string;
}

/**
 * Whether a buyer may use the code: the one rule of hosted page, payment element, portal coupon and portal plan change. The product must take
 * promotion codes, the customer must not have redeemed the coupon as often as it can be, and the coupon must be good for the target.
 * Answers the coupon to redeem; `bound`: it is the coupon that is there already, and nothing changes. Refused: 400 with `reason`.
 */
export const enterCode = (
  { found, target, product, boundCouponId, param }: EnteredCode,
  now: number,
): Stored<Coupon> | 'bound' | Refusal => {
  if (product?.allowPromotionCodes !== true) {
    return new Refusal('parameter_invalid', 'No promotion codes are taken here.', { param, reason: 'promotion_codes_not_allowed' });
  }
  if (found.coupon !== null && found.coupon.record.id === boundCouponId) return 'bound';
  const problem = couponProblem(found, target, now);
  return problem !== null || found.coupon === null ? refuseCoupon(problem ?? 'coupon_not_found', param) : found.coupon;
};

const ABOUT_THE_CODE = /^coupon_/;

/** True for the refusal of a code that says something of the code itself: a buyer may learn it a few times a minute only. */
export const isWrongCode = (refusal: Pick<Refusal, 'reason'>): boolean => ABOUT_THE_CODE.test(refusal.reason ?? '');
