import { describe, expect, it } from 'vitest';
import { totalsOfLines } from '../../shared/domain/invoice/build.ts';
import type { InvoiceLine } from '../../shared/domain/invoice/record.ts';

const line = (amountCents: number, taxRateBasisPoints: number): InvoiceLine => ({
  type: 'subscription',
  description: 'Plan',
  quantity: '1',
  unitAmountDecimal: String(amountCents),
  amountCents,
  discountCents: 0,
  priceId: 'price_1',
  taxRateBasisPoints,
  periodStart: 0,
  periodEnd: 1,
});

describe('the name of a tax on an invoice', () => {
  it('is reverse charge for its untaxed lines only, and none for credit of a charge that was taxed before', () => {
    const tax = { behavior: 'exclusive' as const, rate: null, reverseCharge: true };
    const names = totalsOfLines([line(10_000, 0), line(-1000, 2100)], tax).tax.map((each) => [each.rateBasisPoints, each.displayName]);
    expect(new Map(names as [number, string | null][])).toEqual(
      new Map([
        [0, 'Reverse charge'],
        [2100, null],
      ]),
    );
  });

  it('is that of the rate in force for its own lines only', () => {
    const tax = { behavior: 'exclusive' as const, rate: { rateBasisPoints: 2100, displayName: 'BTW' }, reverseCharge: false };
    const names = totalsOfLines([line(10_000, 2100), line(-1000, 1900)], tax).tax.map((each) => [each.rateBasisPoints, each.displayName]);
    expect(new Map(names as [number, string | null][])).toEqual(
      new Map([
        [2100, 'BTW'],
        [1900, null],
      ]),
    );
  });
});
