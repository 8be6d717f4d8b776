import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sum } from '../../shared/domain/amounts/money.ts';
import { roundedToTotal } from '../../shared/domain/amounts/rounded-to-total.ts';
import { missingFields } from '../../shared/domain/e-invoice/missing.ts';
import type { EInvoiceModel, ModelLine } from '../../shared/domain/e-invoice/model.ts';
import { eInvoiceModel } from '../../shared/e-invoices/build.ts';
import { unitAmountOf } from '../../shared/e-invoices/xml.ts';
import { randomDocuments } from './support/histories.ts';

const DOCUMENTS = 300;
const documents = randomDocuments(DOCUMENTS, 2026);

/** Quantity times price, less the discount, in the smallest unit of the currency. */
const computedNet = ({ quantity, price, discount }: ModelLine): number =>
  (Number(quantity) * Number(price.amountDecimal)) / Number(price.baseQuantity) - (discount?.amountCents ?? 0);

const netOfRate = ({ lines }: EInvoiceModel, rate: number): number =>
  sum(lines.filter(({ rateBasisPoints }) => rateBasisPoints === rate).map(({ netCents }) => netCents));

describe(`the e-invoices of ${DOCUMENTS} random documents`, () => {
  it('lack nothing that EN 16931 requires', () => {
    expect(documents.flatMap((source) => missingFields(source, 'cii'))).toEqual([]);
  });

  it('add up exactly (BR-CO-10, BR-CO-13, BR-CO-14, BR-CO-15, BR-CO-16, BR-S-08) to the totals of the document', () => {
    for (const source of documents) {
      const model = eInvoiceModel(source);
      const { totals, taxes, lines } = model;
      expect(totals.linesCents).toBe(sum(lines.map(({ netCents }) => netCents)));
      expect(totals.taxCents).toBe(sum(taxes.map(({ taxCents }) => taxCents)));
      expect(totals.totalCents).toBe(totals.linesCents + totals.taxCents);
      expect(totals.dueCents).toBe(totals.totalCents - totals.paidCents);
      expect([totals.totalCents, totals.taxCents]).toEqual([source.document.totalCents, source.document.taxCents]);
      for (const tax of taxes) expect(netOfRate(model, tax.rateBasisPoints)).toBe(tax.taxableCents);
    }
  });

  it('have lines whose quantity and price give the amount, and prices that are not negative (BR-27)', () => {
    for (const source of documents) {
      for (const line of eInvoiceModel(source).lines) {
        expect(Math.abs(computedNet(line) - line.netCents)).toBeLessThanOrEqual(0.5000001);
        expect(line.price.amountDecimal.startsWith('-')).toBe(false);
      }
    }
  });
});

describe('amounts that are rounded to a total', () => {
  it('add up to the total, and each differs from its exact amount by at most a cent', () => {
    const amounts = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 10_000, max: 13_000 }), (cents, denominator) => {
        const exact = cents.map((each) => ({ numerator: BigInt(each) * 10_000n, denominator: BigInt(denominator) }));
        const total = Math.round((sum(cents) * 10_000) / denominator);
        const rounded = roundedToTotal(exact, total);
        expect(sum(rounded)).toBe(total);
        for (const [index, each] of rounded.entries()) {
          expect(Math.abs(each - ((cents[index] ?? 0) * 10_000) / denominator)).toBeLessThan(1.000001);
        }
      }),
    );
  });

  it('round up the amount with the largest remainder; of equal remainders, the first', () => {
    const third = { numerator: 1n, denominator: 3n };
    expect(roundedToTotal([third, third, third], 1)).toEqual([1, 0, 0]);
    expect(roundedToTotal([third, { numerator: 2n, denominator: 3n }], 1)).toEqual([0, 1]);
    expect(roundedToTotal([], 0)).toEqual([]);
  });
});

describe('a unit amount', () => {
  it.each([
    ['0.25', 'EUR', '0.0025'],
    ['1999', 'EUR', '19.99'],
    ['5', 'EUR', '0.05'],
    ['33.333', 'EUR', '0.33333'],
    ['1999', 'JPY', '1999'],
    ['0.5', 'JPY', '0.5'],
    ['100', 'EUR', '1.00'],
  ])('of %s in %s is %s', (decimal, currency, text) => {
    expect(unitAmountOf(decimal, currency)).toBe(text);
  });
});
