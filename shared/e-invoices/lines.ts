import { BASIS_POINTS, decimalsOf, proportionOf } from '../domain/amounts/money.ts';
import { usageAmountCents } from '../domain/amounts/tiers.ts';
import { splitByWeights } from '../domain/credit-note/portion.ts';
import { isCreditNote } from '../domain/credit-note/record.ts';
import { taxedAmountsOf } from '../domain/e-invoice/categories.ts';
import { FRENCH_PRICE_DECIMALS, isBetweenFrenchBusinesses } from '../domain/e-invoice/french.ts';
import type { ModelLine, VatCategory } from '../domain/e-invoice/model.ts';
import { flatFeeCents } from '../domain/invoice/flat-fee.ts';
import { netCentsOfLines } from '../domain/invoice/net-lines.ts';
import type { InvoiceLine } from '../domain/invoice/record.ts';
import { type RateAndTerms, taxKey, taxOfLine } from '../domain/tax/terms.ts';
import { type DocumentTexts, lineName } from '../locales/documents.ts';
import { dayRange } from './days.ts';
import type { EInvoiceSource } from './types.ts';
import { unitAmountOf } from './xml.ts';

/** A line as it will be written, with amounts as stored: inclusive prices still contain the tax. */
type Part = Pick<
  InvoiceLine,
  'type' | 'description' | 'quantity' | 'unitAmountDecimal' | 'amountCents' | 'discountCents' | 'taxRateBasisPoints'
> &
  Pick<InvoiceLine, 'taxTerms' | 'periodStart' | 'periodEnd'>;

const INTEGER = /^\d{1,15}$/;

/** A tier with a flat fee becomes two lines: its units, and the fee. The discount is split in proportion. */
const splitFlatFee = (line: InvoiceLine): readonly Part[] => {
  const flatCents = flatFeeCents(line);
  if (flatCents === 0) return [line];
  const units = line.amountCents - flatCents;
  const [unitsDiscount = 0, flatDiscount = 0] = splitByWeights(line.discountCents, [units, flatCents]);
  return [
    { ...line, amountCents: units, discountCents: unitsDiscount },
    { ...line, quantity: '1', unitAmountDecimal: null, amountCents: flatCents, discountCents: flatDiscount },
  ];
};

/** A line of a credit note credits part of an invoice line, so quantity times unit price would not be its amount. */
const creditedPart = (line: InvoiceLine): Part => ({ ...line, quantity: '1', unitAmountDecimal: null });

/**
 * A line with the amount 0, added for a tax rate that no line has: the standard requires a line for each rate (BR-16, BR-S-08). Needed if
 * an invoice has several credit notes: the last one can consist of tax only.
 */
const emptyPart = ({ rateBasisPoints, taxTerms }: RateAndTerms, description: string): Part => ({
  type: 'one_shot',
  description,
  quantity: '1',
  unitAmountDecimal: null,
  amountCents: 0,
  discountCents: 0,
  taxRateBasisPoints: rateBasisPoints,
  ...(taxTerms === undefined ? {} : { taxTerms }),
  periodStart: null,
  periodEnd: null,
});

const partsOf = ({ document }: EInvoiceSource, texts: DocumentTexts): readonly Part[] => {
  const parts = isCreditNote(document) ? document.lines.map(creditedPart) : document.lines.flatMap(splitFlatFee);
  const withoutLine = taxedAmountsOf(document).filter((amount) => !parts.some((part) => taxKey(taxOfLine(part)) === taxKey(amount)));
  return [...parts, ...withoutLine.map((amount) => emptyPart(amount, texts.tax))];
};

const netDiscount = ({ discountCents, taxRateBasisPoints }: Part, inclusive: boolean): number =>
  inclusive ? proportionOf(discountCents, BASIS_POINTS, BASIS_POINTS + taxRateBasisPoints) : discountCents;

/**
 * True if receiving programs compute the same amount as this service. They round quantity times price to two decimals in every currency.
 */
const isRoundedAlike = (unitAmountDecimal: string, quantity: string, currency: string): boolean =>
  INTEGER.test(quantity) && (decimalsOf(currency) === 2 || INTEGER.test(unitAmountDecimal));

/** True if the rules for the document allow as many decimals as the price has in the currency's main unit. */
const hasAllowedDecimals = (unitAmountDecimal: string, source: EInvoiceSource): boolean => {
  const [, decimals = ''] = unitAmountOf(unitAmountDecimal, source.document.currency).split('.');
  return !isBetweenFrenchBusinesses(source) || decimals.length <= FRENCH_PRICE_DECIMALS;
};

/**
 * Quantity and price whose product is exactly `undiscountedCents` (without tax, before the discount). The unit price is used if it gives
 * that product and has no more decimals than allowed; otherwise the price is stated for all units together. A price is never negative
 * (BR-27), so a negative line has a negative quantity.
 */
const quantityAndPrice = (part: Part, undiscountedCents: number, source: EInvoiceSource): Pick<ModelLine, 'quantity' | 'price'> => {
  const { currency, taxBehavior } = source.document;
  const { quantity, unitAmountDecimal: unit } = part;
  const isNet = taxBehavior === 'exclusive' || part.taxRateBasisPoints === 0;
  const isStatable = (price: string): boolean => isRoundedAlike(price, quantity, currency) && hasAllowedDecimals(price, source);
  if (isNet && unit !== null && isStatable(unit) && usageAmountCents(unit, Number(quantity)) === undiscountedCents)
    return { quantity, price: { amountDecimal: unit, baseQuantity: '1' } };
  const amountDecimal = String(Math.abs(undiscountedCents));
  if (!(Number(quantity) > 0)) return { quantity: '0', price: { amountDecimal, baseQuantity: '1' } };
  return { quantity: undiscountedCents < 0 ? `-${quantity}` : quantity, price: { amountDecimal, baseQuantity: quantity } };
};

/** The lines of a document (BG-25), whose net amounts add up to the taxable amount of each rate. */
export const modelLines = (
  source: EInvoiceSource,
  texts: DocumentTexts,
  categoryOf: (amount: RateAndTerms) => VatCategory,
): readonly ModelLine[] => {
  const inclusive = source.document.taxBehavior === 'inclusive';
  const parts = partsOf(source, texts);
  const net = netCentsOfLines(parts, source.document);
  return parts.map((part, index) => {
    const netCents = net[index] ?? 0;
    const discountCents = netDiscount(part, inclusive);
    return {
      id: String(index + 1),
      name: lineName(part, texts),
      ...quantityAndPrice(part, netCents + discountCents, source),
      netCents,
      discount: discountCents === 0 ? null : { amountCents: discountCents, reason: texts.discount },
      category: categoryOf(taxOfLine(part)),
      rateBasisPoints: part.taxRateBasisPoints,
      period: dayRange(part.periodStart, part.periodEnd),
    };
  });
};
