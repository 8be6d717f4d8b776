import { type CouponTerms, type CouponUse, rounded } from './amounts.ts';
import type { Plan } from './sale.ts';

interface Period {
  readonly start: number;
  readonly end: number;
}

/** What a coupon has given in one period. */
export interface Grant extends Period {
  readonly limitCents: number;
  readonly usedCents: number;
}

/** A coupon of which it is known for which periods it counts: those that begin before `endsAt`; `once`: until an invoice has used it up. */
export interface BoundCoupon {
  readonly terms: CouponTerms;
  readonly endsAt: number | null;
  /** `null`: for every price. */
  readonly onlyFor: string | null;
  readonly grant: Grant | null;
}

const isOnce = ({ terms }: BoundCoupon): boolean => terms.duration === 'once';

const counts = (coupon: BoundCoupon, start: number): boolean =>
  isOnce(coupon) ? coupon.grant === null || start < coupon.grant.end : coupon.endsAt === null || start < coupon.endsAt;

/** The coupon for service that begins then, with what its period has left. */
export const couponAt = (coupon: BoundCoupon | null, start: number): CouponUse | null => {
  if (coupon === null || !counts(coupon, start)) return null;
  const { terms, grant } = coupon;
  return { terms, leftCents: grant !== null && start < grant.end ? Math.max(0, grant.limitCents - grant.usedCents) : null };
};

/** After an invoice for the service took so much off. */
export const couponAfter = (coupon: BoundCoupon | null, service: Period, offCents: number): BoundCoupon | null => {
  if (coupon === null || !counts(coupon, service.start)) return coupon;
  const { terms, grant } = coupon;
  if (!isOnce(coupon) && terms.amountOffCents === null) return coupon;
  if (grant !== null && service.start < grant.end) return { ...coupon, grant: { ...grant, usedCents: grant.usedCents + offCents } };
  const limitCents = isOnce(coupon) ? offCents : (terms.amountOffCents ?? 0);
  return { ...coupon, grant: { start: service.start, end: service.end, limitCents, usedCents: offCents } };
};

/** Returns what was deducted service that is given up. */
const returned = (coupon: BoundCoupon | null, offCents: number): BoundCoupon | null =>
  coupon === null || coupon.grant === null
    ? coupon
    : { ...coupon, grant: { ...coupon.grant, usedCents: Math.max(0, coupon.grant.usedCents - offCents) } };

/** For a period that begins early: what was given ahead of the time that passed counts in it. */
const cutShort = (coupon: BoundCoupon, period: Period): BoundCoupon => {
  const { grant } = coupon;
  if (grant === null || period.start >= grant.end) return coupon;
  const earned = rounded(grant.limitCents * Math.max(0, period.start - grant.start), grant.end - grant.start);
  return { ...coupon, grant: { ...period, limitCents: grant.limitCents, usedCents: Math.max(0, grant.usedCents - earned) } };
};

/** What a change of plan does to the coupon. */
export interface Carried {
  readonly use: CouponUse | null;
  /** `null`: nothing is charged for the new price. */
  readonly after: (offCents: number | null) => BoundCoupon | null;
}

const DROPPED: Carried = { use: null, after: () => null };

/** The coupon that runs, at another price from now on. `usageOff`: what it deducts usage of the same invoice; `null`: there is none. */
export const carried = (
  coupon: BoundCoupon | null,
  to: {
    readonly from: Plan;
    readonly plan: Plan;
    readonly service: Period;
    readonly current: Period;
    readonly begins: boolean;
    readonly first: Period;
  },
  { usageOff, unusedOff }: { readonly usageOff: number | null; readonly unusedOff: number },
): Carried => {
  const { from, plan, service, current, begins, first } = to;
  if (coupon === null || (coupon.onlyFor !== null && coupon.onlyFor !== plan.name)) return DROPPED;
  const once = isOnce(coupon);
  if (once && coupon.grant !== null && from.interval !== plan.interval) return DROPPED;
  const bound = once ? { ...coupon, endsAt: first.end } : coupon;
  if (once && coupon.grant === null) {
    const { amountOffCents } = coupon.terms;
    return {
      use: { terms: coupon.terms, leftCents: amountOffCents === null ? null : amountOffCents - (usageOff ?? 0) },
      after: (off) => (off === null && usageOff === null ? bound : couponAfter(bound, service, (off ?? 0) + (usageOff ?? 0))),
    };
  }
  const kept = returned(bound, unusedOff);
  const withUsage = usageOff === null ? kept : couponAfter(kept, current, usageOff);
  const shared = withUsage !== null && begins ? cutShort(withUsage, service) : withUsage;
  return { use: couponAt(shared, service.start), after: (off) => (off === null ? shared : couponAfter(shared, service, off)) };
};
