import { civil, daysAfter, monthsAfter, secondsOf } from '../../domain/golden-calendars/civil.ts';
import { type AmountTerms, type CouponTerms, monthlyOf, totalOf } from './amounts.ts';

/** What a subscription is sold with. */
export interface SaleTerms extends AmountTerms {
  /** `2027-01-31 12:34:56`, on the clock. */
  readonly sold: string;
  readonly interval: 'month' | 'year';
  readonly trialDays: number;
  readonly coupon: CouponTerms | null;
}

/** When the periods of a sale begin, and what each costs. The trial is period -1. */
export const saleOf = (terms: SaleTerms) => {
  const anchor = daysAfter(civil(terms.sold), terms.trialDays);
  const startOf = (index: number): number =>
    index < 0 ? secondsOf(civil(terms.sold)) : secondsOf(monthsAfter(anchor, index * (terms.interval === 'year' ? 12 : 1)));
  /** The coupon, where it covers the period. */
  const couponOf = (index: number): CouponTerms | null => {
    const { coupon } = terms;
    if (coupon === null || coupon.duration === 'forever') return coupon;
    if (coupon.duration === 'once') return index === 0 ? coupon : null;
    return startOf(index) < secondsOf(monthsAfter(anchor, coupon.months ?? 1)) ? coupon : null;
  };
  return {
    startOf,
    periodOf: (index: number) => ({ periodStart: startOf(index), periodEnd: startOf(index + 1) }),
    totalOf: (index: number): number => totalOf(terms, couponOf(index)),
    monthlyOf: (index: number): number => monthlyOf(terms, terms.interval, couponOf(Math.max(0, index))),
  };
};
