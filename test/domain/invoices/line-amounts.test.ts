import { describe, expect, it } from 'vitest';
import { roundedToTotal } from '../../../shared/domain/amounts/rounded-to-total.ts';
import { flatFeeCents } from '../../../shared/domain/invoice/flat-fee.ts';
import { netCentsOfLines } from '../../../shared/domain/invoice/net-lines.ts';
import type { TaxSum } from '../../../shared/domain/tax/tax.ts';
import { lineOf } from '../invoice-lines.ts';

describe('amounts that are rounded to a total', () => {
  it.each([
    ['the first of equal amounts gets the cent that is left', [100n, 100n, 100n], 3n, 100, [34, 33, 33]],
    ['the amount that lost most gets the cent that is left', [10n, 18n, 12n], 10n, 4, [1, 2, 1]],
    ['a total above the sum is spread', [12n, 17n], 10n, 5, [2, 3]],
    ['a total below the sum is spread', [12n, 17n], 10n, 1, [0, 1]],
    ['a total far below the sum is spread', [12n, 17n], 10n, -2, [-1, -1]],
    ['negative amounts are rounded down first', [-15n, -5n], 10n, -2, [-1, -1]],
    ['no amounts', [], 1n, 0, []],
  ])('%s', (_what, numerators, denominator, totalCents, expected) => {
    const amounts = numerators.map((numerator) => ({ numerator, denominator }));
    expect(roundedToTotal(amounts, totalCents)).toEqual(expected);
  });
});

describe('the net amounts of invoice lines', () => {
  const tax = (rateBasisPoints: number, taxableCents: number): TaxSum => ({
    rateBasisPoints,
    displayName: null,
    taxableCents,
    taxCents: 0,
  });
  const lines = [lineOf(1210, 2100), { ...lineOf(1210, 2100), discountCents: 605 }, lineOf(700, 700), lineOf(300, 0)];

  it('are after discount, without the included tax of their rate', () => {
    const sums = [tax(2100, 1500), tax(700, 654), tax(0, 300)];
    expect(netCentsOfLines(lines, { tax: sums, taxBehavior: 'inclusive' })).toEqual([1000, 500, 654, 300]);
    expect(netCentsOfLines(lines, { tax: [tax(2100, 1815), tax(700, 700)], taxBehavior: 'exclusive' })).toEqual([1210, 605, 700, 300]);
  });

  it('add up to the taxable amount of their rate', () => {
    const equal = [lineOf(100, 2100), lineOf(500, 700), lineOf(100, 2100), lineOf(100, 2100)];
    expect(netCentsOfLines(equal, { tax: [tax(700, 467), tax(2100, 248)], taxBehavior: 'inclusive' })).toEqual([83, 467, 83, 82]);
  });
});

describe('the flat fee of a usage line', () => {
  const usage = { type: 'usage', unitAmountDecimal: '1.5', quantity: '3', amountCents: 505 } as const;

  it.each([
    ['is the rest of the amount, beyond its units', {}, 500],
    ['is 0 if the amount is that of the units', { amountCents: 5 }, 0],
    ['is 0 if the amount differs by a cent, because of an earlier fraction', { amountCents: 6 }, 0],
    ['can be two cents', { amountCents: 7 }, 2],
    ['is 0 if the amount is lower than that of the units', { amountCents: 4 }, 0],
    ['is 0 without a unit amount', { unitAmountDecimal: null }, 0],
    ['is unknown for a quantity that is not a whole number', { quantity: '3.5' }, 0],
    ['is unknown for a quantity that is too large', { quantity: '1000000000000003' }, 0],
    ['is 0 on other lines', { type: 'subscription' }, 0],
  ] as const)('%s', (_what, fields, expected) => {
    expect(flatFeeCents({ ...usage, ...fields })).toBe(expected);
  });
});
