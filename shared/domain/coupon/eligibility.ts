import type { Stored } from '../aggregate.ts';
import type { Discount } from '../amounts/discounts.ts';
import type { Guard } from '../decision.ts';
import type { COUPON_REASONS } from '../reasons.ts';
import { Refusal } from '../refusal.ts';
import type { Coupon } from './record.ts';

/** The coupon of a code, and how often the coupon is used. */
export interface CouponLookup {
  /** `null`: no coupon has the code. */
  readonly coupon: Stored<Coupon> | null;
  /** Redemptions, plus reservations of open checkout sessions and pending plan changes (`usesCounter`). */
  readonly uses: number;
  /** Redemptions and reservations of the customer; 0 when unknown. */
  readonly customerUses: number;
}

/** Price or amount that the coupon is used for. */
export interface CouponTarget {
  /** `null`: no price in particular. */
  readonly priceId: string | null;
  readonly currency: string;
  /** Before discount and tax; `null` when unknown or decided by usage. */
  readonly amountCents: number | null;
}

/** Reason why a code cannot be used. */
export type CouponProblem = (typeof COUPON_REASONS)[number];

const MESSAGES: Readonly<Record<CouponProblem, string>> = {
  coupon_not_found: 'No coupon has this code.',
  coupon_inactive: 'This coupon is inactive.',
  coupon_expired: 'This coupon has expired.',
  coupon_exhausted: 'This coupon has reached its redemption limit.',
  coupon_already_redeemed: 'This customer has reached the redemption limit of this coupon.',
  coupon_currency_mismatch: 'This coupon is for another currency.',
  coupon_not_applicable: 'This coupon does not apply to this price.',
  coupon_minimum_not_reached: 'The amount is below the minimum of this coupon.',
};

/** True when the amount is below the coupon's minimum. A metered price counts as 0. False if neither a price nor an amount is known. */
const isBelowMinimum = ({ minAmountCents }: Coupon, target: CouponTarget): boolean => {
  const knownCents = target.amountCents ?? (target.priceId === null ? null : 0);
  return minAmountCents !== null && knownCents !== null && knownCents < minAmountCents;
};

/** Why the coupon is not for the target: the first of its terms that the target does not meet. `null`: the target meets all terms. */
const termsProblem = (coupon: Coupon, target: CouponTarget): CouponProblem | null => {
  if (coupon.currency !== null && coupon.currency !== target.currency) return 'coupon_currency_mismatch';
  if (coupon.appliesToPriceIds !== null && !coupon.appliesToPriceIds.includes(target.priceId ?? '')) return 'coupon_not_applicable';
  return isBelowMinimum(coupon, target) ? 'coupon_minimum_not_reached' : null;
};

/** True when the coupon's terms allow the target. Redemption limits and expiry are not checked. */
export const isForTarget = (coupon: Coupon, target: CouponTarget): boolean => termsProblem(coupon, target) === null;

const isReached = (limit: number | null, uses: number): boolean => limit !== null && uses >= limit;

/** The first problem of using the code for the target at `now` (Unix seconds), in the order of the checks; `null`: none. */
export const couponProblem = (
  { coupon: stored, uses, customerUses }: CouponLookup,
  target: CouponTarget,
  now: number,
): CouponProblem | null => {
  if (stored === null) return 'coupon_not_found';
  const coupon = stored.record;
  if (!coupon.active) return 'coupon_inactive';
  if (coupon.redeemBy !== null && now > coupon.redeemBy) return 'coupon_expired';
  if (isReached(coupon.maxRedemptions, uses)) return 'coupon_exhausted';
  if (isReached(coupon.maxRedemptionsPerCustomer, customerUses)) return 'coupon_already_redeemed';
  return termsProblem(coupon, target);
};

/** Builds the refusal of a code (400) for the request field `param`. */
export const refuseCoupon = (problem: CouponProblem, param: string): Refusal =>
  new Refusal('parameter_invalid', MESSAGES[problem], { param, reason: problem });

/** The discount of a coupon. `endsAt` is set when the first period with the discount is known. */
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

/** Counter of one customer's redemptions and reservations of the coupon. */
export const customerUsesCounter = (couponId: string, customerId: string): string => `${usesCounter(couponId)}#${customerId}`;

const NO_LIMIT = 1_000_000_000_000;
/** A guard needs a refusal, although a counter never reaches `NO_LIMIT`. */
const NEVER_REACHED = new Refusal('state_conflict', 'The redemption limit of this coupon is exceeded.');

/** Guards that reserve (`by: 1`) or release (`by: -1`) a redemption of the coupon by the customer, within these limits. */
const countGuards = (
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
export const reserveRedemption = (coupon: Coupon, customerId: string, param: string): readonly Guard[] =>
  countGuards(coupon.id, customerId, 1, {
    max: coupon.maxRedemptions ?? NO_LIMIT,
    perCustomer: coupon.maxRedemptionsPerCustomer ?? NO_LIMIT,
    refusalOf: (problem) => refuseCoupon(problem, param),
  });

/** Releases the reservation of a checkout session or plan change that ended unpaid. */
export const releaseRedemption = (discount: Discount | null, customerId: string): readonly Guard[] =>
  discount === null ? [] : countGuards(discount.couponId, customerId, -1, UNLIMITED);

/** Reserves a released redemption again, even beyond the limit, because the session was paid after it had expired. */
export const reserveRedemptionAgain = (couponId: string, customerId: string): readonly Guard[] =>
  countGuards(couponId, customerId, 1, UNLIMITED);

/** Counts a redemption of the coupon. */
export const withRedemption = (coupon: Coupon): Coupon => ({ ...coupon, timesRedeemed: coupon.timesRedeemed + 1 });
