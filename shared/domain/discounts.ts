import { BASIS_POINTS, basisPointsOf, proportionOf } from './money.ts';
import { addIntervals, type Interval, type Period } from './periods.ts';

export type DiscountDuration = 'once' | 'forever' | 'repeating';

/** A coupon bound to a subscription, as it stood when it was bound. */
export interface Discount {
  readonly couponId: string;
  readonly code: string;
  /** Hundredths of a percent, 1 to 10000; exactly one of this and `amountOffCents` is set. */
  readonly percentOffBasisPoints: number | null;
  readonly amountOffCents: number | null;
  readonly currency: string | null;
  readonly duration: DiscountDuration;
  readonly durationInMonths: number | null;
  /** The discount applies to periods that start before this moment; `null`: without end. */
  readonly endsAt: number | null;
}

/**
 * When a discount ends, given the first period that is paid with it: `once` covers that period alone,
 * `repeating` runs its months by the anchor rule from that period's start.
 */
export const discountEnd = (
  duration: DiscountDuration,
  durationInMonths: number | null,
  firstPaid: { readonly start: number; readonly end: number },
): number | null => {
  if (duration === 'forever') return null;
  return duration === 'once' ? firstPaid.end : addIntervals(firstPaid.start, 'month', durationInMonths ?? 1);
};

/**
 * What a discount granted in one service period. All service that starts in it shares what is granted: a fixed amount is granted once
 * a period, and `once` by one paid invoice alone, however many invoices plan changes and metered usage give rise to.
 */
export interface DiscountGrant extends Period {
  readonly interval: Interval;
  /** At most so much in the period; for `once`, what its one invoice deducted. */
  readonly limitCents: number;
  /** What invoices deducted, less the part for service that a plan change gave up. */
  readonly usedCents: number;
}

/** A discount as one charge may use it. */
export interface ApplicableDiscount extends Pick<Discount, 'percentOffBasisPoints' | 'amountOffCents'> {
  /** Takes at most so much off in all; `null` or left out: no such limit. */
  readonly leftCents?: number | null;
}

/** True when service that starts at `serviceStart` has the discount: a `once` discount waits for the first invoice that is paid with it. */
export const discountCovers = (discount: Discount, grant: DiscountGrant | null, serviceStart: number): boolean => {
  if (discount.duration === 'once') return grant === null || serviceStart < grant.end;
  return discount.endsAt === null || serviceStart < discount.endsAt;
};

/** The discount for service that starts then, limited to what its period has left; `null`: there is none. */
export const applicableDiscount = (
  discount: Discount | null,
  grant: DiscountGrant | null,
  serviceStart: number,
): ApplicableDiscount | null => {
  if (discount === null || !discountCovers(discount, grant, serviceStart)) return null;
  const shared = grant !== null && serviceStart < grant.end;
  return { ...discount, leftCents: shared ? Math.max(0, grant.limitCents - grant.usedCents) : null };
};

/** The grant after an invoice for this service took `takenCents` off. A percentage that is not for one invoice only needs none. */
export const grantAfter = (
  discount: Discount | null,
  grant: DiscountGrant | null,
  service: Period & { readonly interval: Interval },
  takenCents: number,
): DiscountGrant | null => {
  if (discount === null || (discount.duration !== 'once' && discount.amountOffCents === null)) return null;
  if (!discountCovers(discount, grant, service.start)) return grant;
  if (grant !== null && service.start < grant.end) return { ...grant, usedCents: grant.usedCents + takenCents };
  const { start, end, interval } = service;
  const limitCents = discount.duration === 'once' ? takenCents : (discount.amountOffCents ?? 0);
  return { start, end, interval, limitCents, usedCents: takenCents };
};

/**
 * The grant of a period that a change of interval cuts short, for the period that begins then. What was granted ahead of the time that
 * passed counts in the new period, so that cutting periods short grants no more.
 */
export const grantForPeriod = (grant: DiscountGrant | null, period: Period & { readonly interval: Interval }): DiscountGrant | null => {
  if (grant === null || period.start >= grant.end) return grant;
  const earnedCents = proportionOf(grant.limitCents, Math.max(0, period.start - grant.start), grant.end - grant.start);
  const { start, end, interval } = period;
  return { start, end, interval, limitCents: grant.limitCents, usedCents: Math.max(0, grant.usedCents - earnedCents) };
};

/**
 * What a discount deducts each of an invoice's line amounts: a percentage is rounded once per line, a fixed amount is used up line by
 * line and never exceeds them. Lines at or below zero are not discounted, and no more is deducted in all than is left of its grant.
 */
export const discountsOfLines = (discount: ApplicableDiscount | null, amountsCents: readonly number[]): readonly number[] => {
  if (discount === null) return amountsCents.map(() => 0);
  const percent = discount.percentOffBasisPoints;
  const offOf = (amount: number): number => (percent === null ? amount : basisPointsOf(amount, Math.min(percent, BASIS_POINTS)));
  let leftCents = Math.min(discount.amountOffCents ?? Number.POSITIVE_INFINITY, discount.leftCents ?? Number.POSITIVE_INFINITY);
  return amountsCents.map((amount) => {
    const off = Math.min(leftCents, amount > 0 ? offOf(amount) : 0);
    leftCents -= off;
    return off;
  });
};

/** 12.34 % is 1234; `null` for what is not above 0, above 100 or finer than two decimals. Exact: the point is moved in the text. */
export const percentAsBasisPoints = (percent: number): number | null => {
  const match = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(String(percent));
  const basisPoints = match === null ? 0 : Number(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`);
  return basisPoints > 0 && basisPoints <= BASIS_POINTS ? basisPoints : null;
};

export const basisPointsAsPercent = (basisPoints: number | null): number | null => (basisPoints === null ? null : basisPoints / 100);

/** `discount` of a subscription [SUB-26]. */
export const viewDiscount = (discount: Discount | null) =>
  discount === null
    ? null
    : {
        object: 'discount' as const,
        coupon_id: discount.couponId,
        code: discount.code,
        percent_off: basisPointsAsPercent(discount.percentOffBasisPoints),
        amount_off_cents: discount.amountOffCents,
        currency: discount.currency,
        duration: discount.duration,
        duration_in_months: discount.durationInMonths,
        ends_at: discount.endsAt,
      };
