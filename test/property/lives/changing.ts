import { type CouponTerms, type Line, linesOf, rateOf, rounded, totalOf, usageLinesOf } from './amounts.ts';
import { takeOff, unusedOf } from './credits.ts';
import { isMetered, type Plan, type SaleTerms } from './sale.ts';
import { type Billed, bound, couponAt, dateOf, type Period, periodFrom, periodOf, type Standing, type Use, unitsOf } from './standing.ts';

/** What a change costs at one moment, and what it makes of the subscription. */
export interface Change extends Omit<Billed, 'period'> {
  readonly kind: 'plan_change' | 'resume';
  /** Of the invoice; `null`: nothing is invoiced. */
  readonly period: Period | null;
  readonly becomes: Partial<Standing>;
}

/** The rest of a period at a price: the discount is taken off the whole first. */
const restOf = (amountCents: number, coupon: CouponTerms | null, period: Period, from: number, tax: SaleTerms): Line => {
  const [whole = { netCents: 0, rate: 0 }] = linesOf([amountCents], coupon, tax);
  return { ...whole, netCents: rounded(whole.netCents * (period.end - from), period.end - period.start) };
};

const coversOf = (line: Line, rest: Period, tax: SaleTerms): Billed['covers'] => ({
  ...rest,
  cents: totalOf([line], tax),
  rate: rateOf(tax),
});

/** What was used at the old price until now. In a trial it is free. */
const usedUntil = (
  { plan, index, usage, coupon }: Standing,
  current: Period,
  tax: SaleTerms,
): { lines: readonly Line[]; taken: readonly Use[] } => {
  if (!isMetered(plan)) return { lines: [], taken: [] };
  const taken = usage.filter(({ at }) => at < current.end);
  const units = unitsOf(taken);
  if (index < 0 || units === 0) return { lines: [], taken };
  return { lines: usageLinesOf(plan.tiers, units, couponAt(coupon, current.start), tax), taken };
};

/**
 * Another plan from now on. What is not used of the old one is credited, the rest of the period is charged at the new one; another
 * interval begins a period of its own; in a trial nothing is paid; what the credit exceeds is carried.
 */
export const planChange = (standing: Standing, plan: Plan, code: CouponTerms | null, tax: SaleTerms, now: number): Change => {
  const current = periodOf(standing);
  const inTrial = standing.index < 0;
  const begins = !inTrial && plan.interval !== standing.plan.interval;
  const anchor = begins ? dateOf(standing.terms, now) : standing.anchor;
  const index = begins ? 0 : standing.index;
  const period = periodOf({ ...standing, plan, anchor, index });
  const first = inTrial ? { start: anchor, end: periodFrom(anchor, plan, 0).end } : { start: dateOf(standing.terms, now), end: period.end };
  const kept = standing.coupon?.onlyFor === null || standing.coupon?.onlyFor === plan.name ? standing.coupon : null;
  const coupon = code === null ? kept : bound(code, first, null);
  const rest = { start: now, end: period.end };
  const ahead = inTrial || plan.amountCents === null ? null : restOf(plan.amountCents, couponAt(coupon, period.start), period, now, tax);
  const used = usedUntil(standing, current, tax);
  const lines = [...used.lines, ...(ahead === null ? [] : [ahead])];
  const unused = isMetered(standing.plan) ? [] : unusedOf(standing.covers, now);
  const billedThrough = inTrial ? standing.billedThrough : ahead === null ? period.start : period.end;
  return {
    kind: 'plan_change',
    ...takeOff(lines, [...unused, ...standing.carried], tax),
    period: lines.length === 0 ? null : ahead === null ? { start: current.start, end: now } : rest,
    covers: ahead === null ? null : coversOf(ahead, rest, tax),
    taken: used.taken,
    becomes: { plan, anchor, index, coupon, billedThrough },
  };
};

/** The service goes on: what nobody paid for of the current period is charged now. */
export const resumption = (standing: Standing, tax: SaleTerms, now: number): Change => {
  const { plan, index, billedThrough, carried, covers } = standing;
  const period = periodOf(standing);
  const from = Math.max(now, billedThrough ?? period.start);
  const free = { kind: 'resume', totalCents: 0, left: carried, sources: [], period: null, covers: null, taken: [] } as const;
  if (index < 0 || plan.amountCents === null || from >= period.end) return { ...free, becomes: { paused: false, covers } };
  const line = restOf(plan.amountCents, couponAt(standing.coupon, period.start), period, from, tax);
  const rest = { start: from, end: period.end };
  return {
    kind: 'resume',
    ...takeOff([line], carried, tax),
    period: rest,
    covers: coversOf(line, rest, tax),
    taken: [],
    becomes: { paused: false, billedThrough: rest.end },
  };
};
