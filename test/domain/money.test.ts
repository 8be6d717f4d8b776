import { describe, expect, it } from 'vitest';
import { formatUnitAmount, parseUnitAmount, priceOfUnits } from '../../shared/domain/amounts/decimal.ts';
import {
  applyBasisPoints,
  CURRENCIES,
  decimalsOf,
  decimalText,
  divideRounded,
  formatAmount,
  isAmountCents,
  isCurrency,
  proportionOf,
} from '../../shared/domain/amounts/money.ts';
import { chargeByTier } from '../../shared/domain/amounts/tiers.ts';

describe('rounding', () => {
  it.each([
    [5n, 2n, 3n],
    [-5n, 2n, -3n],
    [4n, 3n, 1n],
    [-4n, 3n, -1n],
    [0n, 7n, 0n],
    [7n, 7n, 1n],
  ])('turns %i / %i into %i: halves are rounded away from zero', (numerator, denominator, expected) => {
    expect(divideRounded(numerator, denominator)).toBe(expected);
  });

  it('is exact, also where floating-point arithmetic is not', () => {
    expect(proportionOf(99_999_999, 31_536_000, 31_535_999)).toBe(100_000_002);
    expect(applyBasisPoints(1005, 5000)).toBe(503);
  });
});

describe('amounts', () => {
  it('are integers from 0 to 99999999', () => {
    expect([0, 99_999_999].every(isAmountCents)).toBe(true);
    expect([-1, 1.5, 100_000_000, Number.NaN].some(isAmountCents)).toBe(false);
  });

  it('have two decimals, except in ISK and JPY; unknown and lower-case codes are not currencies', () => {
    expect(['EUR', 'USD', 'HUF'].map(decimalsOf)).toEqual([2, 2, 2]);
    expect(['ISK', 'JPY'].map(decimalsOf)).toEqual([0, 0]);
    expect(CURRENCIES.filter((code) => decimalsOf(code) === 0)).toEqual(['ISK', 'JPY']);
    expect(['eur', 'XXX', 'toString'].some(isCurrency)).toBe(false);
    expect(CURRENCIES.every(isCurrency)).toBe(true);
  });

  it.each([
    [0, 'EUR', '0.00'],
    [1, 'EUR', '0.01'],
    [10, 'EUR', '0.10'],
    [99, 'USD', '0.99'],
    [100, 'EUR', '1.00'],
    [1250, 'EUR', '12.50'],
    [99_999_999, 'EUR', '999999.99'],
    [-1, 'EUR', '-0.01'],
    [-1250, 'EUR', '-12.50'],
    [0, 'JPY', '0'],
    [5, 'JPY', '5'],
    [500, 'JPY', '500'],
    [-500, 'ISK', '-500'],
  ])('are formatted with the decimals of the currency: %i %s as %s', (amountCents, currency, text) => {
    expect(decimalText(amountCents, currency)).toBe(text);
    expect(formatAmount(amountCents, currency)).toBe(`${text} ${currency}`);
  });
});

describe('unit amounts', () => {
  it.each([
    ['0.05', '0.05'],
    ['0.050', '0.05'],
    ['12', '12'],
    ['007.10', '7.1'],
    ['0.000000000001', '0.000000000001'],
  ])('are formatted: %s as %s', (text, canonical) => {
    const amount = parseUnitAmount(text);
    expect(amount === null ? null : formatUnitAmount(amount)).toBe(canonical);
  });

  it.each(['', '-1', '1.', '.5', '1e3', '0.0000000000001', ' 1', '1,5'])('cannot be %j', (text) => {
    expect(parseUnitAmount(text)).toBeNull();
  });

  it('are multiplied by the quantity before the amount of a line is rounded', () => {
    expect(priceOfUnits(parseUnitAmount('0.05') ?? 0n, 9)).toBe(0);
    expect(priceOfUnits(parseUnitAmount('0.05') ?? 0n, 10)).toBe(1);
    expect(priceOfUnits(parseUnitAmount('0.333333333333') ?? 0n, 3_000_000)).toBe(1_000_000);
  });
});

describe('graduated tiers', () => {
  const tiers = [
    { upTo: 10, flatAmountCents: 100, unitAmountDecimal: '5' },
    { upTo: 20, flatAmountCents: 0, unitAmountDecimal: '2.5' },
    { upTo: null, flatAmountCents: 7, unitAmountDecimal: '1' },
  ];

  it.each([
    [0, [0, 0, 0]],
    [1, [105, 0, 0]],
    [10, [150, 0, 0]],
    [11, [150, 3, 0]],
    [20, [150, 25, 0]],
    [23, [150, 25, 10]],
  ])('[USE-09] charge %i units with amounts %j: up_to is inclusive, and each tier with units adds its flat fee', (quantity, amounts) => {
    expect(chargeByTier(tiers, quantity).map((charge) => charge.amountCents)).toEqual(amounts);
  });

  it.each([
    [{ units: 5, chargedFees: [] }, 15, [125, 25, 0]],
    [{ units: 5, chargedFees: [0] }, 15, [25, 25, 0]],
    [{ units: 15, chargedFees: [] }, 8, [0, 12, 10]],
    [{ units: 20, chargedFees: [2] }, 3, [0, 0, 3]],
    [{ units: 5, chargedFees: null }, 15, [25, 25, 0]],
    [{ units: 25, chargedFees: null }, 3, [0, 0, 3]],
  ])('with %j already billed, charge %i more units with amounts %j: a flat fee is added once', (billed, quantity, amounts) => {
    expect(chargeByTier(tiers, quantity, billed).map((charge) => charge.amountCents)).toEqual(amounts);
  });
});
