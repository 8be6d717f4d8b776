import { type InvoiceTotals, totalsOfLines } from '../../invoice/build.ts';
import type { CarriedRevenue, InvoiceLine, LineType } from '../../invoice/record.ts';
import type { Period } from '../../periods.ts';
import { storedTerms, type TaxTreatment, withoutExclusiveTaxCents } from '../../tax/tax.ts';
import { taxOfLine } from '../../tax/terms.ts';
import { type Credit, distinctCharges, type SourceCharge, spendCredit, toSpendableCredits, type UsedCredit } from './coverage.ts';
import { carryCredit, releasedLiabilityCents, withReducedLiability } from './credit-liability.ts';

/** A credit with its description on an invoice. */
export interface CreditOnInvoice {
  readonly credit: Credit;
  readonly type: Extract<LineType, 'proration_credit' | 'carried_credit'>;
  readonly description: string;
  readonly period: Period | null;
}

export interface CreditedInvoice extends UsedCredit {
  readonly totals: InvoiceTotals;
}

const creditLine = ({ type, description, period, credit }: CreditOnInvoice, amountCents: number, tax: TaxTreatment): InvoiceLine => ({
  type,
  description,
  quantity: '1',
  unitAmountDecimal: null,
  amountCents: -amountCents,
  discountCents: 0,
  priceId: null,
  taxRateBasisPoints: credit.taxRateBasisPoints,
  ...storedTerms(taxOfLine(credit), tax),
  periodStart: period?.start ?? null,
  periodEnd: period?.end ?? null,
});

interface AppliedCredit {
  /** Totals of the invoice after the credit is applied. */
  readonly totals: InvoiceTotals;
  /** Amount that the credit deducted from the total. */
  readonly usedCents: number;
}

/**
 * Applies one credit to an invoice: deducts `maxCents` from the total. With exclusive tax, a line in whole cents cannot always deduct
 * exactly `maxCents`. Then the nearest lower amount is deducted, and the difference stays in the credit.
 */
const applyOneCredit = (item: CreditOnInvoice, maxCents: number, before: InvoiceTotals, tax: TaxTreatment): AppliedCredit => {
  const estimateCents = withoutExclusiveTaxCents(maxCents, item.credit.taxRateBasisPoints, tax.behavior);
  for (const amountCents of [estimateCents + 1, estimateCents, estimateCents - 1]) {
    if (amountCents <= 0) break;
    const totals = totalsOfLines([...before.lines, creditLine(item, amountCents, tax)], tax);
    const usedCents = before.totalCents - totals.totalCents;
    if (usedCents <= maxCents) return { totals, usedCents };
  }
  return { totals: before, usedCents: 0 };
};

/** Records `creditReleasedCents` on the last line, which is the line of the credit. `null`: records nothing. */
const withRelease = (totals: InvoiceTotals, creditReleasedCents: number | null): InvoiceTotals =>
  creditReleasedCents === null
    ? totals
    : { ...totals, lines: totals.lines.map((line, index, { length }) => (index === length - 1 ? { ...line, creditReleasedCents } : line)) };

const withoutSpent = (credits: readonly Credit[]): readonly Credit[] => credits.filter(({ amountCents }) => amountCents > 0);

/**
 * Deducts one credit after the other from an invoice, each at the credit's tax rate, until nothing is due. Uses only the spendable part of
 * each credit (`toSpendableCredits`). `left`: the credits minus what was used. The total is never negative, and the used credit equals the
 * deducted amount. The unused rest of a `proration_credit` becomes carried credit, which the invoice records for the journal
 * (`carriedRevenue`). Without `lines`, there is no invoice, so the carried credit is not recorded.
 */
export const applyCredit = (lines: readonly InvoiceLine[], credits: readonly CreditOnInvoice[], tax: TaxTreatment): CreditedInvoice => {
  const spendableCredits = toSpendableCredits(credits.map(({ credit }) => credit));
  let totals = totalsOfLines(lines, tax);
  const left: Credit[] = [];
  const charges: SourceCharge[] = [];
  let carriedRevenue: CarriedRevenue | null = null;
  for (const [index, item] of credits.entries()) {
    const spendableCredit = spendableCredits[index];
    if (spendableCredit === undefined) continue;
    const applied = applyOneCredit(item, Math.min(spendableCredit.amountCents, totals.totalCents), totals, tax);
    const split = spendCredit(spendableCredit, applied.usedCents);
    const spendableCents = spendableCredit.amountCents;
    const hasLine = applied.totals !== totals;
    const released = hasLine ? releasedLiabilityCents(item.credit, applied.usedCents, spendableCents) : null;
    totals = withRelease(applied.totals, released);
    charges.push(...split.used);
    if (item.type === 'proration_credit' && item.period !== null && lines.length > 0) {
      const carried = carryCredit(split.left, spendableCents - applied.usedCents, item.period);
      left.push(carried.credit);
      carriedRevenue = carried.carriedRevenue;
    } else left.push(withReducedLiability(split.left, released));
  }
  return {
    totals: carriedRevenue === null ? totals : { ...totals, carriedRevenue },
    charges: distinctCharges(charges),
    left: withoutSpent(left),
  };
};

/** Adds to carried credits the type and description of their lines on an invoice. */
export const describeCarriedCredits = (credits: readonly Credit[], productName: string): readonly CreditOnInvoice[] =>
  credits.map((credit) => ({ credit, type: 'carried_credit', description: productName, period: null }));
