import { proportionOf, sum } from '../amounts/money.ts';
import { groupsBy } from '../groups.ts';
import type { Invoice, InvoiceLine } from '../invoice/record.ts';
import type { TaxSum } from '../tax/tax.ts';
import { taxKey, taxOfLine } from '../tax/terms.ts';

/** A part of an invoice's total, split into lines and taxes. */
export interface InvoicePortion {
  readonly lines: readonly InvoiceLine[];
  /** Sum of the lines. */
  readonly subtotalCents: number;
  readonly tax: readonly TaxSum[];
  readonly taxCents: number;
  readonly totalCents: number;
}

/**
 * Splits an amount in proportion to weights. The parts add up to the amount exactly. If the amount is the sum of the weights, the parts are
 * the weights; a larger amount makes no part smaller. So each part is at most its weight, if the amount is at most the sum of the weights.
 */
export const splitByWeights = (amountCents: number, weights: readonly number[]): readonly number[] => {
  let restCents = amountCents;
  let restWeight = sum(weights);
  const parts: number[] = [];
  // From the last weight to the first: splits the rest of the amount between this weight and all earlier weights.
  for (const weight of [...weights].reverse()) {
    const earlierCents = restWeight === 0 ? 0 : proportionOf(restCents, restWeight - weight, restWeight);
    parts.unshift(restCents - earlierCents);
    restCents = earlierCents;
    restWeight -= weight;
  }
  return parts;
};

/** The lines with the same tax rate and terms (`taxKey`), and their tax. */
interface RateGroup {
  readonly lines: readonly InvoiceLine[];
  readonly tax: TaxSum | null;
  /** Total including tax. Negative when credit at this rate exceeds the charges. */
  readonly totalCents: number;
}

/** Weight of a line: its absolute amount after discount, or 0 if the amount's sign differs from `sign`, the sign of the group's total. */
const weightOf = ({ amountCents, discountCents }: InvoiceLine, sign: number): number => Math.max(0, sign * (amountCents - discountCents));

/**
 * Splits an amount in proportion to totals; some of the totals can be negative. The parts add up to the amount. If the amount is the sum of
 * the totals, the parts are the totals.
 */
const splitByTotals = (creditedCents: number, totals: readonly number[]): readonly number[] => {
  const positive = totals.map((total) => Math.max(0, total));
  const negative = totals.map((total) => Math.max(0, -total));
  const positiveCents = proportionOf(creditedCents, sum(positive), sum(totals));
  const positiveParts = splitByWeights(positiveCents, positive);
  const negativeParts = splitByWeights(positiveCents - creditedCents, negative);
  return totals.map((_total, index) => (positiveParts[index] ?? 0) - (negativeParts[index] ?? 0));
};

const groupsOf = ({ lines, tax, taxBehavior }: Invoice): readonly RateGroup[] =>
  [...groupsBy(lines, (line) => taxKey(taxOfLine(line)))].map(([key, linesOfRate]) => {
    const taxOfRate = tax.find((each) => taxKey(each) === key) ?? null;
    const linesCents = sum(linesOfRate.map((line) => line.amountCents - line.discountCents));
    return { lines: linesOfRate, tax: taxOfRate, totalCents: linesCents + (taxBehavior === 'exclusive' ? (taxOfRate?.taxCents ?? 0) : 0) };
  });

/** What is credited of each line, and of the tax and the taxable amount of each rate, once `creditedCents` are credited in total. */
interface Credited {
  readonly lineCents: ReadonlyMap<InvoiceLine, number>;
  readonly taxCents: ReadonlyMap<TaxSum, number>;
  readonly taxableCents: ReadonlyMap<TaxSum, number>;
}

const creditedParts = (invoice: Invoice, creditedCents: number): Credited => {
  const groups = groupsOf(invoice);
  const totals = splitByTotals(
    creditedCents,
    groups.map(({ totalCents }) => totalCents),
  );
  const lineCents = new Map<InvoiceLine, number>();
  const taxCents = new Map<TaxSum, number>();
  const taxableCents = new Map<TaxSum, number>();
  for (const [index, group] of groups.entries()) {
    const sign = Math.sign(group.totalCents);
    // `0 - cents`, because `-cents` would turn 0 into -0.
    const withSign = (cents: number): number => (sign < 0 ? 0 - cents : cents);
    const total = withSign(totals[index] ?? 0);
    const { tax } = group;
    const taxOfTotal = tax === null || sign === 0 ? 0 : proportionOf(total, withSign(tax.taxCents), withSign(group.totalCents));
    if (tax !== null) {
      taxCents.set(tax, withSign(taxOfTotal));
      taxableCents.set(tax, withSign(total - taxOfTotal));
    }
    const weights = group.lines.map((line) => weightOf(line, sign));
    const parts = splitByWeights(invoice.taxBehavior === 'exclusive' ? total - taxOfTotal : total, weights);
    for (const [position, line] of group.lines.entries()) lineCents.set(line, withSign(parts[position] ?? 0));
  }
  return { lineCents, taxCents, taxableCents };
};

/**
 * Returns the portion for the next `amountCents` to credit, after the `amountCreditedCents` that are credited already. For each tax rate,
 * the portions of a fully credited invoice add up to the invoice's taxable amount and tax.
 */
export const nextPortion = (invoice: Invoice, amountCents: number): InvoicePortion => {
  const before = creditedParts(invoice, invoice.amountCreditedCents);
  const after = creditedParts(invoice, invoice.amountCreditedCents + amountCents);
  const increaseOf = <K>(partsOf: (credited: Credited) => ReadonlyMap<K, number>, key: K): number =>
    (partsOf(after).get(key) ?? 0) - (partsOf(before).get(key) ?? 0);
  const lines = invoice.lines
    .map((line): InvoiceLine => {
      const { creditReleasedCents: _released, ...rest } = line;
      return { ...rest, amountCents: increaseOf(({ lineCents }) => lineCents, line), discountCents: 0 };
    })
    .filter((line) => line.amountCents !== 0);
  const tax = invoice.tax.map(
    (each): TaxSum => ({
      ...each,
      taxableCents: increaseOf(({ taxableCents }) => taxableCents, each),
      taxCents: increaseOf(({ taxCents }) => taxCents, each),
    }),
  );
  const subtotalCents = sum(lines.map((line) => line.amountCents));
  const taxCents = sum(tax.map((each) => each.taxCents));
  return { lines, subtotalCents, tax, taxCents, totalCents: subtotalCents + (invoice.taxBehavior === 'exclusive' ? taxCents : 0) };
};
