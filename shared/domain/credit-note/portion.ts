import type { Invoice, InvoiceLine } from '../invoice/record.ts';
import { proportionOf, sum } from '../money.ts';
import type { TaxSum } from '../tax.ts';

/** A part of an invoice: what of its lines and of its tax a total comes to. */
export interface InvoicePortion {
  readonly lines: readonly InvoiceLine[];
  /** Sum of the lines. */
  readonly subtotalCents: number;
  readonly tax: readonly TaxSum[];
  readonly taxCents: number;
  readonly totalCents: number;
}

/**
 * Splits an amount by weights, so that the parts add up to it exactly. As the amount grows no part ever shrinks, and an amount
 * that is the sum of the weights gives the weights themselves: parts of parts never exceed the whole, whatever the roundings.
 */
export const splitByWeights = (amountCents: number, weights: readonly number[]): readonly number[] => {
  let restCents = amountCents;
  let restWeight = sum(weights);
  const parts: number[] = [];
  for (const weight of [...weights].reverse()) {
    const before = restWeight === 0 ? 0 : proportionOf(restCents, restWeight - weight, restWeight);
    parts.unshift(restCents - before);
    restCents = before;
    restWeight -= weight;
  }
  return parts;
};

/** The lines and the tax of one rate. */
interface RateGroup {
  readonly lines: readonly InvoiceLine[];
  readonly tax: TaxSum | null;
  /** With its tax. Negative where credit at this rate exceeds what was sold at it. */
  readonly totalCents: number;
}

/** What a line adds to the total of its group; one that reduces it is no part of what is credited. */
const weightOf = ({ amountCents, discountCents }: InvoiceLine, sign: number): number => Math.max(0, sign * (amountCents - discountCents));

/**
 * What of each total the first `creditedCents` of their sum stand for: positive totals and negative ones grow in step. No part ever
 * shrinks towards zero as the amount grows, the parts add up to the amount, and the whole sum gives the totals themselves.
 */
const splitByTotals = (creditedCents: number, totals: readonly number[]): readonly number[] => {
  const positive = totals.map((total) => Math.max(0, total));
  const negative = totals.map((total) => Math.max(0, -total));
  const soldCents = proportionOf(creditedCents, sum(positive), sum(totals));
  const sold = splitByWeights(soldCents, positive);
  const taken = splitByWeights(soldCents - creditedCents, negative);
  return totals.map((_total, index) => (sold[index] ?? 0) - (taken[index] ?? 0));
};

const groupsOf = ({ lines, tax, taxBehavior }: Invoice): readonly RateGroup[] =>
  [...new Set(lines.map((line) => line.taxRateBasisPoints))].map((rate) => {
    const ofRate = lines.filter((line) => line.taxRateBasisPoints === rate);
    const taxOfRate = tax.find(({ rateBasisPoints }) => rateBasisPoints === rate) ?? null;
    const linesCents = sum(ofRate.map((line) => line.amountCents - line.discountCents));
    return { lines: ofRate, tax: taxOfRate, totalCents: linesCents + (taxBehavior === 'exclusive' ? (taxOfRate?.taxCents ?? 0) : 0) };
  });

/** Cents of each line and of the tax that the first `creditedCents` of an invoice stand for. */
interface Credited {
  readonly lineCents: ReadonlyMap<InvoiceLine, number>;
  readonly taxCents: ReadonlyMap<TaxSum, number>;
  readonly taxableCents: ReadonlyMap<TaxSum, number>;
}

const creditedUpTo = (invoice: Invoice, creditedCents: number): Credited => {
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
    const signed = (cents: number): number => (sign < 0 ? 0 - cents : cents);
    const total = signed(totals[index] ?? 0);
    const { tax } = group;
    const taxOfTotal = tax === null || sign === 0 ? 0 : proportionOf(total, signed(tax.taxCents), signed(group.totalCents));
    if (tax !== null) {
      taxCents.set(tax, signed(taxOfTotal));
      taxableCents.set(tax, signed(total - taxOfTotal));
    }
    const weights = group.lines.map((line) => weightOf(line, sign));
    const parts = splitByWeights(invoice.taxBehavior === 'exclusive' ? total - taxOfTotal : total, weights);
    for (const [position, line] of group.lines.entries()) lineCents.set(line, signed(parts[position] ?? 0));
  }
  return { lineCents, taxCents, taxableCents };
};

/**
 * The next `amountCents` of an invoice of which `amountCreditedCents` are credited already. Whatever the amounts it is credited in,
 * the portions of the whole invoice add up to its taxable amounts and its tax, rate by rate, negative ones too: the last one takes the
 * cents that rounding left.
 */
export const nextPortion = (invoice: Invoice, amountCents: number): InvoicePortion => {
  const before = creditedUpTo(invoice, invoice.amountCreditedCents);
  const after = creditedUpTo(invoice, invoice.amountCreditedCents + amountCents);
  const grown = <K>(which: (credited: Credited) => ReadonlyMap<K, number>, key: K): number =>
    (which(after).get(key) ?? 0) - (which(before).get(key) ?? 0);
  const lines = invoice.lines
    .map((line): InvoiceLine => ({ ...line, amountCents: grown(({ lineCents }) => lineCents, line), discountCents: 0 }))
    .filter((line) => line.amountCents !== 0);
  const tax = invoice.tax.map(
    (each): TaxSum => ({
      ...each,
      taxableCents: grown(({ taxableCents }) => taxableCents, each),
      taxCents: grown(({ taxCents }) => taxCents, each),
    }),
  );
  const subtotalCents = sum(lines.map((line) => line.amountCents));
  const taxCents = sum(tax.map((each) => each.taxCents));
  return { lines, subtotalCents, tax, taxCents, totalCents: subtotalCents + (invoice.taxBehavior === 'exclusive' ? taxCents : 0) };
};
