import { describe, expect, it } from 'vitest';
import { totalsOfLines } from '../../shared/domain/invoice/build.ts';
import { lineOf } from './invoice-lines.ts';

describe('the name of a tax on an invoice', () => {
  it('is "Reverse charge" for untaxed lines only, and null for credit of a taxed charge', () => {
    const tax = { behavior: 'exclusive' as const, rate: null, reverseCharge: true };
    const names = totalsOfLines([lineOf(10_000, 0), lineOf(-1000, 2100)], tax).tax.map((each) => [each.rateBasisPoints, each.displayName]);
    expect(new Map(names as [number, string | null][])).toEqual(
      new Map([
        [0, 'Reverse charge'],
        [2100, null],
      ]),
    );
  });

  it('is that of the current rate for lines with that rate only', () => {
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
