import { type Civil, daysAfter, monthsAfter, parseCivil, secondsOf } from '../../domain/golden-calendars/civil.ts';
import { type CouponTerms, type Line, linesOf, monthlyCents, type TaxTerms, totalOf, usageLinesOf } from './amounts.ts';
import type { ModelCharge } from './collection.ts';
import { type BoundCoupon, couponAfter, couponAt } from './coupons.ts';
import { applyCredit, type CoveredService, type Credit, type CreditedInvoice, limitSources } from './credits.ts';
import { isMetered, type Plan, type SaleTerms, soldPlan } from './sale.ts';

const DAY = 86_400;

export interface Period {
  readonly start: number;
  readonly end: number;
}

export interface UsageEntry {
  readonly units: number;
  readonly at: number;
}

/** The state of a subscription at one moment, including what is paid. */
export interface State {
  readonly terms: SaleTerms;
  readonly plan: Plan;
  readonly anchor: Civil;
  /** Index of the period, counted from the anchor; -1 during a trial. */
  readonly index: number;
  readonly coupon: BoundCoupon | null;
  /** The service that is paid in advance; `null`: none. */
  readonly covers: CoveredService | null;
  readonly carried: readonly Credit[];
  /** End of the last billed period; `null`: no period is billed. */
  readonly billedThrough: number | null;
  readonly paused: boolean;
  /** When the subscription changed from a licensed to a metered plan; `null`: never, or in a trial. */
  readonly meteredFrom: number | null;
  /** Unbilled usage. */
  readonly usage: readonly UsageEntry[];
  /** Units of the period that plan changes have already billed. */
  readonly billedUnits: number;
  /** The tiers whose flat amount plan changes have charged in the period, as indices, by the name of the plan. */
  readonly chargedTiers: Readonly<Record<string, readonly number[]>>;
  /** The last period if it is shortened; `null`: the period follows from the anchor. */
  readonly shortPeriod: Period | null;
}

/** Fields of the state at the start of a period, when plan changes have not billed anything yet. */
export const NOTHING_BILLED: Pick<State, 'billedUnits' | 'chargedTiers'> = { billedUnits: 0, chargedTiers: {} };

/** The tiers of the current plan whose flat amount plan changes have charged in the period. */
export const chargedTiersOf = ({ chargedTiers, plan }: Pick<State, 'chargedTiers' | 'plan'>): readonly number[] =>
  chargedTiers[plan.name] ?? [];

/** Converts a time after the sale to a date. */
export const dateOf = ({ sold }: SaleTerms, at: number): Civil => {
  const day = { ...parseCivil(sold), second: 0 };
  const days = Math.floor((at - secondsOf(day)) / DAY);
  return { ...daysAfter(day, days), second: at - secondsOf(day) - days * DAY };
};

/** The period with this index, counted from the anchor. */
export const periodFrom = (anchor: Civil, { interval }: Plan, index: number): Period => {
  const months = interval === 'year' ? 12 : 1;
  return { start: secondsOf(monthsAfter(anchor, index * months)), end: secondsOf(monthsAfter(anchor, (index + 1) * months)) };
};

export const periodOf = ({ terms, anchor, plan, index, shortPeriod }: State): Period =>
  shortPeriod ?? anchoredPeriodOf({ terms, anchor, plan, index });

const anchoredPeriodOf = ({ terms, anchor, plan, index }: Pick<State, 'terms' | 'anchor' | 'plan' | 'index'>): Period =>
  index < 0 ? { start: secondsOf(parseCivil(terms.sold)), end: secondsOf(anchor) } : periodFrom(anchor, plan, index);

/** Binds a coupon to a subscription. `first`: the first period that it applies to. */
export const bindCoupon = (
  terms: CouponTerms,
  first: { readonly start: Civil; readonly end: number },
  onlyFor: string | null,
): BoundCoupon => {
  const repeatingEndsAt = terms.duration === 'repeating' ? secondsOf(monthsAfter(first.start, terms.months ?? 1)) : null;
  return { terms, endsAt: terms.duration === 'once' ? first.end : repeatingEndsAt, onlyFor, grant: null };
};

/**
 * The coupon after a plan change that charges service from `first` on. If a repeating coupon was entered for a later period, its months now
 * count from `first`, so it ends earlier.
 */
export const withFirstService = (coupon: BoundCoupon | null, first: Civil): BoundCoupon | null => {
  if (coupon === null || coupon.terms.duration !== 'repeating' || coupon.endsAt === null) return coupon;
  return { ...coupon, endsAt: Math.min(coupon.endsAt, secondsOf(monthsAfter(first, coupon.terms.months ?? 1))) };
};

/** The state at the sale, before its charge: the caller adds `covers` and the use of the coupon after the payment. */
export const stateAtSale = (terms: SaleTerms): State => {
  const plan = soldPlan(terms);
  const anchor = daysAfter(parseCivil(terms.sold), terms.trialDays);
  const { end } = periodFrom(anchor, plan, 0);
  const trial = terms.trialDays > 0;
  const coupon = terms.coupon === null ? null : bindCoupon(terms.coupon, { start: anchor, end }, terms.couponForSoldOnly ? 'sold' : null);
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
    meteredFrom: null,
    usage: [],
    ...NOTHING_BILLED,
    shortPeriod: null,
  };
};

/** The contents of an invoice, and the state that follows from its payment. */
export interface InvoiceContents extends CreditedInvoice {
  readonly period: Period;
  /** The service that the invoice pays for in advance; `null`: the invoice bills usage. */
  readonly covers: Omit<CoveredService, 'sources'> | null;
  /** The coupon after payment. */
  readonly coupon: BoundCoupon | null;
  readonly billedUsage: readonly UsageEntry[];
}

/**
 * Builds the invoice at the end of a period: for a licensed plan the next period in advance, for a metered plan the usage before the end
 * (`last`: all unbilled usage).
 */
export const buildInvoice = (state: State, tax: TaxTerms, last: boolean): InvoiceContents => {
  const { plan, anchor, index, coupon, carried } = state;
  const current = periodOf(state);
  if (plan.amountCents === null) {
    const billedUsage = state.usage.filter(({ at }) => last || at < current.end);
    const units = { units: unitsOf(billedUsage), before: state.billedUnits, chargedTiers: chargedTiersOf(state) };
    const lines = usageLinesOf(plan.tiers, units, couponAt(coupon, current.start), tax);
    return {
      ...applyCredit(lines, carried, tax),
      period: current,
      covers: null,
      billedUsage,
      coupon: couponAfter(coupon, current, discountOf(lines)),
    };
  }
  const period = periodFrom(anchor, plan, index + 1);
  const lines = linesOf([plan.amountCents], couponAt(coupon, period.start), tax);
  const [line = NO_LINE] = lines;
  const fullPeriod = { netCents: line.netCents, ...period, tax };
  const covers = { ...period, cents: totalOf(lines, tax), rate: line.rate, offCents: discountOf(lines), fullPeriod };
  return { ...applyCredit(lines, carried, tax), period, covers, billedUsage: [], coupon: couponAfter(coupon, period, discountOf(lines)) };
};

const NO_LINE: Line = { netCents: 0, rate: 0 };

export const discountOf = (lines: readonly Line[]): number => lines.reduce((all, { offCents = 0 }) => all + offCents, 0);

export const unitsOf = (usage: readonly UsageEntry[]): number => usage.reduce((all, { units }) => all + units, 0);

/** The service that an invoice pays for in advance, with the charge and the credits that fund it; `null`: the invoice bills usage. */
export const coverageOf = (
  { covers, sources }: Pick<InvoiceContents, 'covers' | 'sources'>,
  charge: ModelCharge | null,
): CoveredService | null => {
  if (covers === null) return null;
  const credited = limitSources(sources, covers.cents);
  const restCents = Math.max(0, covers.cents - credited.reduce((all, { cents }) => all + cents, 0));
  return { ...covers, sources: [...credited, ...(charge === null ? [] : [{ charge, cents: restCents, absorbed: 0, absorbedAt: 0 }])] };
};

export const isTrial = ({ index }: State): boolean => index < 0;

/** The state in the next period. Usage of a trial is free. */
export const nextState = (state: State): State => {
  const { index, usage, coupon } = state;
  const { end } = periodOf(state);
  const next = {
    ...state,
    ...NOTHING_BILLED,
    index: index + 1,
    usage: index < 0 ? usage.filter(({ at }) => at >= end) : usage,
  };
  return { ...next, coupon: couponAt(coupon, periodOf(next).start) === null ? null : coupon };
};

/** The monthly recurring revenue, in cents. */
export const mrrCentsOf = (state: State): number => {
  const { plan, paused, coupon, anchor } = state;
  if (plan.amountCents === null || paused) return 0;
  return monthlyCents(plan.amountCents, plan.interval, couponAt(coupon, Math.max(periodOf(state).start, secondsOf(anchor)))?.terms ?? null);
};
