import type { Stored } from '../aggregate.ts';
import type { Guard } from '../decision.ts';
import type { Discount } from '../discounts.ts';
import { Refusal } from '../refusal.ts';
import type { Coupon } from './record.ts';

/** A code's coupon and its use. */
export interface FoundCoupon {
  /** `null`: no coupon has the code. */
  readonly coupon: Stored<Coupon> | null;
  /** Redemptions, plus reservations of open checkout sessions (`usesCounter`). */
  readonly uses: number;
  /** Redemptions and reservations of the customer; 0 when unknown. */
  readonly customerUses: number;
}

/** What the coupon is used for. */
export interface CouponTarget {
  /** `null`: no price in particular. */
  readonly priceId: string | null;
  readonly currency: string;
  /** Before discount and tax; `null` when unknown or decided by usage. */
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

/** True when the amount is below the coupon's minimum; unknown and metered amounts are not checked. */
const belowMinimum = ({ minAmountCents }: Coupon, target: CouponTarget): boolean => {
  const certainCents = target.amountCents ?? (target.priceId === null ? null : 0);
  return minAmountCents !== null && certainCents !== null && certainCents < minAmountCents;
};

/** Problem of the coupon's terms with the target; `null`: none. */
const misfit = (coupon: Coupon, target: CouponTarget): CouponProblem | null => {
  if (coupon.currency !== null && coupon.currency !== target.currency) return 'coupon_currency_mismatch';
  if (coupon.appliesToPriceIds !== null && !coupon.appliesToPriceIds.includes(target.priceId ?? '')) return 'coupon_not_applicable';
  return belowMinimum(coupon, target) ? 'coupon_minimum_not_reached' : null;
};

/** True when the coupon applies to the target, no matter who redeemed it. */
export const isForTarget = (coupon: Coupon, target: CouponTarget): boolean => misfit(coupon, target) === null;

const reaches = (limit: number | null, uses: number): boolean => limit !== null && uses >= limit;

/** The first problem of using the code for the target at `now` (Unix seconds); `null`: none. */
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

/** Refusal of a code (400), naming the request field. */
export const refuseCoupon = (problem: CouponProblem, param: string): Refusal =>
  new Refusal('parameter_invalid', MESSAGES[problem], { param, reason: problem });

/** The discount of a coupon; its end is set with its first paid period. */
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

/** Counter of a coupon's redemptions and reservations; see decision 0011. */
export const usesCounter = (couponId: string): string => `coupon_uses#${couponId}`;

/** The same per customer. */
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

/** Reserves a redemption for a customer; refused in the transaction when the limit is reached. */
export const holdUse = (coupon: Coupon, customerId: string, param: string): readonly Guard[] =>
  counted(coupon.id, customerId, 1, {
    max: coupon.maxRedemptions ?? NO_LIMIT,
    perCustomer: coupon.maxRedemptionsPerCustomer ?? NO_LIMIT,
    refusalOf: (problem) => refuseCoupon(problem, param),
  });

/** Releases a reservation when nothing was redeemed: a session without a sale, or an unpaid plan change. */
export const releaseUse = (discount: Discount | null, customerId: string): readonly Guard[] =>
  discount === null ? [] : counted(discount.couponId, customerId, -1, UNLIMITED);

/** Takes a released redemption again, beyond the limit if needed, because the session was paid after all. */
export const takeUseAgain = (couponId: string, customerId: string): readonly Guard[] => counted(couponId, customerId, 1, UNLIMITED);

export const redeemed = (coupon: Coupon): Coupon => ({ ...coupon, timesRedeemed: coupon.timesRedeemed + 1 });
