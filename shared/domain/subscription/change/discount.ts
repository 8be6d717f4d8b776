import type { Stored } from '../../aggregate.ts';
import {
  type ApplicableDiscount,
  applicableDiscount,
  type Discount,
  type DiscountGrant,
  discountCovers,
  discountEnd,
  grantAfter,
  grantForPeriod,
  type InvoicedService,
  reducesChargesFrom,
} from '../../amounts/discounts.ts';
import { proportionOf } from '../../amounts/money.ts';
import { type CouponLookup, discountOf, isForTarget } from '../../coupon/eligibility.ts';
import type { Coupon } from '../../coupon/record.ts';
import { targetOfPrice } from '../../coupon/validate.ts';
import { type Period, periodAt } from '../../periods.ts';
import type { PriceSummary } from '../../price/summary.ts';
import { invoicedAmountCents, type TaxTreatment } from '../../tax/tax.ts';
import { isInTrial } from '../state.ts';
import type { Subscription } from '../types.ts';
import type { Coverage } from './coverage.ts';

/** Coupons that decide the discount after a plan change. */
export interface ChangeCoupons {
  /** Result of looking up the promotion code of the request; `null`: the request has no code. */
  readonly couponLookup: CouponLookup | null;
  /** The coupon of the subscription's present discount, as currently stored. */
  readonly currentCoupon: Coupon | null;
}

/** A plan change, and the coupons that it can use. */
export interface ChangeTarget {
  readonly before: Subscription;
  /** The new price. */
  readonly price: PriceSummary;
  /** The subscription's period after the change. */
  readonly period: Period;
  readonly coupons: ChangeCoupons;
}

/** State that decides the discount after a plan change. */
export interface DiscountChange extends ChangeTarget {
  /** Coverage (prepaid service) at the old price, of which the change credits the unused part; `null`: none. */
  readonly coverage: Coverage | null;
  /** True if nothing is charged for the rest of the current period, because its invoice was voided. */
  readonly isWaived: boolean;
  /** Tax of the service or usage at the old price. */
  readonly tax: TaxTreatment;
  /** Discount on the usage lines of the change's invoice; `null`: it has no usage lines. */
  readonly usageOffCents: number | null;
  readonly now: number;
}

/** The discount fields of a subscription after a change. */
export type DiscountFields = Pick<Subscription, 'discount' | 'discountGrant'>;

export interface NewDiscount {
  /** Discount for the line of the new price. */
  readonly applicable: ApplicableDiscount | null;
  /** Computes the fields after the change. `offCents`: discount on the line of the new price; `null`: there is no such line. */
  readonly after: (offCents: number | null) => DiscountFields;
}

/** The grant (discount given in this period so far) minus the discount on the unused service, which the change credits. */
const grantWithoutUnused = ({ discountGrant }: Subscription, coverage: Coverage | null, now: number): DiscountGrant | null => {
  if (discountGrant === null || coverage === null || now >= coverage.end) return discountGrant;
  const from = Math.max(now, coverage.start);
  const unusedCents = proportionOf(coverage.discountCents, coverage.end - from, coverage.end - coverage.start);
  return { ...discountGrant, usedCents: Math.max(0, discountGrant.usedCents - unusedCents) };
};

/**
 * True when the discount continues: its coupon applies to the new price. A used `once` discount also needs a new price with the same
 * interval.
 */
const appliesToNewPrice = (discount: Discount, { before, price, coupons: { currentCoupon } }: ChangeTarget): boolean => {
  if (currentCoupon !== null && !isForTarget(currentCoupon, targetOfPrice(price))) return false;
  return discount.duration !== 'once' || before.discountGrant === null || price.interval === before.price.interval;
};

/**
 * Coupon of the discount that the subscription keeps; `null`: none. The discount must apply to the new price. In addition, one of these is
 * true: it can reduce the charge of `change.period` or of a later period; or it covers `change.period`, and the change credits service that
 * had the discount.
 */
export const keptCouponId = (change: ChangeTarget): string | null => {
  const { discount, discountGrant, coverage } = change.before;
  if (discount === null || !appliesToNewPrice(discount, change)) return null;
  const creditsDiscount = coverage !== null && coverage.discountCents > 0 && discountCovers(discount, discountGrant, change.period.start);
  return creditsDiscount || reducesChargesFrom(discount, discountGrant, change.period.start) ? discount.couponId : null;
};

/** Coupon that the change redeems; `null`: no valid code was sent, or the subscription keeps a discount of this coupon. */
export const enteredCoupon = (change: ChangeTarget): Stored<Coupon> | null => {
  const coupon = change.coupons.couponLookup?.coupon ?? null;
  return coupon?.record.id === keptCouponId(change) ? null : coupon;
};

/** True if the change starts a period, because the interval changes. A trial continues. */
export const changesInterval = ({
  before,
  price,
}: Pick<DiscountChange, 'before'> & { readonly price: Pick<PriceSummary, 'interval'> }): boolean =>
  !isInTrial(before) && price.interval !== before.price.interval;

/** The grant before the new price is charged: contains the discounts on earlier invoices and on the usage lines of the change's invoice. */
const grantSoFar = (change: DiscountChange, service: InvoicedService): DiscountGrant | null => {
  const { before, usageOffCents, coverage, now } = change;
  const { currentPeriodStart: start, currentPeriodEnd: end, price } = before;
  const keptGrant = grantWithoutUnused(before, coverage, now);
  const usage = { start, end, interval: price.interval, periodStart: start };
  const grant = usageOffCents === null ? keptGrant : grantAfter(before.discount, keptGrant, usage, usageOffCents);
  if (!changesInterval(change)) return grant;
  const isFixed = before.discount !== null && before.discount.duration !== 'once';
  return grantForPeriod(grant, service, isFixed && grant !== null ? invoicedAmountCents(grant.limitCents, change.tax) : undefined);
};

/** Applies an unused `once` discount to the usage lines and the service line of the change's invoice together. */
const applyUnusedOnce = (
  discount: Discount,
  usageOffCents: number | null,
  grantOf: (offCents: number) => DiscountGrant | null,
): { readonly applicable: ApplicableDiscount; readonly grant: (offCents: number | null) => DiscountGrant | null } => {
  return {
    applicable: { ...discount, usedCents: usageOffCents ?? 0 },
    grant: (offCents) => (offCents === null && usageOffCents === null ? null : grantOf((offCents ?? 0) + (usageOffCents ?? 0))),
  };
};

/** The next period, for which the new price is charged. In a trial, that is period 0. */
const nextPaidPeriod = ({ before, price }: DiscountChange): Period => periodAt(before.anchor, price.interval, before.periodIndex + 1);

/**
 * End of a discount that the subscription keeps. The change can charge a period earlier than the first period that the discount was entered
 * for. The discount then also ends earlier.
 */
const endAfterChange = ({ duration, durationInMonths, endsAt }: Discount, firstPaidPeriod: Period): number | null => {
  const end = discountEnd(duration, durationInMonths, firstPaidPeriod);
  return duration === 'once' || end === null || endsAt === null ? end : Math.min(endsAt, end);
};

/**
 * Computes the discount after a plan change: the discount of the entered coupon or, without a coupon, the previous discount if it applies
 * to the new price. A discount applies if it has not ended at the start of the period. A change of the interval starts a new period now;
 * otherwise, the current period continues. A plan change does not increase the total discount that the previous discount gives in a period.
 */
export const discountForChange = (change: DiscountChange): NewDiscount => {
  const { before, price, period, isWaived, usageOffCents, now } = change;
  const service = { start: now, end: period.end, interval: price.interval, periodStart: period.start };
  const firstPaidPeriod = isInTrial(before) || isWaived ? nextPaidPeriod(change) : service;
  const coupon = enteredCoupon(change)?.record ?? null;
  if (coupon !== null) {
    const discount = { ...discountOf(coupon), endsAt: discountEnd(coupon.duration, coupon.durationInMonths, firstPaidPeriod) };
    return {
      applicable: applicableDiscount(discount, null, period.start),
      after: (offCents) => ({ discount, discountGrant: offCents === null ? null : grantAfter(discount, null, service, offCents) }),
    };
  }
  const previous = before.discount;
  if (previous === null || !appliesToNewPrice(previous, change))
    return { applicable: null, after: () => ({ discount: null, discountGrant: null }) };
  const discount = { ...previous, endsAt: endAfterChange(previous, firstPaidPeriod) };
  if (previous.duration === 'once' && before.discountGrant === null) {
    const { applicable, grant } = applyUnusedOnce(previous, usageOffCents, (offCents) => grantAfter(previous, null, service, offCents));
    return { applicable, after: (offCents) => ({ discount, discountGrant: grant(offCents) }) };
  }
  const periodGrant = grantSoFar(change, service);
  return {
    applicable: applicableDiscount(discount, periodGrant, period.start),
    after: (offCents) => ({
      discount,
      discountGrant: offCents === null ? periodGrant : grantAfter(discount, periodGrant, service, offCents),
    }),
  };
};
