import { sum } from '../../amounts/money.ts';
import { discountedLines } from '../../invoice/build.ts';
import type { InvoiceLine } from '../../invoice/record.ts';
import type { Period } from '../../periods.ts';
import type { Price } from '../../price/record.ts';
import type { PriceSummary } from '../../price/summary.ts';
import type { TaxTreatment } from '../../tax/tax.ts';
import { discountFor, recurringLine, usageLines } from '../renewal/charges.ts';
import { isInTrial } from '../state.ts';
import type { Subscription } from '../types.ts';
import { closeUsageForChange, flatFeesAfter, waiveUsage } from '../usage/billed.ts';
import type { UsageSnapshot } from '../usage/usage.ts';
import type { Coverage } from './coverage.ts';
import { type ChangeCoupons, changesInterval, type DiscountChange, type DiscountFields, discountForChange } from './discount.ts';
import { chargeForRestOfPeriod, type ProratedLine } from './proration.ts';

/** State from which the charges of a plan change are computed: the prepaid service and usage before the change, and the coupons. */
export interface PlanChangeState extends ChangeCoupons {
  /** Coverage (prepaid service) at the old price; `null`: there is none, as for a metered price or in a trial. */
  readonly coverage: Coverage | null;
  /** The old price if metered, to price the usage until now. */
  readonly meteredPrice: Price | null;
  readonly usage: UsageSnapshot;
}

export interface ChangeTerms {
  /** The subscription's period after the change. */
  readonly period: Period;
  /** True when the new price is charged in advance. */
  readonly paysAhead: boolean;
  /** True if nothing is charged for the rest of the period, although the new price is charged in advance: see `isPeriodWaived`. */
  readonly isWaived: boolean;
  readonly tax: TaxTreatment;
  /** True if the new price does not charge the usage of the old price's meter. */
  readonly endsUsage: boolean;
  /** Tax of the usage at the old price, whose product can have another tax category. */
  readonly usageTax: TaxTreatment;
  readonly now: number;
}

type UsageAfter = Pick<Subscription, 'usageDone' | 'usageBilledAt' | 'periodUsage' | 'flatFees'>;

/**
 * Invoice lines of the unbilled usage at the old price, and the usage fields after this usage is billed. Usage in a trial is free.
 */
const usageUntilNow = (
  before: Subscription,
  price: PriceSummary,
  { meteredPrice, usage }: Pick<PlanChangeState, 'meteredPrice' | 'usage'>,
  { now, usageTax: tax, endsUsage }: Pick<ChangeTerms, 'now' | 'usageTax' | 'endsUsage'>,
): { readonly lines: readonly InvoiceLine[]; readonly becomes: UsageAfter } => {
  if (meteredPrice === null) return { lines: [], becomes: usageAfterOf(before) };
  if (isInTrial(before)) return { lines: [], becomes: usageAfterOf(waiveUsage(before, usage)) };
  const { subscription, ...units } = closeUsageForChange(before, usage, {
    pricing: meteredPrice,
    endsUsage,
    startsPeriod: changesInterval({ before, price }),
  });
  const period: Period = { start: before.currentPeriodStart, end: now };
  if (units.quantity === 0) return { lines: [], becomes: usageAfterOf(subscription) };
  const draftLines = usageLines(meteredPrice, before.price.productName, units, period, tax);
  return {
    lines: discountedLines(draftLines, discountFor(before, period.start), tax),
    becomes: { ...usageAfterOf(subscription), usageBilledAt: now, ...flatFeesAfter(before, units, meteredPrice) },
  };
};

const usageAfterOf = ({ usageDone, periodUsage }: Subscription): UsageAfter => ({ usageDone, periodUsage });

/** Invoice lines of the change (usage at the old price until now, rest of the period at the new price), and fields that the change sets. */
export interface PlanChangeLines {
  readonly usage: readonly InvoiceLine[];
  readonly usageAfter: UsageAfter;
  /** `null`: nothing is charged in advance (trial, or metered). */
  readonly service: ProratedLine | null;
  readonly discount: DiscountFields;
}

/** Computes the invoice lines of a plan change to `price`, and the subscription's discount and usage fields after the change. */
export const planChangeLines = (before: Subscription, price: PriceSummary, state: PlanChangeState, terms: ChangeTerms): PlanChangeLines => {
  const { period, paysAhead, isWaived, tax, usageTax, now } = terms;
  const usage = usageUntilNow(before, price, state, terms);
  const usageOffCents = usage.lines.length === 0 ? null : sum(usage.lines.map(({ discountCents }) => discountCents));
  const change: DiscountChange = {
    before,
    price,
    period,
    isWaived,
    coupons: state,
    coverage: state.coverage,
    tax: usageTax,
    usageOffCents,
    now,
  };
  const discount = discountForChange(change);
  const service = paysAhead ? chargeForRestOfPeriod(recurringLine(price, period, tax), discount.applicable, { period, now, tax }) : null;
  return {
    usage: usage.lines,
    usageAfter: usage.becomes,
    service,
    discount: discount.after(service?.line.discountCents ?? null),
  };
};
