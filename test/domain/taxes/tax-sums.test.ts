import { describe, expect, it } from 'vitest';
import { totalsOfLines } from '../../../shared/domain/invoice/build.ts';
import { grossCents, type TaxTreatment, withoutExclusiveTaxCents } from '../../../shared/domain/tax/tax.ts';
import { lineOf } from '../invoice-lines.ts';

const UNTAXED = { behavior: 'exclusive' as const, rate: null, reverseCharge: false };

describe('the taxes of an invoice', () => {
  it('are empty only when no line is taxed and there is neither a rate nor reverse charge', () => {
    const ratesOf = (lineRates: readonly number[], tax: TaxTreatment) =>
      totalsOfLines(
        lineRates.map((rate) => lineOf(1000, rate)),
        tax,
      ).tax.map(({ rateBasisPoints }) => rateBasisPoints);
    const zeroRate = { rateBasisPoints: 0, displayName: 'Zero' };
    expect(ratesOf([0, 0], UNTAXED)).toEqual([]);
    expect(ratesOf([0, 2100], UNTAXED)).toEqual([0, 2100]);
    expect(ratesOf([0], { ...UNTAXED, rate: zeroRate })).toEqual([0]);
    expect(ratesOf([0], { ...UNTAXED, reverseCharge: true })).toEqual([0]);
  });
});

describe('converting an amount', () => {
  it('adds or removes exclusive tax, and does not change an amount that includes tax', () => {
    expect([grossCents(1000, 2100, 'exclusive'), grossCents(1210, 2100, 'inclusive')]).toEqual([1210, 1210]);
    expect([withoutExclusiveTaxCents(1210, 2100, 'exclusive'), withoutExclusiveTaxCents(1210, 2100, 'inclusive')]).toEqual([1000, 1210]);
  });
});

describe('the name of a tax on an invoice', () => {
  it('is "Reverse charge" for untaxed lines, and null for the credit of a taxed charge', () => {
    const tax = { behavior: 'exclusive' as const, rate: null, reverseCharge: true };
    const names = totalsOfLines([lineOf(10_000, 0), lineOf(-1000, 2100)], tax).tax.map((each) => [each.rateBasisPoints, each.displayName]);
    expect(new Map(names as [number, string | null][])).toEqual(
      new Map([
        [0, 'Reverse charge'],
        [2100, null],
      ]),
    );
  });

  it('is the name of the current rate for lines with that rate, and null for lines with another rate', () => {
    const tax = { behavior: 'exclusive' as const, rate: { rateBasisPoints: 2100, displayName: 'BTW' }, reverseCharge: false };
    const names = totalsOfLines([lineOf(10_000, 2100), lineOf(-1000, 1900)], tax).tax.map((each) => [
      each.rateBasisPoints,
      each.displayName,
    ]);
    expect(new Map(names as [number, string | null][])).toEqual(
      new Map([
        [2100, 'BTW'],
        [1900, null],
      ]),
    );
  });
});
