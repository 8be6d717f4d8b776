import { BASIS_POINTS, sum } from '../amounts/money.ts';
import { roundedToTotal } from '../amounts/rounded-to-total.ts';
import { groupsBy } from '../groups.ts';
import { taxKey, taxOfLine } from '../tax/terms.ts';
import type { Invoice, InvoiceLine } from './record.ts';

type TaxedLine = Pick<InvoiceLine, 'amountCents' | 'discountCents' | 'taxRateBasisPoints' | 'taxTerms'>;

/**
 * Net amount of each line of an invoice or credit note, after discounts. The amounts of lines with the same `taxKey` add up to the taxable
 * amount of the tax sum with this key.
 */
export const netCentsOfLines = (
  lines: readonly TaxedLine[],
  { tax, taxBehavior }: Pick<Invoice, 'tax' | 'taxBehavior'>,
): readonly number[] => {
  const net = new Map<TaxedLine, number>();
  for (const [key, linesOfKey] of groupsBy(lines, (line) => taxKey(taxOfLine(line)))) {
    const rate = linesOfKey[0].taxRateBasisPoints;
    const amounts = linesOfKey.map(({ amountCents, discountCents }) => amountCents - discountCents);
    const denominator = BigInt(taxBehavior === 'inclusive' ? BASIS_POINTS + rate : BASIS_POINTS);
    const exact = amounts.map((cents) => ({ numerator: BigInt(cents) * BigInt(BASIS_POINTS), denominator }));
    const taxableCents = tax.find((each) => taxKey(each) === key)?.taxableCents ?? sum(amounts);
    const rounded = roundedToTotal(exact, taxableCents);
    for (const [index, line] of linesOfKey.entries()) net.set(line, rounded[index] ?? 0);
  }
  return lines.map((line) => net.get(line) ?? 0);
};
