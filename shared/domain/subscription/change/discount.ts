import type { Stored } from '../../aggregate.ts';
import { discountOf, type FoundCoupon, isForTarget } from '../../coupon/eligibility.ts';
import type { Coupon } from '../../coupon/record.ts';
import { targetOfPrice } from '../../coupon/validate.ts';
import {
  type ApplicableDiscount,
  applicableDiscount,
  type Discount,
  type DiscountGrant,
  discountEnd,
  grantAfter,
  grantForPeriod,
} from '../../discounts.ts';
import { proportionOf } from '../../money.ts';
import { type Period, periodAt } from '../../periods.ts';
import type { PriceSummary } from '../../price/summary.ts';
import type { Subscription } from '../types.ts';
import type { Coverage } from './coverage.ts';

/** The coupons of a plan change. */
export interface ChangeCoupons {
  /** The coupon of the sent code; `null`: none was sent. */
  readonly found: FoundCoupon | null;
  /** Current state of the running discount's coupon. */
  readonly running: Coupon | null;
}

/** State that decides the discount after a plan change. */
export interface DiscountChange {
  readonly before: Subscription;
  readonly price: PriceSummary;
  /** The subscription's period after the change. */
  readonly period: Period;
  readonly coupons: ChangeCoupons;
  /** Coverage of the old price; the change gives up its rest. */
  readonly coverage: Coverage | null;
  /** What the discount deducts from usage lines of the same invoice; `null`: there are none. */
  readonly usageTakenCents: number | null;
  readonly now: number;
}

/** The discount of a subscription after a change. */
export type ChangedDiscount = Pick<Subscription, 'discount' | 'discountGrant'>;

export interface DiscountForChange {
  /** Discount for the line of the new price. */
  readonly applicable: ApplicableDiscount | null;
  /** Discount after the change, given what that line deducts; `null`: no such line. */
  readonly after: (takenCents: number | null) => ChangedDiscount;
}

/** Coupon that the change redeems. */
export const enteredCoupon = ({ discount }: Subscription, { found }: ChangeCoupons): Stored<Coupon> | null =>
  found?.coupon?.record.id === discount?.couponId ? null : (found?.coupon ?? null);

/** The period's grant without the part for service that the change gives up. */
const grantKept = ({ discountGrant }: Subscription, coverage: Coverage | null, now: number): DiscountGrant | null => {
  if (discountGrant === null || coverage === null || now >= coverage.end) return discountGrant;
  const from = Math.max(now, coverage.start);
  const unusedCents = proportionOf(coverage.discountCents, coverage.end - from, coverage.end - coverage.start);
  return { ...discountGrant, usedCents: Math.max(0, discountGrant.usedCents - unusedCents) };
};

/**
 * True when the running discount applies to the new price: its coupon must apply, and a used `once` discount is limited to its interval.
 */
const isCarried = (discount: Discount, { before, price, coupons: { running } }: DiscountChange): boolean => {
  if (running !== null && !isForTarget(running, targetOfPrice(price))) return false;
  return discount.duration !== 'once' || before.discountGrant === null || price.interval === before.price.interval;
};

const changesInterval = ({ before, price }: DiscountChange): boolean => before.periodIndex >= 0 && price.interval !== before.price.interval;

/** The period's grant when the new price is charged: earlier invoices and this one's usage. */
const grantSoFar = (change: DiscountChange, service: Parameters<typeof grantForPeriod>[1]): DiscountGrant | null => {
  const { before, usageTakenCents, coverage, now } = change;
  const { currentPeriodStart: start, currentPeriodEnd: end, price } = before;
  const kept = grantKept(before, coverage, now);
  const grant =
    usageTakenCents === null ? kept : grantAfter(before.discount, kept, { start, end, interval: price.interval }, usageTakenCents);
  return changesInterval(change) ? grantForPeriod(grant, service) : grant;
};

/** An unused `once` discount: this invoice uses it for its usage and service together. */
const waitingOnce = (
  discount: Discount,
  usageTakenCents: number | null,
  grantOf: (takenCents: number) => DiscountGrant | null,
): { readonly applicable: ApplicableDiscount; readonly grant: (takenCents: number | null) => DiscountGrant | null } => {
  const { amountOffCents } = discount;
  return {
    applicable: { ...discount, leftCents: amountOffCents === null ? null : amountOffCents - (usageTakenCents ?? 0) },
    grant: (takenCents) => (takenCents === null && usageTakenCents === null ? null : grantOf((takenCents ?? 0) + (usageTakenCents ?? 0))),
  };
};

/**
 * The discount after a plan change: the entered coupon, or the running one if its coupon applies to the new price. Within a period it
 * grants no more than without the change.
 */
export const discountForChange = (change: DiscountChange): DiscountForChange => {
  const { before, price, period, usageTakenCents, now } = change;
  const service = { start: now, end: period.end, interval: price.interval };
  const firstPaid = before.periodIndex < 0 ? periodAt(before.anchor, price.interval, 0) : service;
  const entered = enteredCoupon(before, change.coupons)?.record ?? null;
  if (entered !== null) {
    const discount = { ...discountOf(entered), endsAt: discountEnd(entered.duration, entered.durationInMonths, firstPaid) };
    return {
      applicable: applicableDiscount(discount, null, now),
      after: (takenCents) => ({ discount, discountGrant: takenCents === null ? null : grantAfter(discount, null, service, takenCents) }),
    };
  }
  const running = before.discount;
  if (running === null || !isCarried(running, change)) return { applicable: null, after: () => ({ discount: null, discountGrant: null }) };
  const discount = running.duration === 'once' ? { ...running, endsAt: firstPaid.end } : running;
  if (running.duration === 'once' && before.discountGrant === null) {
    const { applicable, grant } = waitingOnce(running, usageTakenCents, (takenCents) => grantAfter(running, null, service, takenCents));
    return { applicable, after: (takenCents) => ({ discount, discountGrant: grant(takenCents) }) };
  }
  const shared = grantSoFar(change, service);
  return {
    applicable: applicableDiscount(discount, shared, now),
    after: (takenCents) => ({ discount, discountGrant: takenCents === null ? shared : grantAfter(discount, shared, service, takenCents) }),
  };
};
