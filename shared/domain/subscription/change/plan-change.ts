import type { Stored } from '../../aggregate.ts';
import { sum } from '../../amounts/money.ts';
import { type CouponLookup, couponProblem, refuseCoupon } from '../../coupon/eligibility.ts';
import { enterCode } from '../../coupon/enter.ts';
import type { Coupon } from '../../coupon/record.ts';
import { targetOfPrice } from '../../coupon/validate.ts';
import { type InvoiceLine, viewLine } from '../../invoice/record.ts';
import { PORTAL_CHANGES_PER_PERIOD } from '../../limits.ts';
import { type BillingParties, type TaxOf, taxOf } from '../../parties.ts';
import { type Period, periodAt } from '../../periods.ts';
import type { Price } from '../../price/record.ts';
import { type PriceSummary, summarize, taxCategoryOf } from '../../price/summary.ts';
import type { Product } from '../../product/record.ts';
import { invalidParam, Refusal } from '../../refusal.ts';
import { chargedTerms, type TaxTreatment, withoutExclusiveTaxCents } from '../../tax/tax.ts';
import { livemode, type Tenant } from '../../tenant.ts';
import { checkAction, flagsOf } from '../allowed.ts';
import { TOO_MANY_CHANGES } from '../refusals.ts';
import { nextServicePeriod, withAmounts } from '../renewal/charges.ts';
import { isInTrial, isMetered } from '../state.ts';
import type { PricedChange, Subscription } from '../types.ts';
import { formerMetersAfter } from '../usage/billed.ts';
import type { UsageSnapshot } from '../usage/usage.ts';
import { applyCredit, type CreditOnInvoice, describeCarriedCredits } from './carried-credit.ts';
import { planChangeLines } from './charges.ts';
import {
  type Coverage,
  coverageOf,
  type EndedCoverage,
  endCoverage,
  spendableCents,
  toSpendableCredits,
  withEarlierCharges,
} from './coverage.ts';
import { type ChangeCoupons, type ChangeTarget, changesInterval, enteredCoupon, keptCouponId } from './discount.ts';
import { acceptsMethod, refuseUnoffered } from './offered-plans.ts';

export interface ChangePlan {
  /** The promotion code of the request; `null`: none. */
  readonly couponCode: string | null;
  /** True for a request of the customer in the portal, false for a request with an API key of the account. */
  readonly inPortal: boolean;
}

export interface ChangePlanState {
  readonly subscription: Stored<Subscription> | null;
  /** The requested price; `null`: no such price. */
  readonly price: Price | null;
  /** The product of the requested price. */
  readonly product: Product | null;
  /** Result of looking up the promotion code; `null`: no code. */
  readonly couponLookup: CouponLookup | null;
  /** The coupon of the subscription's present discount. */
  readonly currentCoupon: Coupon | null;
  /** The current prepaid service; `null`: none. */
  readonly coverage: Coverage | null;
  /** The current price if metered, to price the usage until now. */
  readonly meteredPrice: Price | null;
  /** `NO_USAGE_READ` for a licensed price. */
  readonly usage: UsageSnapshot;
  /** `null`: no such subscription. */
  readonly parties: BillingParties | null;
}

/** Amounts and effect of a plan change at the time `at`. Used by the preview and by the change. */
export interface PlanChangeQuote {
  readonly at: number;
  /** `null`: the subscription has this plan already. */
  readonly change: PricedChange | null;
  /** Value of unused service at the old price. Like the amounts of invoice lines, it does not include exclusive tax. */
  readonly creditCents: number;
  /** The usage until now and the rest of the period at the new price, after discount. */
  readonly chargeCents: number;
  /** Credit for later invoices, tax included. */
  readonly carriedCents: number;
  /** The subscription after the change. */
  readonly after: Subscription;
}

const refusePrice = ({ price: old, paymentMethod }: Subscription, price: PriceSummary): Refusal | null => {
  if (!price.active) return new Refusal('state_conflict', 'This price is archived. Choose an active price.');
  if (price.currency !== old.currency)
    return invalidParam('price_id', `This subscription is billed in ${old.currency}. Choose a price in that currency.`);
  if (acceptsMethod(price, paymentMethod)) return null;
  return invalidParam('price_id', `This price does not accept ${paymentMethod?.type}, the payment method of this subscription.`);
};

/** The fields of the period after the change. Outside a trial, a change of the interval starts a new period now. */
const periodFieldsAfter = (subscription: Subscription, price: PriceSummary, now: number) => {
  const { anchor, periodIndex, currentPeriodStart, currentPeriodEnd } = subscription;
  if (!changesInterval({ before: subscription, price })) return { anchor, periodIndex, currentPeriodStart, currentPeriodEnd };
  const firstPeriod = periodAt(now, price.interval, 0);
  return { anchor: now, periodIndex: 0, currentPeriodStart: now, currentPeriodEnd: firstPeriod.end };
};

const targetOf = (before: Subscription, price: PriceSummary, coupons: ChangeCoupons, now: number): ChangeTarget => {
  const { currentPeriodStart: start, currentPeriodEnd: end } = periodFieldsAfter(before, price, now);
  return { before, price, period: { start, end }, coupons };
};

const netOf = ({ amountCents, discountCents }: InvoiceLine): number => amountCents - discountCents;

/**
 * Quotes a plan change at `now` (Unix seconds) [PLAN-01, PLAN-08]. Credits the unused part of the paid service. Charges the rest of the
 * period at the new price, after discount, and the metered usage until now. Carries excess credit to the next invoices. A change in a trial
 * is free.
 *
 * Refuses with 404 an unknown price; with 409 a state in which the plan cannot be changed, and an archived price; with 400 a price in
 * another currency, a price that does not accept the payment method, and an unusable code. In the portal, also refuses a price that is not
 * offered (403) and more than `PORTAL_CHANGES_PER_PERIOD` changes (409).
 */
export const quotePlanChange = (command: ChangePlan, state: ChangePlanState, now: number): PlanChangeQuote | Refusal => {
  if (state.subscription === null || state.parties === null) return new Refusal('resource_missing', 'No such subscription.');
  const before = state.subscription.record;
  const verdict = checkAction('change_plan', flagsOf(before, now));
  if (verdict instanceof Refusal) return verdict;
  if (state.price === null || state.product === null) return new Refusal('resource_missing', 'No such price.', { param: 'price_id' });
  const price = summarize(state.price, state.product);
  const { plans } = state.parties.account.branding;
  const notOffered = command.inPortal ? refuseUnoffered(plans, before, state.price, state.product) : null;
  const target = targetOf(before, price, state, now);
  const refusal = notOffered ?? refusePrice(before, price) ?? refuseCode(command, state, target, now);
  if (refusal !== null) return refusal;
  const quote = computeQuote(target, state, taxOf(state.parties), now);
  return command.inPortal ? countPortalChange(quote, before) : quote;
};

/** Adds a change in the portal to the subscription's count; refuses more than `PORTAL_CHANGES_PER_PERIOD` changes. */
const countPortalChange = (quote: PlanChangeQuote, { portalChanges }: Subscription): PlanChangeQuote | Refusal => {
  if (quote.change === null) return quote;
  if (portalChanges >= PORTAL_CHANGES_PER_PERIOD) return TOO_MANY_CHANGES;
  const { change } = quote;
  return { ...quote, change: { ...change, becomes: { ...change.becomes, portalChanges: portalChanges + 1 } } };
};

/** Refuses an unusable code. With an API key, all codes of the account can be used; in the portal, the product must accept codes. */
const refuseCode = (
  { couponCode, inPortal }: ChangePlan,
  { couponLookup, product }: ChangePlanState,
  change: ChangeTarget,
  now: number,
): Refusal | null => {
  if (couponCode === null || couponLookup === null) return null;
  const appliedCouponId = keptCouponId(change);
  const target = targetOfPrice(change.price);
  if (inPortal) {
    const entered = enterCode({ couponLookup, target, product, appliedCouponId, param: 'coupon_code' }, now);
    return entered instanceof Refusal ? entered : null;
  }
  if (couponLookup.coupon !== null && couponLookup.coupon.record.id === appliedCouponId) return null;
  const problem = couponProblem(couponLookup, target, now);
  return problem === null ? null : refuseCoupon(problem, 'coupon_code');
};

/** Credits of the change: the unused service at the old price, then carried credit. */
interface ChangeCredits {
  readonly credits: readonly CreditOnInvoice[];
  /** Spendable amount of the unused part. Like the amounts of invoice lines, it does not include exclusive tax. */
  readonly unusedCents: number;
}

const creditsOf = (
  before: Subscription,
  coverage: Coverage | null,
  { unused, carried }: EndedCoverage,
  tax: TaxTreatment,
  now: number,
): ChangeCredits => {
  const { productName: description } = before.price;
  const carriedCredits = describeCarriedCredits(carried, description);
  if (unused === null || coverage === null) return { credits: carriedCredits, unusedCents: 0 };
  const [spendableUnused] = toSpendableCredits([unused, ...carried]);
  const onInvoice: CreditOnInvoice = {
    credit: unused,
    type: 'proration_credit',
    description,
    period: { start: Math.max(now, coverage.start), end: coverage.end },
  };
  return {
    credits: [onInvoice, ...carriedCredits],
    unusedCents: withoutExclusiveTaxCents(spendableUnused?.amountCents ?? 0, unused.taxRateBasisPoints, tax.behavior),
  };
};

/** The quote if the requested price is the current price and no coupon is redeemed: nothing changes. */
const noChange = (before: Subscription, now: number): PlanChangeQuote => ({
  at: now,
  change: null,
  creditCents: 0,
  chargeCents: 0,
  carriedCents: spendableCents(before.carriedCredits),
  after: before,
});

/**
 * True if the current period is not charged: its invoice was voided. A coupon for the current price then begins with the next period. A
 * change to another price charges the rest of the period.
 */
const isPeriodWaived = (before: Subscription, coverage: Coverage | null, now: number): boolean => {
  const { billedThrough, currentPeriodEnd } = before;
  const isBilled = !isInTrial(before) && !isMetered(before) && billedThrough !== null && billedThrough >= currentPeriodEnd;
  return isBilled && (coverage === null || coverage.end <= now);
};

/** True for a change from a metered price to one that does not charge the same usage. */
export const endsUsage = ({ meteredPrice, price }: ChangePlanState): boolean =>
  meteredPrice !== null && price !== null && (price.usageType === 'licensed' || price.meterId !== meteredPrice.meterId);

const computeQuote = (target: ChangeTarget, state: ChangePlanState, taxes: TaxOf, now: number): PlanChangeQuote => {
  const { before, price, period } = target;
  const redeems = enteredCoupon(target);
  if (price.id === before.price.id && redeems === null) return noChange(before, now);
  const rest: Period = { start: Math.max(now, period.start), end: period.end };
  const inTrial = isInTrial(before);
  const coverage = isMetered(before) ? null : state.coverage;
  const isWaived = price.id === before.price.id && isPeriodWaived(before, coverage, now);
  const paysAhead = !inTrial && !isWaived && price.usageType === 'licensed';
  const tax = taxes({ at: now, category: taxCategoryOf(price) });
  const usageTax = taxes({ at: now, category: taxCategoryOf(before.price) });
  const terms = { period, paysAhead, isWaived, endsUsage: endsUsage(state), tax, usageTax, now };
  const { usage, service, discount, usageAfter } = planChangeLines(before, price, { ...state, coverage }, terms);
  const charges = service === null ? [] : [service.line];
  const lines = [...usage, ...charges];
  const ended = endCoverage(coverage, before.carriedCredits, now);
  const { credits, unusedCents } = creditsOf(before, coverage, ended, tax, now);
  const { totals, left, charges: sources } = applyCredit(lines, credits, tax);
  const restCoverage = coverageOf(
    { lines: charges, periodEnd: period.end, taxBehavior: tax.behavior, taxTerms: chargedTerms(tax) },
    sources,
    service?.basis ?? null,
  );
  const change: PricedChange = {
    event: 'subscription.plan_changed',
    becomes: {
      ...periodFieldsAfter(before, price, now),
      price,
      ...discount,
      carriedCredits: left,
      billedThrough: inTrial || isWaived ? before.billedThrough : paysAhead ? period.end : period.start,
      coverage: changesInterval(target) ? restCoverage : withEarlierCharges(restCoverage, coverage, ended),
      ...usageAfter,
      ...formerMetersAfter({ ...before, ...usageAfter }, { from: state.meteredPrice, to: state.price ?? price, periodStart: period.start }),
      ...(!inTrial && !isMetered(before) && price.usageType === 'metered' ? { meteredFrom: now } : {}),
      ...(changesInterval(target) && usageAfter.periodUsage !== '0'
        ? {
            earlierUsage: { periodStart: period.start, quantity: usageAfter.periodUsage },
            flatFees: { periodStart: period.start, prices: [] },
          }
        : {}),
    },
    billingReason: 'subscription_update',
    totals: lines.length === 0 ? null : totals,
    period: charges.length === 0 ? { start: before.currentPeriodStart, end: now } : rest,
    tax,
    redeems: redeems === null ? null : discount.discount,
    ...(terms.endsUsage ? { endsUsage: true } : {}),
  };
  return {
    at: now,
    change,
    creditCents: unusedCents,
    chargeCents: sum(lines.map(netOf)),
    carriedCents: spendableCents(left),
    after: withAmounts({ ...before, ...change.becomes }, taxes),
  };
};

/** The API's `plan_change_preview` object [PLAN-01]. */
export const viewQuote = ({ at, change, after, ...quote }: PlanChangeQuote, tenant: Tenant) => {
  const totals = change?.totals ?? null;
  const next = nextServicePeriod(after);
  return {
    object: 'plan_change_preview' as const,
    livemode: livemode(tenant),
    subscription_id: after.id,
    price_id: after.price.id,
    proration_at: at,
    credit_cents: quote.creditCents,
    charge_cents: quote.chargeCents,
    tax_cents: totals?.taxCents ?? 0,
    amount_due_now_cents: totals?.totalCents ?? 0,
    carried_credit_cents: quote.carriedCents,
    next_charge_amount_cents: after.nextChargeAmountCents,
    next_period_start: next.start,
    next_period_end: next.end,
    currency: after.price.currency,
    lines: (totals?.lines ?? []).map(viewLine),
  };
};
