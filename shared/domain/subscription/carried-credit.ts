import type { InvoiceTotals } from '../invoice/build.ts';
import { totalsOfLines } from '../invoice/build.ts';
import type { InvoiceLine, LineType } from '../invoice/record.ts';
import type { Period } from '../periods.ts';
import type { TaxTreatment } from '../tax.ts';
import { beforeTaxCents } from '../tax.ts';
import type { Credit, SourceCharge, UsedCredit } from './coverage.ts';
import { distinctCharges } from './coverage.ts';

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
 * Takes credits off an invoice, in order, each at the rate that it was paid with, until nothing is left to pay; the rest is carried on.
 * An invoice never comes to less than zero.
 */
export const takeOff = (lines: readonly InvoiceLine[], credits: readonly CreditOnInvoice[], tax: TaxTreatment): Credited => {
  let totals = totalsOfLines(lines, tax);
  const left: Credit[] = [];
  const charges: SourceCharge[] = [];
  for (const each of credits) {
    const usedCents = Math.min(each.credit.amountCents, totals.totalCents);
    left.push({ ...each.credit, amountCents: each.credit.amountCents - usedCents });
    if (usedCents === 0) continue;
    totals = totalsOfLines([...totals.lines, usingLine(each, usedCents, totals.lines, tax)], tax);
    charges.push(...each.credit.charges);
  }
  return { totals, charges: distinctCharges(charges), left: withoutNothing(left) };
};

/** What was carried from earlier, as a further invoice shows it. */
export const carriedOver = (credits: readonly Credit[], productName: string): readonly CreditOnInvoice[] =>
  credits.map((credit) => ({ credit, type: 'carried_credit', description: productName, period: null }));
