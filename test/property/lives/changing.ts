import { type CouponTerms, type CouponUse, type Line, linesOf, rateOf, rounded, totalOf, usageLinesOf } from './amounts.ts';
import { carried, couponAfter, couponAt } from './coupons.ts';
import { applyCredit, type CoveredService, givenUp } from './credits.ts';
import { isMetered, type Plan, type SaleTerms } from './sale.ts';
import { type Billed, bound, dateOf, offOf, type Period, periodFrom, periodOf, type Standing, type Use, unitsOf } from './standing.ts';

/** What a change costs at one moment, and what it makes of the subscription. */
export interface Change extends Omit<Billed, 'period' | 'coupon'> {
  readonly kind: 'plan_change' | 'resume';
  /** Of the invoice; `null`: nothing is invoiced. */
  readonly period: Period | null;
  readonly becomes: Partial<Standing>;
}

/** The rest of a period at a price: the discount is deducted the whole first. */
const restOf = (amountCents: number, use: CouponUse | null, period: Period, from: number, tax: SaleTerms): Rest => {
  const part = (cents: number): number => rounded(cents * (period.end - from), period.end - period.start);
  const [whole = { netCents: 0, rate: 0 }] = linesOf([amountCents], use === null ? null : { ...use, leftCents: null }, tax);
  const [full = { netCents: 0 }] = linesOf([amountCents], null, tax);
  const natural = part(full.netCents) - part(whole.netCents);
  const offCents = Math.min(natural, use?.leftCents ?? natural);
  const netCents = part(full.netCents) - offCents;
  const priced = offCents === natural ? { netCents: whole.netCents, ...period } : { netCents, start: from, end: period.end };
  return { line: { netCents, offCents, rate: rateOf(tax) }, whole: { ...priced, tax } };
};

interface Rest {
  readonly line: Line;
  readonly whole: CoveredService['whole'];
}

const coversOf = ({ line, whole }: Rest, rest: Period, tax: SaleTerms): Billed['covers'] => ({
  ...rest,
  cents: totalOf([line], tax),
  rate: rateOf(tax),
  offCents: line.offCents ?? 0,
  whole,
});

/** What was used at the old price until now. In a trial it is free. */
const usedUntil = (
  { plan, index, usage, coupon, sliced }: Standing,
  current: Period,
  tax: SaleTerms,
): { lines: readonly Line[]; taken: readonly Use[]; units: number } => {
  if (!isMetered(plan)) return { lines: [], taken: [], units: 0 };
  const taken = usage.filter(({ at }) => at < current.end);
  const units = unitsOf(taken);
  if (index < 0 || units === 0) return { lines: [], taken, units: 0 };
  return { lines: usageLinesOf(plan.tiers, { units, before: sliced }, couponAt(coupon, current.start), tax), taken, units };
};

/** What the coupon deducted service that is given up now. */
const unusedOff = (covers: CoveredService | null, now: number): number =>
  covers === null || now >= covers.end
    ? 0
    : rounded(covers.offCents * (covers.end - Math.max(now, covers.start)), covers.end - covers.start);

/**
 * Another plan from now on. What is not used of the old one is credited, the rest of the period is charged at the new one; another
 * interval begins a separate period; in a trial nothing is paid; what the credit exceeds is carried.
 */
export const planChange = (standing: Standing, plan: Plan, code: CouponTerms | null, tax: SaleTerms, now: number): Change => {
  const current = periodOf(standing);
  const inTrial = standing.index < 0;
  const begins = !inTrial && plan.interval !== standing.plan.interval;
  const anchor = begins ? dateOf(standing.terms, now) : standing.anchor;
  const index = begins ? 0 : standing.index;
  const period = periodOf({ ...standing, plan, anchor, index });
  const first = inTrial ? { start: anchor, end: periodFrom(anchor, plan, 0).end } : { start: dateOf(standing.terms, now), end: period.end };
  const rest = { start: now, end: period.end };
  const used = usedUntil(standing, current, tax);
  const covers = isMetered(standing.plan) ? null : standing.covers;
  const firstPaid = inTrial ? { start: 0, end: first.end } : rest;
  const to = { from: standing.plan, plan, service: rest, current, begins, first: firstPaid };
  const fresh = code === null ? null : bound(code, first, null);
  const running =
    fresh === null
      ? carried(standing.coupon, to, { usageOff: used.lines.length === 0 ? null : offOf(used.lines), unusedOff: unusedOff(covers, now) })
      : { use: couponAt(fresh, now), after: (off: number | null) => (off === null ? fresh : couponAfter(fresh, rest, off)) };
  const ahead = inTrial || plan.amountCents === null ? null : restOf(plan.amountCents, running.use, period, now, tax);
  const coupon = running.after(ahead === null ? null : (ahead.line.offCents ?? 0));
  const lines = [...used.lines, ...(ahead === null ? [] : [ahead.line])];
  const credits = givenUp(covers, standing.carried, now);
  const billedThrough = inTrial ? standing.billedThrough : ahead === null ? period.start : period.end;
  return {
    kind: 'plan_change',
    ...applyCredit(lines, [...credits.unused, ...credits.carried], tax),
    period: lines.length === 0 ? null : ahead === null ? { start: current.start, end: now } : rest,
    covers: ahead === null ? null : coversOf(ahead, rest, tax),
    taken: used.taken,
    becomes: { plan, anchor, index, coupon, billedThrough, sliced: standing.sliced + used.units },
  };
};

/** The service continues: what nobody paid for of the current period is charged now. */
export const resumption = (standing: Standing, tax: SaleTerms, now: number): Change => {
  const { plan, index, billedThrough, carried: credits, covers, coupon } = standing;
  const period = periodOf(standing);
  const from = Math.max(now, billedThrough ?? period.start);
  const free = { kind: 'resume', totalCents: 0, left: credits, sources: [], period: null, covers: null, taken: [] } as const;
  if (index < 0 || plan.amountCents === null || from >= period.end) return { ...free, becomes: { paused: false, covers } };
  const part = restOf(plan.amountCents, couponAt(coupon, from), period, from, tax);
  const rest = { start: from, end: period.end };
  return {
    kind: 'resume',
    ...applyCredit([part.line], credits, tax),
    period: rest,
    covers: coversOf(part, rest, tax),
    taken: [],
    becomes: { paused: false, billedThrough: rest.end, coupon: couponAfter(coupon, rest, part.line.offCents ?? 0) },
  };
};
