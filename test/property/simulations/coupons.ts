import { type CouponTerms, type CouponUse, divideRounded } from './amounts.ts';
import type { Plan } from './sale.ts';

interface Period {
  readonly start: number;
  readonly end: number;
}

/** The discount that a coupon has granted in one period. */
export interface Grant extends Period {
  readonly limitCents: number;
  readonly usedCents: number;
}

/**
 * A coupon on a subscription. It applies to periods that begin before `endsAt` (`null`: without end); a `once` coupon applies until the end
 * of the period in which it was first used.
 */
export interface BoundCoupon {
  readonly terms: CouponTerms;
  readonly endsAt: number | null;
  /** Name of the only plan that it applies to; `null`: all. */
  readonly onlyFor: string | null;
  readonly grant: Grant | null;
}

const isOnce = ({ terms }: BoundCoupon): boolean => terms.duration === 'once';

const isActiveAt = (coupon: BoundCoupon, start: number): boolean =>
  isOnce(coupon) ? coupon.grant === null || start < coupon.grant.end : coupon.endsAt === null || start < coupon.endsAt;

/** The coupon for the billing period that begins at `start`, with the discount that is left in it; `null`: no coupon applies. */
export const couponAt = (coupon: BoundCoupon | null, start: number): CouponUse | null => {
  if (coupon === null || !isActiveAt(coupon, start)) return null;
  const { terms, grant } = coupon;
  return { terms, leftCents: grant !== null && start < grant.end ? Math.max(0, grant.limitCents - grant.usedCents) : null };
};

/**
 * The coupon after an invoice for `service` that has a discount of `offCents`. An invoice without discount does not use a `once` coupon.
 * `periodStart`: beginning of the billing period that contains the service.
 */
export const couponAfter = (
  coupon: BoundCoupon | null,
  service: Period,
  offCents: number,
  periodStart = service.start,
): BoundCoupon | null => {
  if (coupon === null || !isActiveAt(coupon, periodStart)) return coupon;
  const { terms, grant } = coupon;
  if (!isOnce(coupon) && terms.amountOffCents === null) return coupon;
  if (grant !== null && service.start < grant.end) return { ...coupon, grant: { ...grant, usedCents: grant.usedCents + offCents } };
  if (isOnce(coupon) && offCents === 0) return coupon;
  const limitCents = isOnce(coupon) ? offCents : (terms.amountOffCents ?? 0);
  return { ...coupon, grant: { start: service.start, end: service.end, limitCents, usedCents: offCents } };
};

/** Restores the discount of unused service. */
const restoreDiscount = (coupon: BoundCoupon | null, offCents: number): BoundCoupon | null =>
  coupon === null || coupon.grant === null
    ? coupon
    : { ...coupon, grant: { ...coupon.grant, usedCents: Math.max(0, coupon.grant.usedCents - offCents) } };

/**
 * Moves the grant to `period` if `period` begins before the grant's period ends. Of the used discount, only what exceeds the elapsed share
 * of the limit counts as used in `period`.
 */
const moveGrant = (coupon: BoundCoupon, period: Period): BoundCoupon => {
  const { grant } = coupon;
  if (grant === null || period.start >= grant.end) return coupon;
  const earned = divideRounded(grant.limitCents * Math.max(0, period.start - grant.start), grant.end - grant.start);
  return { ...coupon, grant: { ...period, limitCents: grant.limitCents, usedCents: Math.max(0, grant.usedCents - earned) } };
};

/** The coupon after a plan change. */
export interface CarriedCoupon {
  /** The coupon's use by the charge for the new price; `null`: none. */
  readonly use: CouponUse | null;
  /** The coupon after the invoice; `offCents` is `null` if nothing is charged for the new price. */
  readonly after: (offCents: number | null) => BoundCoupon | null;
}

const DROPPED: CarriedCoupon = { use: null, after: () => null };

/**
 * Carries the coupon to another price. `target`: the plan before (`from`) and after the change (`plan`); the charged service; the period
 * before the change (`current`); and whether a new period begins. `usageOff`: the coupon's discount on usage of the same invoice; `null`:
 * no usage is billed. `unusedOff`: the discount on unused service at the former price.
 */
export const carryCoupon = (
  coupon: BoundCoupon | null,
  target: {
    readonly from: Plan;
    readonly plan: Plan;
    readonly service: Period;
    readonly current: Period;
    readonly beginsPeriod: boolean;
  },
  { usageOff, unusedOff }: { readonly usageOff: number | null; readonly unusedOff: number },
): CarriedCoupon => {
  const { from, plan, service, current, beginsPeriod } = target;
  if (coupon === null || (coupon.onlyFor !== null && coupon.onlyFor !== plan.name)) return DROPPED;
  const once = isOnce(coupon);
  if (once && coupon.grant !== null && from.interval !== plan.interval) return DROPPED;
  if (once && coupon.grant === null) {
    const { amountOffCents } = coupon.terms;
    return {
      use: { terms: coupon.terms, leftCents: amountOffCents === null ? null : amountOffCents - (usageOff ?? 0) },
      after: (off) => (off === null && usageOff === null ? coupon : couponAfter(coupon, service, (off ?? 0) + (usageOff ?? 0))),
    };
  }
  const restored = restoreDiscount(coupon, unusedOff);
  const withUsage = usageOff === null ? restored : couponAfter(restored, current, usageOff);
  const moved = withUsage !== null && beginsPeriod ? moveGrant(withUsage, service) : withUsage;
  const periodStart = beginsPeriod ? service.start : current.start;
  return {
    use: couponAt(moved, periodStart),
    after: (off) => (off === null ? moved : couponAfter(moved, service, off, periodStart)),
  };
};
