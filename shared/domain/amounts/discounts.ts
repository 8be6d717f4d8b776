import { addIntervals, type Interval, type Period } from '../periods.ts';
import { applyBasisPoints, BASIS_POINTS, proportionOf } from './money.ts';

export type DiscountDuration = 'once' | 'forever' | 'repeating';

/** The discount of a coupon, stored with a subscription or checkout session when it is applied. */
export interface Discount {
  readonly couponId: string;
  readonly code: string;
  /** Hundredths of a percent, 1 to 10000. Either this field or `amountOffCents` is set. */
  readonly percentOffBasisPoints: number | null;
  readonly amountOffCents: number | null;
  readonly currency: string | null;
  readonly duration: DiscountDuration;
  readonly durationInMonths: number | null;
  /**
   * The discount applies to periods that start before this time; `null`: no end. `discountEnd` computes the time from the first period that
   * is paid with the discount, so a change that moves this period, such as a longer trial, must compute the time again.
   */
  readonly endsAt: number | null;
}

/**
 * End of a discount, given the first period that is paid with it. `once`: end of that period. `repeating`: `durationInMonths` after the
 * start of that period. `null` (`forever`): no end.
 */
export const discountEnd = (duration: DiscountDuration, durationInMonths: number | null, firstPaidPeriod: Period): number | null => {
  if (duration === 'forever') return null;
  return duration === 'once' ? firstPaidPeriod.end : addIntervals(firstPaidPeriod.start, 'month', durationInMonths ?? 1);
};

/**
 * The discount that one service period can have in total. Plan changes and metered usage can cause several invoices for a period; the sum
 * of their discounts is limited.
 */
export interface DiscountGrant extends Period {
  readonly interval: Interval;
  /** Maximum discount in the period: the fixed amount, or, for `once`, the discount of the first invoice that is paid with it. */
  readonly limitCents: number;
  /** Sum of the discounts on invoices, minus the part for service that a plan change credited. */
  readonly usedCents: number;
}

/** A discount for one charge. */
export interface ApplicableDiscount extends Pick<Discount, 'percentOffBasisPoints' | 'amountOffCents'> {
  /** Maximum total discount on the lines of the charge; `null` or omitted: no maximum. */
  readonly leftCents?: number | null;
  /** The part of the fixed amount that other invoices of the period have deducted; without tax under reverse charge. Omitted: none. */
  readonly usedCents?: number;
}

/**
 * True when the discount applies to the billing period that starts at `periodStart`, also to service that starts later in that period. An
 * unused `once` discount applies to any period; a used `once` discount applies to the period of its grant.
 */
export const discountCovers = (discount: Discount, grant: DiscountGrant | null, periodStart: number): boolean => {
  if (discount.duration === 'once') return grant === null || periodStart < grant.end;
  return discount.endsAt === null || periodStart < discount.endsAt;
};

/** The discount for the billing period that starts at `periodStart`, limited to the rest of the period's grant; `null`: none. */
export const applicableDiscount = (
  discount: Discount | null,
  grant: DiscountGrant | null,
  periodStart: number,
): ApplicableDiscount | null => {
  if (discount === null || !discountCovers(discount, grant, periodStart)) return null;
  if (grant === null || periodStart >= grant.end) return { ...discount, leftCents: null };
  // `maxDiscountCents` subtracts the used part from a fixed amount later, because reverse charge first removes the tax from the amount.
  if (discount.duration !== 'once') return { ...discount, leftCents: null, usedCents: grant.usedCents };
  return { ...discount, leftCents: Math.max(0, grant.limitCents - grant.usedCents) };
};

/** True when the discount can reduce the charge of the billing period that starts at `periodStart`, or of a later period. */
export const reducesChargesFrom = (discount: Discount | null, grant: DiscountGrant | null, periodStart: number): boolean => {
  const applicable = applicableDiscount(discount, grant, periodStart);
  if (discount === null || applicable === null) return false;
  if (maxDiscountCents(applicable) > 0) return true;
  // The period has used the whole discount. Later periods get it again, unless it is for one period only or ends before them.
  return discount.duration !== 'once' && grant !== null && discountCovers(discount, grant, grant.end);
};

/** Service on an invoice: a billing period, or the rest of one. */
export interface InvoicedService extends Period {
  readonly interval: Interval;
  /** Start of the billing period. */
  readonly periodStart: number;
}

/**
 * The grant after an invoice for `service` with `discountCents`. `null`: no grant is needed, because there is no discount, the discount is
 * a percentage that is not `once`, or a `once` discount deducted nothing (as in a metered period without usage) and is kept for the next
 * invoice.
 */
export const grantAfter = (
  discount: Discount | null,
  grant: DiscountGrant | null,
  service: InvoicedService,
  discountCents: number,
): DiscountGrant | null => {
  if (discount === null || (discount.duration !== 'once' && discount.amountOffCents === null)) return null;
  if (!discountCovers(discount, grant, service.periodStart)) return grant;
  if (grant !== null && service.periodStart < grant.end) return { ...grant, usedCents: grant.usedCents + discountCents };
  if (discount.duration === 'once' && discountCents === 0) return null;
  const { start, end, interval } = service;
  const limitCents = discount.duration === 'once' ? discountCents : (discount.amountOffCents ?? 0);
  return { start, end, interval, limitCents, usedCents: discountCents };
};

/**
 * Transfers the grant to a new period that starts early, because the price's interval changes. The discount that was used for the rest of
 * the old period counts as used in the new period, so that changes do not increase the total discount. `invoicedLimitCents`: the limit as
 * invoices deduct it; under reverse charge, without tax.
 */
export const grantForPeriod = (
  grant: DiscountGrant | null,
  period: Period & { readonly interval: Interval },
  invoicedLimitCents = grant?.limitCents ?? 0,
): DiscountGrant | null => {
  if (grant === null || period.start >= grant.end) return grant;
  const elapsedLimitCents = proportionOf(invoicedLimitCents, Math.max(0, period.start - grant.start), grant.end - grant.start);
  const { start, end, interval } = period;
  return { start, end, interval, limitCents: grant.limitCents, usedCents: Math.max(0, grant.usedCents - elapsedLimitCents) };
};

/** The largest total discount on the lines of a charge. */
export const maxDiscountCents = ({ amountOffCents, usedCents = 0, leftCents }: ApplicableDiscount): number =>
  Math.min(
    amountOffCents === null ? Number.POSITIVE_INFINITY : Math.max(0, amountOffCents - usedCents),
    leftCents ?? Number.POSITIVE_INFINITY,
  );

/** The discount as if no other invoice of the period had used any of it; `null`: none. */
export const unusedDiscount = (discount: ApplicableDiscount | null): ApplicableDiscount | null =>
  discount === null ? null : { ...discount, leftCents: null, usedCents: 0 };

/**
 * Computes the discount of each line amount: a percentage is rounded once per line, a fixed amount is used up line by line. Lines of 0 or
 * less have no discount, and the total is limited (`maxDiscountCents`).
 */
export const discountsOfLines = (discount: ApplicableDiscount | null, amountsCents: readonly number[]): readonly number[] => {
  if (discount === null) return amountsCents.map(() => 0);
  const percent = discount.percentOffBasisPoints;
  const discountOf = (amount: number): number => (percent === null ? amount : applyBasisPoints(amount, Math.min(percent, BASIS_POINTS)));
  let leftCents = maxDiscountCents(discount);
  return amountsCents.map((amount) => {
    const discountCents = Math.min(leftCents, amount > 0 ? discountOf(amount) : 0);
    leftCents -= discountCents;
    return discountCents;
  });
};

/** Converts a percentage to basis points: 12.34 to 1234. `null` unless it is above 0, at most 100 and has at most two decimals. */
export const percentAsBasisPoints = (percent: number): number | null => {
  const match = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(String(percent));
  const basisPoints = match === null ? 0 : Number(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`);
  return basisPoints > 0 && basisPoints <= BASIS_POINTS ? basisPoints : null;
};

export const basisPointsAsPercent = (basisPoints: number | null): number | null => (basisPoints === null ? null : basisPoints / 100);

/** The API's `discount` of a subscription [SUB-26]. */
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
