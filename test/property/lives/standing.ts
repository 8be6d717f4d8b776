import { type Civil, civil, daysAfter, monthsAfter, secondsOf } from '../../domain/golden-calendars/civil.ts';
import { type CouponTerms, linesOf, monthlyOf, totalOf, usageLinesOf } from './amounts.ts';
import type { ModelCharge } from './collection.ts';
import { type Credit, type Credited, type Source, takeOff } from './credits.ts';
import { isMetered, type Plan, type SaleTerms, soldPlan } from './sale.ts';

const DAY = 86_400;

export interface Period {
  readonly start: number;
  readonly end: number;
}

/** A coupon of which it is known for which periods it counts: those that begin before. */
export interface BoundCoupon {
  readonly terms: CouponTerms;
  readonly endsAt: number | null;
  /** `null`: for every price. */
  readonly onlyFor: string | null;
}

export interface Use {
  readonly units: number;
  readonly at: number;
}

/** What pays for the service ahead, until when. */
export interface Covers extends Period {
  /** After discount, tax included. */
  readonly cents: number;
  readonly rate: number;
  readonly sources: readonly Source[];
}

/** What a subscription is and what it has paid for, at one moment. */
export interface Standing {
  readonly terms: SaleTerms;
  readonly plan: Plan;
  readonly anchor: Civil;
  /** -1 in a trial. */
  readonly index: number;
  readonly coupon: BoundCoupon | null;
  readonly covers: Covers | null;
  readonly carried: readonly Credit[];
  readonly billedThrough: number | null;
  readonly paused: boolean;
  /** Used and not billed. */
  readonly usage: readonly Use[];
}

/** The date of a moment after the sale. */
export const dateOf = ({ sold }: SaleTerms, at: number): Civil => {
  const day = { ...civil(sold), second: 0 };
  const days = Math.floor((at - secondsOf(day)) / DAY);
  return { ...daysAfter(day, days), second: at - secondsOf(day) - days * DAY };
};

/** A period of the grid from its anchor. */
export const periodFrom = (anchor: Civil, { interval }: Plan, index: number): Period => {
  const months = interval === 'year' ? 12 : 1;
  return { start: secondsOf(monthsAfter(anchor, index * months)), end: secondsOf(monthsAfter(anchor, (index + 1) * months)) };
};

export const periodOf = ({ terms, anchor, plan, index }: Standing): Period =>
  index < 0 ? { start: secondsOf(civil(terms.sold)), end: secondsOf(anchor) } : periodFrom(anchor, plan, index);

/** The coupon for periods from the first that is paid with it. */
export const bound = (terms: CouponTerms, first: { readonly start: Civil; readonly end: number }, onlyFor: string | null): BoundCoupon => {
  const repeats = terms.duration === 'repeating' ? secondsOf(monthsAfter(first.start, terms.months ?? 1)) : null;
  return { terms, endsAt: terms.duration === 'once' ? first.end : repeats, onlyFor };
};

/** The coupon, where it counts for a period that begins then. */
export const couponAt = (coupon: BoundCoupon | null, start: number): CouponTerms | null =>
  coupon !== null && (coupon.endsAt === null || start < coupon.endsAt) ? coupon.terms : null;

/** A subscription as it is sold. */
export const soldAs = (terms: SaleTerms): Standing => {
  const plan = soldPlan(terms);
  const anchor = daysAfter(civil(terms.sold), terms.trialDays);
  const { end } = periodFrom(anchor, plan, 0);
  const trial = terms.trialDays > 0;
  const coupon = terms.coupon === null ? null : bound(terms.coupon, { start: anchor, end }, terms.couponForSoldOnly ? 'sold' : null);
  const billedThrough = trial || isMetered(plan) ? null : end;
  return { terms, plan, anchor, index: trial ? -1 : 0, coupon, covers: null, carried: [], billedThrough, paused: false, usage: [] };
};

/** What an invoice makes of it once it is paid. */
export interface Billed extends Credited {
  readonly period: Period;
  /** What it covers ahead; `null`: it bills usage. */
  readonly covers: Omit<Covers, 'sources'> | null;
  readonly taken: readonly Use[];
}

/** What the end of the period bills: the next one ahead, or what was used until its end (`last`: all). */
export const billAt = (standing: Standing, tax: SaleTerms, last: boolean): Billed => {
  const { plan, anchor, index, coupon, carried } = standing;
  const current = periodOf(standing);
  if (plan.amountCents === null) {
    const taken = standing.usage.filter(({ at }) => last || at < current.end);
    const lines = usageLinesOf(plan.tiers, unitsOf(taken), couponAt(coupon, current.start), tax);
    return { ...takeOff(lines, carried, tax), period: current, covers: null, taken };
  }
  const period = periodFrom(anchor, plan, index + 1);
  const lines = linesOf([plan.amountCents], couponAt(coupon, period.start), tax);
  const covers = { ...period, cents: totalOf(lines, tax), rate: lines[0]?.rate ?? 0 };
  return { ...takeOff(lines, carried, tax), period, covers, taken: [] };
};

export const unitsOf = (usage: readonly Use[]): number => usage.reduce((all, { units }) => all + units, 0);

/** What a charge and the credit that was used pay for ahead. */
export const paidBy = ({ covers, sources }: Pick<Billed, 'covers' | 'sources'>, charge: ModelCharge | null): Covers | null =>
  covers === null ? null : { ...covers, sources: [...(charge === null ? [] : [{ charge, backCents: 0 }]), ...sources] };

export const isTrial = ({ index }: Standing): boolean => index < 0;

/** The next period of the grid. Usage of a trial is free. */
export const advanced = (standing: Standing): Standing => {
  const { index, usage } = standing;
  const { end } = periodOf(standing);
  return { ...standing, index: index + 1, usage: index < 0 ? usage.filter(({ at }) => at >= end) : usage };
};

/** What it brings in a month. */
export const monthly = (standing: Standing): number => {
  const { plan, paused, coupon, anchor } = standing;
  if (plan.amountCents === null || paused) return 0;
  return monthlyOf(plan.amountCents, plan.interval, couponAt(coupon, Math.max(periodOf(standing).start, secondsOf(anchor))));
};
