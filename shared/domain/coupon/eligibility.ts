import type { Stored } from '../aggregate.ts';
import type { Guard } from '../decision.ts';
import type { Discount } from '../discounts.ts';
import { Refusal } from '../refusal.ts';
import type { Coupon } from './record.ts';

/** What a code means, as it was found. */
export interface FoundCoupon {
  /** `null`: no coupon has the code. */
  readonly coupon: Stored<Coupon> | null;
  /** Redemptions, and open checkout sessions that hold one (`usesCounter`). */
  readonly uses: number;
  /** The same of the customer who is to redeem it; 0 where no customer is known. */
  readonly customerUses: number;
}

/** What is to be discounted. */
export interface CouponTarget {
  /** `null`: no price in particular. */
  readonly priceId: string | null;
  readonly currency: string;
  /** Before discount and tax; `null` when only usage will tell, or nobody said. */
  readonly amountCents: number | null;
}

const MESSAGES = {
  coupon_not_found: 'No coupon has this code.',
  coupon_inactive: 'This coupon was withdrawn.',
  coupon_expired: 'This coupon can no longer be redeemed.',
  coupon_already_redeemed: 'This customer has redeemed this coupon as often as it can be.',
  coupon_exhausted: 'This coupon has been redeemed as often as it can be.',
  coupon_currency_mismatch: 'This coupon is for another currency.',
  coupon_not_applicable: 'This coupon is not for this price.',
  coupon_minimum_not_reached: 'The amount is below the minimum of this coupon.',
} as const;

/** Why a code cannot be used. */
export type CouponProblem = keyof typeof MESSAGES;

/** A price's amount counts towards the minimum; of a metered one nothing is certain. An amount that was not said is not checked. */
const belowMinimum = ({ minAmountCents }: Coupon, target: CouponTarget): boolean => {
  const certainCents = target.amountCents ?? (target.priceId === null ? null : 0);
  return minAmountCents !== null && certainCents !== null && certainCents < minAmountCents;
};

/** Why the coupon's terms do not fit the target; `null`: they do. */
const misfit = (coupon: Coupon, target: CouponTarget): CouponProblem | null => {
  if (coupon.currency !== null && coupon.currency !== target.currency) return 'coupon_currency_mismatch';
  if (coupon.appliesToPriceIds !== null && !coupon.appliesToPriceIds.includes(target.priceId ?? '')) return 'coupon_not_applicable';
  return belowMinimum(coupon, target) ? 'coupon_minimum_not_reached' : null;
};

/** True where the coupon is for the target, no matter who has redeemed it: a discount that runs is carried there. */
export const isForTarget = (coupon: Coupon, target: CouponTarget): boolean => misfit(coupon, target) === null;

const reaches = (limit: number | null, uses: number): boolean => limit !== null && uses >= limit;

/** The first reason why the code cannot be used for the target now (Unix seconds); `null`: it can. */
export const couponProblem = (
  { coupon: stored, uses, customerUses }: FoundCoupon,
  target: CouponTarget,
  now: number,
): CouponProblem | null => {
  if (stored === null) return 'coupon_not_found';
  const coupon = stored.record;
  if (!coupon.active) return 'coupon_inactive';
  if (coupon.redeemBy !== null && now > coupon.redeemBy) return 'coupon_expired';
  if (reaches(coupon.maxRedemptions, uses)) return 'coupon_exhausted';
  if (reaches(coupon.maxRedemptionsPerCustomer, customerUses)) return 'coupon_already_redeemed';
  return misfit(coupon, target);
};

/** The refusal of a code that cannot be used: 400 that names the field it was sent in. */
export const refuseCoupon = (problem: CouponProblem, param: string): Refusal =>
  new Refusal('parameter_invalid', MESSAGES[problem], { param, reason: problem });

/** The coupon as it is bound; when it ends is known once its first paid period is. */
export const discountOf = (coupon: Coupon): Discount => ({
  couponId: coupon.id,
  code: coupon.code,
  percentOffBasisPoints: coupon.percentOffBasisPoints,
  amountOffCents: coupon.amountOffCents,
  currency: coupon.currency,
  duration: coupon.duration,
  durationInMonths: coupon.durationInMonths,
  endsAt: null,
});

/** The counter of a coupon's redemptions and of the open sessions that hold one; see decision 0011. */
export const usesCounter = (couponId: string): string => `coupon_uses#${couponId}`;

/** The same of one customer. */
export const customerUsesCounter = (couponId: string, customerId: string): string => `${usesCounter(couponId)}#${customerId}`;

const NO_LIMIT = 1_000_000_000_000;
const NEVER_REACHED = new Refusal('state_conflict', 'The redemption limit of this coupon is exceeded.');

/** Takes (1) or returns (-1) a redemption of the coupon by the customer, within these limits. */
const counted = (
  couponId: string,
  customerId: string,
  by: 1 | -1,
  limits: { readonly max: number; readonly perCustomer: number; readonly refusalOf: (problem: CouponProblem) => Refusal },
): readonly Guard[] => [
  { kind: 'count', name: usesCounter(couponId), by, max: limits.max, refusal: limits.refusalOf('coupon_exhausted') },
  {
    kind: 'count',
    name: customerUsesCounter(couponId, customerId),
    by,
    max: limits.perCustomer,
    refusal: limits.refusalOf('coupon_already_redeemed'),
  },
];

const UNLIMITED = { max: NO_LIMIT, perCustomer: NO_LIMIT, refusalOf: () => NEVER_REACHED };

/** Holds a redemption for a customer; refused in the transaction when the last one was taken in the meantime. */
export const holdUse = (coupon: Coupon, customerId: string, param: string): readonly Guard[] =>
  counted(coupon.id, customerId, 1, {
    max: coupon.maxRedemptions ?? NO_LIMIT,
    perCustomer: coupon.maxRedemptionsPerCustomer ?? NO_LIMIT,
    refusalOf: (problem) => refuseCoupon(problem, param),
  });

/** Returns what was held where nothing was redeemed: a session that ended without a sale, a plan change that was not paid. */
export const releaseUse = (discount: Discount | null, customerId: string): readonly Guard[] =>
  discount === null ? [] : counted(discount.couponId, customerId, -1, UNLIMITED);

/** A session that had returned its redemption was paid after all: the buyer gets what was promised, beyond the limits if need be. */
export const takeUseAgain = (couponId: string, customerId: string): readonly Guard[] => counted(couponId, customerId, 1, UNLIMITED);

export const redeemed = (coupon: Coupon): Coupon => ({ ...coupon, timesRedeemed: coupon.timesRedeemed + 1 });
