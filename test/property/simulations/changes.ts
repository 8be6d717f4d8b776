import {
  type CouponTerms,
  type CouponUse,
  chargedTiersAfter,
  divideRounded,
  type Line,
  linesOf,
  rateOf,
  type TaxTerms,
  totalOf,
  usageLinesOf,
} from './amounts.ts';
import { carryCoupon, couponAfter, couponAt } from './coupons.ts';
import { applyCredit, type CoveredService, creditUnusedService, earlierSources } from './credits.ts';
import { isMetered, type Plan } from './sale.ts';
import {
  bindCoupon,
  chargedTiersOf,
  dateOf,
  discountOf,
  type InvoiceContents,
  type Period,
  periodFrom,
  periodOf,
  type State,
  type UsageEntry,
  unitsOf,
  withFirstService,
} from './state.ts';

/** The amount and the effect of a plan change or resumption at one moment. */
export interface Change extends Omit<InvoiceContents, 'period' | 'coupon'> {
  readonly kind: 'plan_change' | 'resume';
  /** Period of the invoice; `null`: nothing is invoiced. */
  readonly period: Period | null;
  readonly newState: Partial<State>;
}

/** Prices the rest of a period from `from` on: the discount is deducted from the price of the full period, then the result is prorated. */
const prorateRest = (amountCents: number, use: CouponUse | null, period: Period, from: number, tax: TaxTerms): ProratedRest => {
  const prorated = (cents: number): number => divideRounded(cents * (period.end - from), period.end - period.start);
  const [discounted = { netCents: 0, rate: 0 }] = linesOf([amountCents], use === null ? null : { ...use, leftCents: null }, tax);
  const [full = { netCents: 0 }] = linesOf([amountCents], null, tax);
  const fullDiscount = prorated(full.netCents) - prorated(discounted.netCents);
  const offCents = Math.min(fullDiscount, use?.leftCents ?? fullDiscount);
  const netCents = prorated(full.netCents) - offCents;
  const priced = offCents === fullDiscount ? { netCents: discounted.netCents, ...period } : { netCents, start: from, end: period.end };
  return { line: { netCents, offCents, rate: rateOf(tax) }, fullPeriod: { ...priced, tax } };
};

interface ProratedRest {
  readonly line: Line;
  readonly fullPeriod: CoveredService['fullPeriod'];
}

const coverageOfRest = ({ line, fullPeriod }: ProratedRest, rest: Period, tax: TaxTerms): InvoiceContents['covers'] => ({
  ...rest,
  cents: totalOf([line], tax),
  rate: rateOf(tax),
  offCents: line.offCents ?? 0,
  fullPeriod,
});

interface UsageBill extends Pick<State, 'chargedTiers'> {
  readonly lines: readonly Line[];
  readonly billedEntries: readonly UsageEntry[];
  readonly units: number;
}

/** Bills the usage at the old price until now. Usage in a trial is free. */
const billUsage = (state: State, current: Period, tax: TaxTerms): UsageBill => {
  const { plan, index, usage, coupon, billedUnits: before, chargedTiers } = state;
  const none = { lines: [], units: 0, chargedTiers };
  if (!isMetered(plan)) return { ...none, billedEntries: [] };
  const billedEntries = usage.filter(({ at }) => at < current.end);
  const units = unitsOf(billedEntries);
  if (index < 0 || units === 0) return { ...none, billedEntries };
  const tiered = { units, before, chargedTiers: chargedTiersOf(state) };
  return {
    lines: usageLinesOf(plan.tiers, tiered, couponAt(coupon, current.start), tax),
    billedEntries,
    units,
    chargedTiers: { ...chargedTiers, [plan.name]: chargedTiersAfter(plan.tiers, tiered, tax) },
  };
};

/** The coupon's discount, in cents, on service that is unused at `now`. */
const unusedDiscountCents = (covers: CoveredService | null, now: number): number =>
  covers === null || now >= covers.end
    ? 0
    : divideRounded(covers.offCents * (covers.end - Math.max(now, covers.start)), covers.end - covers.start);

/**
 * Computes a plan change at `now`. Unused service at the old price is credited and the rest of the period is charged at the new one.
 * A different interval starts a new period. Nothing is charged during a trial. Credit that exceeds the charge is carried to later invoices.
 */
export const computePlanChange = (state: State, plan: Plan, code: CouponTerms | null, tax: TaxTerms, now: number): Change => {
  const current = periodOf(state);
  const inTrial = state.index < 0;
  const startsNewPeriod = !inTrial && plan.interval !== state.plan.interval;
  const anchor = startsNewPeriod ? dateOf(state.terms, now) : state.anchor;
  const index = startsNewPeriod ? 0 : state.index;
  const period = periodOf({ ...state, plan, anchor, index });
  /** The first service to which a new coupon applies. */
  const first = inTrial ? { start: anchor, end: periodFrom(anchor, plan, 0).end } : { start: dateOf(state.terms, now), end: period.end };
  const rest = { start: now, end: period.end };
  const usageBill = billUsage(state, current, tax);
  const covers = isMetered(state.plan) ? null : state.covers;
  const target = { from: state.plan, plan, service: rest, current, beginsPeriod: startsNewPeriod };
  const newCoupon = code === null ? null : bindCoupon(code, first, null);
  const couponUse =
    newCoupon === null
      ? carryCoupon(withFirstService(state.coupon, first.start), target, {
          usageOff: usageBill.lines.length === 0 ? null : discountOf(usageBill.lines),
          unusedOff: unusedDiscountCents(covers, now),
        })
      : {
          use: couponAt(newCoupon, now),
          after: (discount: number | null) => (discount === null ? newCoupon : couponAfter(newCoupon, rest, discount)),
        };
  const restCharge = inTrial || plan.amountCents === null ? null : prorateRest(plan.amountCents, couponUse.use, period, now, tax);
  const coupon = couponUse.after(restCharge === null ? null : (restCharge.line.offCents ?? 0));
  const lines = [...usageBill.lines, ...(restCharge === null ? [] : [restCharge.line])];
  const { unused, carried } = creditUnusedService(covers, state.carried, now);
  const credits = [...unused, ...carried];
  const credited = applyCredit(lines, credits, tax);
  const earlier = startsNewPeriod ? [] : earlierSources(covers, credits, credited.sources);
  const billedThrough = inTrial ? state.billedThrough : restCharge === null ? period.start : period.end;
  return {
    kind: 'plan_change',
    ...credited,
    sources: [...credited.sources, ...earlier],
    period: lines.length === 0 ? null : restCharge === null ? { start: current.start, end: now } : rest,
    covers: restCharge === null ? null : coverageOfRest(restCharge, rest, tax),
    billedUsage: usageBill.billedEntries,
    newState: {
      plan,
      anchor,
      index,
      coupon,
      billedThrough,
      ...(!inTrial && !isMetered(state.plan) && isMetered(plan) ? { meteredFrom: now } : {}),
      billedUnits: state.billedUnits + usageBill.units,
      chargedTiers: startsNewPeriod ? {} : usageBill.chargedTiers,
    },
  };
};

/** Computes a resumption at `now`: the unpaid rest of the current period is charged at once. */
export const computeResumption = (state: State, tax: TaxTerms, now: number): Change => {
  const { plan, index, billedThrough, carried: credits, covers, coupon } = state;
  const period = periodOf(state);
  const from = Math.max(now, billedThrough ?? period.start);
  const withoutCharge = {
    kind: 'resume',
    totalCents: 0,
    remainingCredits: credits,
    sources: [],
    period: null,
    covers: null,
    billedUsage: [],
  } as const;
  if (index < 0 || plan.amountCents === null || from >= period.end) return { ...withoutCharge, newState: { paused: false, covers } };
  const restCharge = prorateRest(plan.amountCents, couponAt(coupon, period.start), period, from, tax);
  const rest = { start: from, end: period.end };
  return {
    kind: 'resume',
    ...applyCredit([restCharge.line], credits, tax),
    period: rest,
    covers: coverageOfRest(restCharge, rest, tax),
    billedUsage: [],
    newState: { paused: false, billedThrough: rest.end, coupon: couponAfter(coupon, rest, restCharge.line.offCents ?? 0, period.start) },
  };
};
