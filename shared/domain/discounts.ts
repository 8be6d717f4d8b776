import { BASIS_POINTS, basisPointsOf } from './money.ts';
import { addIntervals } from './periods.ts';

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

/** True while the discount covers a period that starts at `periodStart`. */
export const discountCovers = (discount: Discount, periodStart: number): boolean =>
  discount.endsAt === null || periodStart < discount.endsAt;

/**
 * What a discount takes off each of an invoice's line amounts: a percentage is rounded once per line, a fixed
 * amount is used up line by line and never exceeds them. Lines at or below zero are not discounted.
 */
export const discountsOfLines = (discount: Discount | null, amountsCents: readonly number[]): readonly number[] => {
  if (discount === null) return amountsCents.map(() => 0);
  const percent = discount.percentOffBasisPoints;
  if (percent !== null) return amountsCents.map((amount) => (amount > 0 ? basisPointsOf(amount, Math.min(percent, BASIS_POINTS)) : 0));
  let leftCents = discount.amountOffCents ?? 0;
  return amountsCents.map((amount) => {
    const off = Math.min(leftCents, Math.max(amount, 0));
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
