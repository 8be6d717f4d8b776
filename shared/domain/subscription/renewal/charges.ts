import { type ApplicableDiscount, applicableDiscount, discountsOfLines, unusedDiscount } from '../../amounts/discounts.ts';
import { proportionOf } from '../../amounts/money.ts';
import { type DraftLine, type InvoiceTotals, totalsOf } from '../../invoice/build.ts';
import type { TaxOf } from '../../parties.ts';
import { type Period, periodAt } from '../../periods.ts';
import type { Price } from '../../price/record.ts';
import { type PriceSummary, taxCategoryOf } from '../../price/summary.ts';
import type { TaxPoint } from '../../tax/modes.ts';
import { invoicedAmountCents, invoicedUnitAmount, type TaxTreatment } from '../../tax/tax.ts';
import { applyCredit, type CreditedInvoice, describeCarriedCredits } from '../change/carried-credit.ts';
import { isInTrial, isMetered } from '../state.ts';
import type { Subscription } from '../types.ts';
import type { UsageToBill } from '../usage/billed.ts';
import { type UsagePricing, usageCharges } from '../usage/usage.ts';

/** The subscription's discount for the billing period that starts at `periodStart`; `null`: none. */
export const discountFor = (
  { discount, discountGrant }: Pick<Subscription, 'discount' | 'discountGrant'>,
  periodStart: number,
): ApplicableDiscount | null => applicableDiscount(discount, discountGrant, periodStart);

/** The line of a licensed price for one service period. */
export const recurringLine = (price: PriceSummary, period: Period, tax: TaxTreatment): DraftLine => {
  const amountCents = invoicedAmountCents(price.amountCents ?? 0, tax);
  return {
    type: 'subscription',
    description: price.productName,
    quantity: '1',
    unitAmountDecimal: String(amountCents),
    amountCents,
    priceId: price.id,
    periodStart: period.start,
    periodEnd: period.end,
  };
};

/** The unit prices and flat amounts as invoiced: under reverse charge, tax-inclusive prices are reduced by the tax. */
export const invoicedPricing = ({ unitAmountDecimal, tiers }: UsagePricing, tax: TaxTreatment): UsagePricing => ({
  unitAmountDecimal: unitAmountDecimal === null ? null : invoicedUnitAmount(unitAmountDecimal, tax),
  tiers:
    tiers?.map(({ upTo, flatAmountCents, unitAmountDecimal: unit }) => ({
      upTo,
      flatAmountCents: invoicedAmountCents(flatAmountCents, tax),
      unitAmountDecimal: invoicedUnitAmount(unit, tax),
    })) ?? null,
});

/** Usage lines of a metered price: one line per tier with units, or one line of 0 units. */
export const usageLines = (
  price: Price,
  productName: string,
  { quantity, billed }: UsageToBill,
  period: Period,
  tax: TaxTreatment,
): readonly DraftLine[] => {
  const tierCharges = usageCharges(invoicedPricing(price, tax), quantity, billed);
  const usedTiers = tierCharges.filter((charge) => charge.quantity > 0);
  return (usedTiers.length > 0 ? usedTiers : tierCharges.slice(0, 1)).map(({ tier, quantity: units, amountCents }) => ({
    type: 'usage',
    description: productName,
    quantity: String(units),
    unitAmountDecimal: tier.unitAmountDecimal,
    amountCents,
    priceId: price.id,
    periodStart: period.start,
    periodEnd: period.end,
  }));
};

/** Totals of a licensed price for one period, with discount and tax. */
export const recurringTotals = (
  price: PriceSummary,
  discount: ApplicableDiscount | null,
  period: Period,
  tax: TaxTreatment,
): InvoiceTotals => totalsOf([recurringLine(price, period, tax)], discount, tax);

/** The period that the next charge pays: the next period; for a metered price outside a trial, the current period. */
export const nextServicePeriod = (subscription: Subscription): Period =>
  isMetered(subscription) && !isInTrial(subscription)
    ? { start: subscription.currentPeriodStart, end: subscription.currentPeriodEnd }
    : periodAt(subscription.anchor, subscription.price.interval, subscription.periodIndex + 1);

/** Tax point of the next charge: the start of the period that it pays; for a metered price, the last second of that period. */
export const nextTaxPoint = (subscription: Subscription): TaxPoint => {
  const { start, end } = nextServicePeriod(subscription);
  return { at: isMetered(subscription) ? end - 1 : start, category: taxCategoryOf(subscription.price) };
};

/** Totals of the next renewal of a licensed price, with carried credit. */
export const renewalTotals = (subscription: Subscription, tax: TaxTreatment): CreditedInvoice => {
  const { price, carriedCredits } = subscription;
  const period = nextServicePeriod(subscription);
  const { lines } = recurringTotals(price, discountFor(subscription, period.start), period, tax);
  return applyCredit(lines, describeCarriedCredits(carriedCredits, price.productName), tax);
};

/** Amount of the next renewal; `null`: no renewal, or a metered price. */
const nextChargeAmountCents = (subscription: Subscription, taxOf: TaxOf): number | null => {
  const isRenewed = subscription.status !== 'canceled' && subscription.pausedAt === null && !subscription.cancelAtPeriodEnd;
  if (!isRenewed || isMetered(subscription)) return null;
  return renewalTotals(subscription, taxOf(nextTaxPoint(subscription))).totals.totalCents;
};

/** Monthly recurring amount after the current discount; 0 for metered, paused and canceled subscriptions. */
const mrrCents = (subscription: Subscription): number => {
  const amountCents = subscription.price.amountCents;
  if (amountCents === null || subscription.status === 'canceled' || subscription.pausedAt !== null) return 0;
  const discount = discountFor(subscription, Math.max(subscription.currentPeriodStart, subscription.anchor));
  const [discountCents] = discountsOfLines(unusedDiscount(discount), [amountCents]);
  return proportionOf(amountCents - (discountCents ?? 0), 1, subscription.price.interval === 'year' ? 12 : 1);
};

/** Recomputes the amounts that are derived from the other fields: `nextChargeAmountCents` and `mrrCents`. */
export const withAmounts = (subscription: Subscription, taxOf: TaxOf): Subscription => ({
  ...subscription,
  nextChargeAmountCents: nextChargeAmountCents(subscription, taxOf),
  mrrCents: mrrCents(subscription),
});
