import { type Civil, civil, daysAfter, monthsAfter, secondsOf } from '../../domain/golden-calendars/civil.ts';
import { type CouponTerms, type Line, linesOf, monthlyOf, totalOf, usageLinesOf } from './amounts.ts';
import type { ModelCharge } from './collection.ts';
import { type BoundCoupon, couponAfter, couponAt } from './coupons.ts';
import { applyCredit, type CoveredService, type Credit, type Credited, upTo } from './credits.ts';
import { isMetered, type Plan, type SaleTerms, soldPlan } from './sale.ts';

const DAY = 86_400;

export interface Period {
  readonly start: number;
  readonly end: number;
}

export interface Use {
  readonly units: number;
  readonly at: number;
}

/** What a subscription is and what it has paid for, at one moment. */
export interface Standing {
  readonly terms: SaleTerms;
  readonly plan: Plan;
  readonly anchor: Civil;
  /** -1 in a trial. */
  readonly index: number;
  readonly coupon: BoundCoupon | null;
  readonly covers: CoveredService | null;
  readonly carried: readonly Credit[];
  readonly billedThrough: number | null;
  readonly paused: boolean;
  /** Used and not billed. */
  readonly usage: readonly Use[];
  /** Units of the period that plan changes have billed. */
  readonly sliced: number;
  /** It ended in a period that is shorter than the grid's; `null`: it goes by the grid. */
  readonly rest: Period | null;
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

export const periodOf = ({ terms, anchor, plan, index, rest }: Standing): Period => rest ?? gridPeriodOf({ terms, anchor, plan, index });

const gridPeriodOf = ({ terms, anchor, plan, index }: Pick<Standing, 'terms' | 'anchor' | 'plan' | 'index'>): Period =>
  index < 0 ? { start: secondsOf(civil(terms.sold)), end: secondsOf(anchor) } : periodFrom(anchor, plan, index);

/** The coupon for periods from the first that is paid with it. */
export const bound = (terms: CouponTerms, first: { readonly start: Civil; readonly end: number }, onlyFor: string | null): BoundCoupon => {
  const repeats = terms.duration === 'repeating' ? secondsOf(monthsAfter(first.start, terms.months ?? 1)) : null;
  return { terms, endsAt: terms.duration === 'once' ? first.end : repeats, onlyFor, grant: null };
};

/** A subscription as it is sold. */
export const soldAs = (terms: SaleTerms): Standing => {
  const plan = soldPlan(terms);
  const anchor = daysAfter(civil(terms.sold), terms.trialDays);
  const { end } = periodFrom(anchor, plan, 0);
  const trial = terms.trialDays > 0;
  const coupon = terms.coupon === null ? null : bound(terms.coupon, { start: anchor, end }, terms.couponForSoldOnly ? 'sold' : null);
  const billedThrough = trial || isMetered(plan) ? null : end;
  return {
    terms,
    plan,
    anchor,
    index: trial ? -1 : 0,
    coupon,
    covers: null,
    carried: [],
    billedThrough,
    paused: false,
    usage: [],
    sliced: 0,
    rest: null,
  };
};

/** What an invoice makes of it once it is paid. */
export interface Billed extends Credited {
  readonly period: Period;
  /** What it covers ahead; `null`: it bills usage. */
  readonly covers: Omit<CoveredService, 'sources'> | null;
  /** The coupon once it is paid. */
  readonly coupon: BoundCoupon | null;
  readonly taken: readonly Use[];
}

/** What the end of the period bills: the next one ahead, or what was used until its end (`last`: all). */
export const billAt = (standing: Standing, tax: SaleTerms, last: boolean): Billed => {
  const { plan, anchor, index, coupon, carried } = standing;
  const current = periodOf(standing);
  if (plan.amountCents === null) {
    const taken = standing.usage.filter(({ at }) => last || at < current.end);
    const units = { units: unitsOf(taken), before: standing.sliced };
    const lines = usageLinesOf(plan.tiers, units, couponAt(coupon, current.start), tax);
    return {
      ...applyCredit(lines, carried, tax),
      period: current,
      covers: null,
      taken,
      coupon: couponAfter(coupon, current, offOf(lines)),
    };
  }
  const period = periodFrom(anchor, plan, index + 1);
  const lines = linesOf([plan.amountCents], couponAt(coupon, period.start), tax);
  const [line = NO_LINE] = lines;
  const whole = { netCents: line.netCents, ...period, tax };
  const covers = { ...period, cents: totalOf(lines, tax), rate: line.rate, offCents: offOf(lines), whole };
  return { ...applyCredit(lines, carried, tax), period, covers, taken: [], coupon: couponAfter(coupon, period, offOf(lines)) };
};

const NO_LINE: Line = { netCents: 0, rate: 0 };

export const offOf = (lines: readonly Line[]): number => lines.reduce((all, { offCents = 0 }) => all + offCents, 0);

export const unitsOf = (usage: readonly Use[]): number => usage.reduce((all, { units }) => all + units, 0);

/** What a charge and the credit that was used pay for ahead. */
export const paidBy = ({ covers, sources }: Pick<Billed, 'covers' | 'sources'>, charge: ModelCharge | null): CoveredService | null => {
  if (covers === null) return null;
  const credited = upTo(sources, covers.cents);
  const rest = Math.max(0, covers.cents - credited.reduce((all, { cents }) => all + cents, 0));
  return { ...covers, sources: [...credited, ...(charge === null ? [] : [{ charge, cents: rest, absorbed: 0 }])] };
};

export const isTrial = ({ index }: Standing): boolean => index < 0;

/** The next period of the grid. Usage of a trial is free. */
export const advanced = (standing: Standing): Standing => {
  const { index, usage, coupon } = standing;
  const { end } = periodOf(standing);
  const next = { ...standing, index: index + 1, sliced: 0, usage: index < 0 ? usage.filter(({ at }) => at >= end) : usage };
  return { ...next, coupon: couponAt(coupon, periodOf(next).start) === null ? null : coupon };
};

/** What it brings in a month. */
export const monthly = (standing: Standing): number => {
  const { plan, paused, coupon, anchor } = standing;
  if (plan.amountCents === null || paused) return 0;
  return monthlyOf(plan.amountCents, plan.interval, couponAt(coupon, Math.max(periodOf(standing).start, secondsOf(anchor)))?.terms ?? null);
};
