import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sum } from '../../../shared/domain/amounts/money.ts';
import { nextPortion, splitByWeights } from '../../../shared/domain/credit-note/portion.ts';
import { creditNoteAggregate } from '../../../shared/domain/credit-note/record.ts';
import { totalsOf, totalsOfLines } from '../../../shared/domain/invoice/build.ts';
import { type Invoice, invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import type { TaxSum, TaxTreatment } from '../../../shared/domain/tax/tax.ts';
import { type Billing, newBilling } from '../billing.ts';
import { anotherPrice, changePlan, MID_PERIOD } from '../plan-changes.ts';

const subscriptionInvoice = (): Invoice => {
  const billing = newBilling();
  billing.subscribe();
  const [invoice] = billing.world.all(invoiceAggregate);
  if (invoice === undefined) throw new Error('no invoice');
  return invoice;
};
const SAMPLE = subscriptionInvoice();

/** Builds an invoice with the line amounts and the tax. */
const invoiceOf = (amounts: readonly number[], tax: TaxTreatment): Invoice => {
  const drafts = amounts.map((amountCents) => ({ ...(SAMPLE.lines[0] as Invoice['lines'][number]), amountCents }));
  return { ...SAMPLE, taxBehavior: tax.behavior, ...totalsOf(drafts, null, tax), amountCreditedCents: 0 };
};

/** The portion of the invoice that each credit note contains if these amounts are credited one after the other. */
const portionsOf = (invoice: Invoice, amounts: readonly number[]) => {
  let credited = 0;
  return amounts.map((amountCents) => {
    const portion = nextPortion({ ...invoice, amountCreditedCents: credited }, amountCents);
    credited += amountCents;
    return portion;
  });
};

const treatments: fc.Arbitrary<TaxTreatment> = fc.record({
  behavior: fc.constantFrom('inclusive' as const, 'exclusive' as const),
  rate: fc.option(fc.record({ rateBasisPoints: fc.integer({ min: 0, max: 10_000 }), displayName: fc.constant(null) })),
  reverseCharge: fc.boolean(),
});

/** Generates lists of positive amounts that add up to the total. */
const splits = (totalCents: number) =>
  fc
    .uniqueArray(fc.integer({ min: 1, max: Math.max(1, totalCents - 1) }), { maxLength: Math.min(6, Math.max(0, totalCents - 1)) })
    .map((points) => [0, ...points.filter((point) => point < totalCents).sort((a, b) => a - b), totalCents])
    .map((points) => points.slice(1).map((point, index) => point - (points[index] ?? 0)));

describe('the portions of an invoice in its credit notes', () => {
  it('split a gross amount into lines and tax', () => {
    const invoice = invoiceOf([1000, 500], {
      behavior: 'exclusive',
      rate: { rateBasisPoints: 2100, displayName: 'VAT' },
      reverseCharge: false,
    });
    expect(invoice.totalCents).toBe(1815);
    const [half, rest] = portionsOf(invoice, [907, 908]);
    const lines = [{ amountCents: 500 }, { amountCents: 250 }];
    expect(half).toMatchObject({ taxCents: 157, subtotalCents: 750, totalCents: 907, lines });
    expect(rest).toMatchObject({ taxCents: 158, subtotalCents: 750, totalCents: 908, lines });
  });

  it.each([
    ['inclusive', 0],
    ['exclusive', 0],
    ['inclusive', 2100],
  ] as const)('split it by the amounts after discount: %s tax, the second line at %i basis points', (behavior, taxRateBasisPoints) => {
    const [line] = SAMPLE.lines as [Invoice['lines'][number]];
    const tax: TaxTreatment = { behavior, rate: null, reverseCharge: false };
    const discounted = [
      { ...line, amountCents: 1000, discountCents: 600 },
      { ...line, amountCents: 500, discountCents: 100, taxRateBasisPoints },
    ];
    const invoice = { ...SAMPLE, taxBehavior: behavior, ...totalsOfLines(discounted, tax), amountCreditedCents: 0 };
    const [half, rest] = portionsOf(invoice, [400, 400]);
    const lines = [{ amountCents: 200 }, { amountCents: 200 }];
    expect(half).toMatchObject({ totalCents: 400, lines });
    expect(rest).toMatchObject({ totalCents: 400, lines });
  });

  it('add up to the lines, tax and total of the invoice, and are never negative', () => {
    const cases = fc
      .tuple(fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 5 }), treatments)
      .map(([amounts, tax]) => invoiceOf(amounts, tax))
      .filter(({ totalCents }) => totalCents > 0)
      .chain((invoice) => fc.tuple(fc.constant(invoice), splits(invoice.totalCents)));
    fc.assert(
      fc.property(cases, ([invoice, amounts]) => {
        const portions = portionsOf(invoice, amounts);
        expect(portions.map(({ totalCents }) => totalCents)).toEqual(amounts);
        expect(sum(portions.map(({ taxCents }) => taxCents))).toBe(invoice.taxCents);
        expect(sum(portions.map(({ subtotalCents }) => subtotalCents))).toBe(invoice.subtotalCents - invoice.discountCents);
        for (const portion of portions) {
          expect(portion.subtotalCents).toBe(sum(portion.lines.map(({ amountCents }) => amountCents)));
          expect(portion.lines.every(({ amountCents }) => amountCents >= 0)).toBe(true);
          expect(portion.tax.every(({ taxCents, taxableCents }) => taxCents >= 0 && taxableCents >= 0)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('contain only positive lines, also if the invoice has a negative line, and add up to the total', () => {
    const invoice = invoiceOf([1500, -500, 200], { behavior: 'inclusive', rate: null, reverseCharge: false });
    const portions = portionsOf(invoice, [400, 500, 300]);
    expect(sum(portions.map(({ totalCents }) => totalCents))).toBe(1200);
    for (const portion of portions) expect(portion.lines.every(({ amountCents }) => amountCents > 0)).toBe(true);
  });

  it('are split by weights: a larger amount makes no part smaller; splitting the sum of the weights gives the weights', () => {
    const weightLists = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 6 }).filter((list) => sum(list) > 0);
    fc.assert(
      fc.property(weightLists, (weights) => {
        let before = splitByWeights(0, weights);
        for (let amount = 1; amount <= sum(weights); amount += 1) {
          const parts = splitByWeights(amount, weights);
          expect(sum(parts)).toBe(amount);
          expect(parts.every((part, index) => part >= (before[index] ?? 0))).toBe(true);
          before = parts;
        }
        expect(before).toEqual(weights);
      }),
      { numRuns: 100 },
    );
  });
});

/** Builds an invoice whose lines have different tax rates. */
const invoiceAtRates = (lines: readonly (readonly [amountCents: number, rate: number])[], behavior: TaxTreatment['behavior']): Invoice => {
  const [sampleLine] = SAMPLE.lines;
  if (sampleLine === undefined) throw new Error('no line');
  const tax: TaxTreatment = { behavior, rate: { rateBasisPoints: 2500, displayName: 'VAT' }, reverseCharge: false };
  const taxed = lines.map(([amountCents, taxRateBasisPoints]) => ({ ...sampleLine, amountCents, discountCents: 0, taxRateBasisPoints }));
  return { ...SAMPLE, taxBehavior: behavior, ...totalsOfLines(taxed, tax), amountCreditedCents: 0 };
};

/** The sums of taxable amount and tax by rate; rates whose sums are zero are omitted. */
const byRate = (sums: readonly TaxSum[]) =>
  Object.fromEntries(
    [...new Set(sums.map(({ rateBasisPoints }) => rateBasisPoints))]
      .map((rate) => {
        const rateSums = sums.filter(({ rateBasisPoints }) => rateBasisPoints === rate);
        return [rate, [sum(rateSums.map(({ taxableCents }) => taxableCents)), sum(rateSums.map(({ taxCents }) => taxCents))]] as const;
      })
      .filter(([, amounts]) => amounts.some((amount) => amount !== 0)),
  );

describe('the credit notes of an invoice with several tax rates', () => {
  it('reverse the taxable amount and tax of each rate to the cent, however the total is split into credit notes', () => {
    const line = fc.tuple(fc.integer({ min: -20_000, max: 20_000 }), fc.constantFrom(0, 700, 1900, 2100, 2500));
    const cases = fc
      .tuple(fc.array(line, { minLength: 1, maxLength: 6 }), fc.constantFrom('inclusive' as const, 'exclusive' as const))
      .map(([lines, behavior]) => invoiceAtRates(lines, behavior))
      .filter(({ totalCents }) => totalCents > 0)
      .chain((invoice) => fc.tuple(fc.constant(invoice), splits(invoice.totalCents)));
    fc.assert(
      fc.property(cases, ([invoice, amounts]) => {
        const portions = portionsOf(invoice, amounts);
        expect(portions.map(({ totalCents }) => totalCents)).toEqual(amounts);
        expect(byRate(portions.flatMap(({ tax }) => tax))).toEqual(byRate(invoice.tax));
        for (const portion of portions) {
          expect(portion.subtotalCents).toBe(sum(portion.lines.map(({ amountCents }) => amountCents)));
          for (const { rateBasisPoints, taxableCents, taxCents } of portion.tax) {
            const lines = portion.lines.filter(({ taxRateBasisPoints }) => taxRateBasisPoints === rateBasisPoints);
            const includedTaxCents = invoice.taxBehavior === 'inclusive' ? taxCents : 0;
            expect(sum(lines.map(({ amountCents }) => amountCents))).toBe(taxableCents + includedTaxCents);
            // The tax of each portion has the sign of the invoice's tax at this rate.
            const invoiceTax = invoice.tax.find((each) => each.rateBasisPoints === rateBasisPoints);
            expect(taxCents * Math.sign(invoiceTax?.taxCents ?? 0)).toBeGreaterThanOrEqual(0);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });

  /** Upgrades from 121.00 at 21 % tax to 242.00 in the middle of the period, after the tax rate became 25 %. */
  const upgradeAfterRateChange = (): { readonly billing: Billing; readonly paymentId: string; readonly invoice: Invoice } => {
    const billing = newBilling({ amountCents: 12_100 });
    billing.taxRate = { rateBasisPoints: 2100, displayName: 'VAT' };
    const { id } = billing.subscribe();
    billing.world.now = MID_PERIOD;
    billing.taxRate = { rateBasisPoints: 2500, displayName: 'VAT' };
    const { payment } = changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents: 24_200 }) });
    const invoice = billing.world.all(invoiceAggregate).at(-1);
    if (payment === null || invoice === undefined) throw new Error('The change has no charge.');
    return { billing, paymentId: payment.id, invoice };
  };

  it.each([
    ['in full', [6050]],
    ['in parts', [1, 2000, 49, 4000]],
  ] as const)('reverse the 13.70 tax of an upgrade after a rate change if the upgrade is refunded %s', (_how, amounts) => {
    const { billing, paymentId, invoice } = upgradeAfterRateChange();
    expect(invoice).toMatchObject({ totalCents: 6050, taxCents: 1370 });
    for (const amountCents of amounts) billing.settleRefund(billing.refund(paymentId, amountCents));
    const notes = billing.world.all(creditNoteAggregate);
    expect(notes.map(({ totalCents }) => totalCents)).toEqual(amounts);
    expect(sum(notes.map(({ taxCents }) => taxCents))).toBe(1370);
    expect(byRate(notes.flatMap(({ tax }) => tax))).toEqual({ 2100: [-5000, -1050], 2500: [9680, 2420] });
  });
});
