import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatUnitAmount, parseUnitAmount } from '../../shared/domain/amounts/decimal.ts';
import type { Discount } from '../../shared/domain/amounts/discounts.ts';
import { divideRounded, proportionOf } from '../../shared/domain/amounts/money.ts';
import { chargeByTier, type Tier } from '../../shared/domain/amounts/tiers.ts';
import { type DraftLine, totalsOf } from '../../shared/domain/invoice/build.ts';
import { invoicedAmountCents, type TaxTreatment } from '../../shared/domain/tax/tax.ts';

const cents = fc.integer({ min: 0, max: 99_999_999 });
const basisPoints = fc.integer({ min: 0, max: 10_000 });

const line = (amountCents: number): DraftLine => ({
  type: 'subscription',
  description: 'x',
  quantity: '1',
  unitAmountDecimal: null,
  amountCents,
  priceId: null,
  periodStart: null,
  periodEnd: null,
});
const lines = fc.array(cents.map(line), { minLength: 1, maxLength: 6 });

const base = { couponId: 'cpn', code: 'C', currency: null, duration: 'forever', durationInMonths: null, endsAt: null } as const;
const percent = fc
  .integer({ min: 1, max: 10_000 })
  .map((percentOffBasisPoints): Discount => ({ ...base, percentOffBasisPoints, amountOffCents: null }));
const fixed = cents.map((amountOffCents): Discount => ({ ...base, percentOffBasisPoints: null, amountOffCents }));
const discount = fc.option(fc.oneof(percent, fixed), { nil: null });

const tax: fc.Arbitrary<TaxTreatment> = fc.record({
  behavior: fc.constantFrom('inclusive', 'exclusive'),
  rate: fc.option(
    basisPoints.map((rateBasisPoints) => ({ rateBasisPoints, displayName: null })),
    { nil: null },
  ),
  reverseCharge: fc.boolean(),
});

const total = (amounts: readonly number[]): number => amounts.reduce((left, right) => left + right, 0);

describe('rounding', () => {
  it('is within half a unit of the exact quotient, and symmetric about zero', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.bigInt({ min: 1n, max: 10n ** 12n }), (numerator, denominator) => {
        const rounded = divideRounded(numerator, denominator);
        const error = 2n * (rounded * denominator - numerator);
        expect(error <= denominator && error >= -denominator).toBe(true);
        expect(divideRounded(-numerator, denominator)).toBe(-rounded);
      }),
    );
  });

  it('keeps a proportion of an amount between zero and the amount', () => {
    fc.assert(
      fc.property(cents, fc.nat(31_622_400), fc.integer({ min: 1, max: 31_622_400 }), (amount, part, whole) => {
        const proportion = proportionOf(amount, Math.min(part, whole), whole);
        expect(proportion).toBeGreaterThanOrEqual(0);
        expect(proportion).toBeLessThanOrEqual(amount);
      }),
    );
  });
});

describe('invoice totals', () => {
  it('are the sum of lines, discount and tax, and never negative', () => {
    fc.assert(
      fc.property(lines, discount, tax, (drafts, appliedDiscount, treatment) => {
        const totals = totalsOf(drafts, appliedDiscount, treatment);
        expect(totals.subtotalCents).toBe(total(totals.lines.map((each) => each.amountCents)));
        expect(totals.discountCents).toBe(total(totals.lines.map((each) => each.discountCents)));
        expect(totals.taxCents).toBe(total(totals.tax.map((each) => each.taxCents)));
        const net = totals.subtotalCents - totals.discountCents;
        expect(totals.totalCents).toBe(treatment.behavior === 'exclusive' ? net + totals.taxCents : net);
        if (totals.tax.length > 0) expect(total(totals.tax.map((each) => each.taxableCents)) + totals.taxCents).toBe(totals.totalCents);
        expect(totals.totalCents).toBeGreaterThanOrEqual(0);
        for (const each of totals.lines) expect(each.discountCents).toBeLessThanOrEqual(each.amountCents);
      }),
    );
  });

  it('round a percentage discount by at most half a cent per line, and a fixed discount not at all', () => {
    fc.assert(
      fc.property(lines, percent, cents, (drafts, appliedDiscount, fixedOff) => {
        const untaxed: TaxTreatment = { behavior: 'inclusive', rate: null, reverseCharge: false };
        const exact = (total(drafts.map((each) => each.amountCents)) * (appliedDiscount.percentOffBasisPoints ?? 0)) / 10_000;
        expect(Math.abs(totalsOf(drafts, appliedDiscount, untaxed).discountCents - exact)).toBeLessThanOrEqual(drafts.length / 2 + 1e-6);
        const coupon: Discount = { ...base, percentOffBasisPoints: null, amountOffCents: fixedOff };
        const subtotal = total(drafts.map((each) => each.amountCents));
        expect(totalsOf(drafts, coupon, untaxed).discountCents).toBe(Math.min(fixedOff, subtotal));
      }),
    );
  });

  it('under reverse charge equal the taxed totals minus their tax, within two cents, with any discount', () => {
    fc.assert(
      fc.property(cents, discount, basisPoints, (amount, appliedDiscount, rateBasisPoints) => {
        const reverse: TaxTreatment = { behavior: 'inclusive', rate: { rateBasisPoints, displayName: null }, reverseCharge: true };
        const withTax: TaxTreatment = { ...reverse, reverseCharge: false };
        const net = totalsOf([line(invoicedAmountCents(amount, reverse))], appliedDiscount, reverse);
        const gross = totalsOf([line(amount)], appliedDiscount, withTax);
        expect(net.taxCents).toBe(0);
        expect(net.totalCents).toBe(net.subtotalCents - net.discountCents);
        expect(Math.abs(net.totalCents - (gross.totalCents - gross.taxCents))).toBeLessThanOrEqual(2);
        if (gross.totalCents === 0) expect(net.totalCents).toBe(0);
      }),
    );
  });

  it('under reverse charge, with the tax added again, differ from the price by at most two cents', () => {
    fc.assert(
      fc.property(cents, basisPoints, (amount, rateBasisPoints) => {
        const rate = { rateBasisPoints, displayName: null };
        const net = invoicedAmountCents(amount, { behavior: 'inclusive', rate, reverseCharge: true });
        const gross = net + proportionOf(net, rateBasisPoints, 10_000);
        expect(Math.abs(gross - amount)).toBeLessThanOrEqual(2);
        expect(net).toBeLessThanOrEqual(amount);
      }),
    );
  });
});

describe('a price', () => {
  it('has the same unit amount after it is formatted and parsed', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 19n }), (amount) => {
        expect(parseUnitAmount(formatUnitAmount(amount))).toBe(amount);
      }),
    );
  });

  it('with graduated tiers charges every unit exactly once', () => {
    const steps = fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { maxLength: 5 }).map((bounds) => [...bounds].sort((a, b) => a - b));
    fc.assert(
      fc.property(steps, fc.nat(2000), (bounds, quantity) => {
        const tiers = [...bounds, null].map((upTo, index): Tier => ({ upTo, flatAmountCents: 0, unitAmountDecimal: String(index + 1) }));
        const charges = chargeByTier(tiers, quantity);
        expect(total(charges.map((charge) => charge.quantity))).toBe(quantity);
        // A unit in the n-th tier costs n cents.
        let expected = 0;
        for (let unit = 1; unit <= quantity; unit += 1) expected += bounds.filter((bound) => unit > bound).length + 1;
        expect(total(charges.map((charge) => charge.amountCents))).toBe(expected);
      }),
    );
  });
});
