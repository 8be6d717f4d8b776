import type { InvoiceTotals } from '../invoice/build.ts';
import { totalsOfLines } from '../invoice/build.ts';
import type { InvoiceLine, LineType } from '../invoice/record.ts';
import type { Period } from '../periods.ts';
import type { TaxTreatment } from '../tax.ts';
import { beforeTaxCents } from '../tax.ts';
import type { Credit, SourceCharge, UsedCredit } from './coverage.ts';
import { distinctCharges, spend, spendable } from './coverage.ts';

/** A credit with how it shows on an invoice. */
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

/** The line that uses `usedCents` of a credit. Taxed apart, its rounding could bring the total a cent below zero: then it is a cent less. */
const usingLine = (each: CreditOnInvoice, usedCents: number, lines: readonly InvoiceLine[], tax: TaxTreatment): InvoiceLine => {
  const amountCents = beforeTaxCents(usedCents, each.credit.taxRateBasisPoints, tax.behavior);
  const line = creditLine(each, amountCents);
  return totalsOfLines([...lines, line], tax).totalCents < 0 ? creditLine(each, amountCents - 1) : line;
};

const withoutNothing = (credits: readonly Credit[]): readonly Credit[] => credits.filter(({ amountCents }) => amountCents > 0);

/**
 * Reduces an invoice by credits, in order, each at the rate that it was paid with, until nothing is left to pay. Only what their
 * charges still hold is used; the rest is carried on. An invoice never comes to less than zero.
 */
export const takeOff = (lines: readonly InvoiceLine[], credits: readonly CreditOnInvoice[], tax: TaxTreatment): Credited => {
  const values = spendable(credits.map(({ credit }) => credit));
  let totals = totalsOfLines(lines, tax);
  const left: Credit[] = [];
  const charges: SourceCharge[] = [];
  for (const [index, each] of credits.entries()) {
    const value = values[index];
    if (value === undefined) continue;
    const usedCents = Math.min(value.amountCents, totals.totalCents);
    const spent = spend(value, usedCents);
    left.push(spent.left);
    if (usedCents === 0) continue;
    totals = totalsOfLines([...totals.lines, usingLine(each, usedCents, totals.lines, tax)], tax);
    charges.push(...spent.used);
  }
  return { totals, charges: distinctCharges(charges), left: withoutNothing(left) };
};

/** What was carried from earlier, as a further invoice shows it. */
export const carriedOver = (credits: readonly Credit[], productName: string): readonly CreditOnInvoice[] =>
  credits.map((credit) => ({ credit, type: 'carried_credit', description: productName, period: null }));
