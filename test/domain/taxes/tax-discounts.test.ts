import { describe, expect, it } from 'vitest';
import { type Discount, discountCovers, discountEnd, discountsOfLines } from '../../../shared/domain/amounts/discounts.ts';
import { type DraftLine, totalsOf } from '../../../shared/domain/invoice/build.ts';
import { invoicedAmountCents, NO_TAX, type TaxTreatment, taxTreatmentOf } from '../../../shared/domain/tax/tax.ts';

const line = (amountCents: number): DraftLine => ({
  type: 'subscription',
  description: 'Hosting',
  quantity: '1',
  unitAmountDecimal: null,
  amountCents,
  priceId: null,
  periodStart: null,
  periodEnd: null,
});

const discount = (overrides: Partial<Discount>): Discount => ({
  couponId: 'cpn_1',
  code: 'HELLO',
  percentOffBasisPoints: null,
  amountOffCents: null,
  currency: null,
  duration: 'forever',
  durationInMonths: null,
  endsAt: null,
  ...overrides,
});

const vat: TaxTreatment = { behavior: 'inclusive', rate: { rateBasisPoints: 2100, displayName: 'VAT' }, reverseCharge: false };

describe('tax', () => {
  it('is contained in an inclusive total', () => {
    const totals = totalsOf([line(1210)], null, vat);
    expect([totals.subtotalCents, totals.taxCents, totals.totalCents]).toEqual([1210, 210, 1210]);
    expect(totals.tax).toEqual([{ rateBasisPoints: 2100, displayName: 'VAT', taxableCents: 1000, taxCents: 210 }]);
  });

  it('is added to an exclusive total after the discount', () => {
    const totals = totalsOf([line(1000)], discount({ percentOffBasisPoints: 1000 }), { ...vat, behavior: 'exclusive' });
    expect([totals.subtotalCents, totals.discountCents, totals.taxCents, totals.totalCents]).toEqual([1000, 100, 189, 1089]);
  });

  it('is rounded once per rate, not per line', () => {
    const totals = totalsOf([line(3), line(3), line(3)], null, { ...vat, behavior: 'exclusive' });
    expect(totals.taxCents).toBe(2);
  });

  it('is zero without a rate', () => {
    expect(totalsOf([line(1000)], null, NO_TAX)).toMatchObject({ tax: [], taxCents: 0, totalCents: 1000 });
  });

  it.each([
    ['NL', 'DE', 'DE', true],
    ['NL', 'DE', null, false],
    ['NL', 'NL', 'NL', false],
    ['NL', null, null, false],
    ['US', 'DE', 'DE', false],
    [null, 'DE', 'DE', false],
  ])(
    'of seller %s and buyer %s with a valid VAT number of %s: reverse charge is %s',
    (sellerCountryCode, buyerCountryCode, buyerVatCountryCode, expected) => {
      const treatment = taxTreatmentOf({
        sellerCountryCode,
        sellerRegistered: true,
        buyerCountryCode,
        buyerVatCountryCode,
        behavior: 'inclusive',
        rate: vat.rate,
      });
      expect(treatment.reverseCharge).toBe(expected);
    },
  );

  it('is removed from an inclusive price under reverse charge, and shown with a rate of 0 %', () => {
    const reverse: TaxTreatment = { ...vat, reverseCharge: true };
    expect(invoicedAmountCents(1210, reverse)).toBe(1000);
    expect(invoicedAmountCents(1210, { ...reverse, behavior: 'exclusive' })).toBe(1210);
    expect(totalsOf([line(1000)], null, reverse)).toMatchObject({
      taxCents: 0,
      totalCents: 1000,
      tax: [{ rateBasisPoints: 0, taxCents: 0 }],
    });
  });
});

describe('discounts', () => {
  it('deduct a percentage from each line with a positive amount, rounded per line', () => {
    expect(discountsOfLines(discount({ percentOffBasisPoints: 3333 }), [1000, 1, -500])).toEqual([333, 0, 0]);
  });

  it('deduct a fixed amount line by line, up to the total', () => {
    expect(discountsOfLines(discount({ amountOffCents: 1200 }), [1000, 500, 300])).toEqual([1000, 200, 0]);
    expect(discountsOfLines(discount({ amountOffCents: 5000 }), [1000])).toEqual([1000]);
  });

  it.each([
    ['once', '2026-02-28T12:00:00Z', 'once', null],
    ['repeating for 3 months', '2026-04-30T12:00:00Z', 'repeating', 3],
    ['forever', null, 'forever', null],
  ] as const)('%s, from 31 January: the end is %s', (_what, expected, duration, months) => {
    const first = { start: Date.parse('2026-01-31T12:00:00Z') / 1000, end: Date.parse('2026-02-28T12:00:00Z') / 1000 };
    const endsAt = discountEnd(duration, months, first);
    expect(endsAt).toBe(expected === null ? null : Date.parse(expected) / 1000);
    // A `once` discount ends with the period of the invoice that used it.
    const grant = duration === 'once' ? { ...first, interval: 'month' as const, limitCents: 100, usedCents: 100 } : null;
    expect(discountCovers(discount({ duration, endsAt }), grant, first.start)).toBe(true);
    if (endsAt !== null) expect(discountCovers(discount({ duration, endsAt }), grant, endsAt)).toBe(false);
  });
});
