import { type InvoiceTotals, totalsOfLines } from '../../invoice/build.ts';
import type { InvoiceLine, LineType } from '../../invoice/record.ts';
import type { Period } from '../../periods.ts';
import { beforeTaxCents, type TaxTreatment } from '../../tax.ts';
import { type Credit, distinctCharges, type SourceCharge, spend, spendable, type UsedCredit } from './coverage.ts';

/** A credit with its description on an invoice. */
export interface CreditOnInvoice {
  readonly credit: Credit;
  readonly type: Extract<LineType, 'proration_credit' | 'carried_credit'>;
  readonly description: string;
  readonly period: Period | null;
}

export interface Credited extends UsedCredit {
  readonly totals: InvoiceTotals;
}

const creditLine = ({ type, description, period, credit }: CreditOnInvoice, amountCents: number): InvoiceLine => ({
  type,
  description,
  quantity: '1',
  unitAmountDecimal: null,
  amountCents: -amountCents,
  discountCents: 0,
  priceId: null,
  taxRateBasisPoints: credit.taxRateBasisPoints,
  periodStart: period?.start ?? null,
  periodEnd: period?.end ?? null,
});

/** An invoice with a credit applied, and the amount deducted from its total. */
interface Used {
  readonly totals: InvoiceTotals;
  readonly usedCents: number;
}

/**
 * Applies a credit to an invoice up to `mostCents`. When tax is added on top, not every total can be reached with whole cents: the rest
 * stays in the credit.
 */
const using = (each: CreditOnInvoice, mostCents: number, before: InvoiceTotals, tax: TaxTreatment): Used => {
  const nearCents = beforeTaxCents(mostCents, each.credit.taxRateBasisPoints, tax.behavior);
  for (const amountCents of [nearCents + 1, nearCents, nearCents - 1]) {
    if (amountCents <= 0) break;
    const totals = totalsOfLines([...before.lines, creditLine(each, amountCents)], tax);
    const usedCents = before.totalCents - totals.totalCents;
    if (usedCents <= mostCents) return { totals, usedCents };
  }
  return { totals: before, usedCents: 0 };
};

const withoutNothing = (credits: readonly Credit[]): readonly Credit[] => credits.filter(({ amountCents }) => amountCents > 0);

/**
 * Reduces an invoice by credits in order, each at its own tax rate, until nothing is due. Uses only what their charges still hold; the rest
 * is carried further. An invoice is never negative, and exactly its reduction is used.
 */
export const applyCredit = (lines: readonly InvoiceLine[], credits: readonly CreditOnInvoice[], tax: TaxTreatment): Credited => {
  const values = spendable(credits.map(({ credit }) => credit));
  let totals = totalsOfLines(lines, tax);
  const left: Credit[] = [];
  const charges: SourceCharge[] = [];
  for (const [index, each] of credits.entries()) {
    const value = values[index];
    if (value === undefined) continue;
    const used = using(each, Math.min(value.amountCents, totals.totalCents), totals, tax);
    const spent = spend(value, used.usedCents);
    totals = used.totals;
    left.push(spent.left);
    charges.push(...spent.used);
  }
  return { totals, charges: distinctCharges(charges), left: withoutNothing(left) };
};

/** Carried credit as a line of a later invoice. */
export const carriedOver = (credits: readonly Credit[], productName: string): readonly CreditOnInvoice[] =>
  credits.map((credit) => ({ credit, type: 'carried_credit', description: productName, period: null }));
