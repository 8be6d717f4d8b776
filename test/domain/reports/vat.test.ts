import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sum } from '../../../shared/domain/amounts/money.ts';
import type { CreditNote } from '../../../shared/domain/credit-note/record.ts';
import { NO_SELLER_E_INVOICING } from '../../../shared/domain/e-invoice/settings.ts';
import { totalsOf } from '../../../shared/domain/invoice/build.ts';
import { type Invoice, invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { totalsByCurrency } from '../../../shared/domain/invoice/totals.ts';
import { vatAmountsOfCreditNote, vatAmountsOfInvoice, vatReport } from '../../../shared/domain/reports/vat.ts';
import type { TaxTreatment } from '../../../shared/domain/tax/tax.ts';
import { newBilling } from '../billing.ts';

const at = (day: string): number => Date.parse(day) / 1000;
const OCTOBER = { first: at('2026-10-01'), end: at('2026-11-01') };

const billing = newBilling();
billing.subscribe();
const [SAMPLE] = billing.world.all(invoiceAggregate) as [Invoice];

interface Sale {
  readonly id: string;
  readonly day: string;
  readonly country: string | null;
  readonly amountCents: number;
  readonly tax: TaxTreatment;
  readonly voidedOn?: string;
  readonly vatNumber?: string;
}

const taxed = (rateBasisPoints: number): TaxTreatment => ({
  behavior: 'exclusive',
  rate: { rateBasisPoints, displayName: null },
  reverseCharge: false,
});
const UNTAXED: TaxTreatment = { behavior: 'exclusive', rate: null, reverseCharge: false };
const REVERSED: TaxTreatment = { ...taxed(1900), reverseCharge: true };

const invoiceOf = ({ id, day, country, amountCents, tax, voidedOn, vatNumber = '' }: Sale): Invoice => ({
  ...SAMPLE,
  id,
  ...totalsOf([{ ...(SAMPLE.lines[0] as Invoice['lines'][number]), amountCents }], null, tax),
  taxBehavior: tax.behavior,
  reverseCharge: tax.reverseCharge,
  seller: { ...SAMPLE.seller, countryCode: 'NL' },
  buyer: { ...SAMPLE.buyer, countryCode: country, vatNumber: vatNumber === '' ? null : vatNumber },
  issuedAt: at(day),
  status: voidedOn === undefined ? 'open' : 'void',
  voidedAt: voidedOn === undefined ? null : at(voidedOn),
});

/** Builds a credit note for the full amount of the invoice. */
const noteOf = (invoice: Invoice, day: string): CreditNote => ({
  ...invoice,
  id: `cn_${invoice.id}`,
  invoiceId: invoice.id,
  invoiceNumber: '',
  refundId: null,
  reason: null,
  issuedAt: at(day),
});

const reportOf = (invoices: readonly Invoice[], notes: readonly (readonly [Invoice, string])[] = [], range = OCTOBER) =>
  vatReport(
    [
      ...invoices.flatMap((invoice) => vatAmountsOfInvoice(invoice, range)),
      ...notes.flatMap(([invoice, day]) => vatAmountsOfCreditNote(noteOf(invoice, day), invoice.issuedAt, range)),
    ],
    range,
  );

/** A rate of 0 from `shared/domain/tax/rates.json`, and a tax rate of 0 that the account created. */
const ZERO_RATED: TaxTreatment = { ...UNTAXED, countryCode: 'IE', rate: { rateBasisPoints: 0, displayName: null, zeroRated: true } };
const OWN_ZERO_RATE: TaxTreatment = { ...UNTAXED, countryCode: 'IE', rate: { rateBasisPoints: 0, displayName: null } };
const EXEMPTION = { category: 'E', code: 'VATEX-EU-132', reason: 'Exempt' } as const;

describe('the VAT report', () => {
  it('distinguishes a rate of 0 from no rate', () => {
    const sale = { id: 'a', day: '2026-10-15', country: 'IE', amountCents: 1000 };
    const treatments = (invoice: Invoice) => reportOf([invoice], [[invoice, '2026-10-16']]).rows.map(({ treatment }) => treatment);
    const withExemption = (invoice: Invoice): Invoice => ({
      ...invoice,
      seller: { ...invoice.seller, eInvoicing: { ...NO_SELLER_E_INVOICING, exemption: EXEMPTION } },
    });
    expect(treatments(invoiceOf({ ...sale, tax: ZERO_RATED }))).toEqual(['zero_rated']);
    expect(treatments(withExemption(invoiceOf({ ...sale, tax: ZERO_RATED })))).toEqual(['zero_rated']);
    expect(treatments(invoiceOf({ ...sale, tax: OWN_ZERO_RATE }))).toEqual(['zero_rated']);
    expect(treatments(withExemption(invoiceOf({ ...sale, tax: OWN_ZERO_RATE })))).toEqual(['untaxed']);
    expect(treatments(invoiceOf({ ...sale, tax: UNTAXED }))).toEqual(['untaxed']);
    // Invoices of earlier releases have only the rate.
    const former = invoiceOf({ ...sale, tax: { ...UNTAXED, rate: { rateBasisPoints: 0, displayName: null } } });
    const withoutTaxTerms = ({ taxTerms: _, ...rest }: Invoice['tax'][number]) => rest;
    expect(treatments({ ...former, tax: former.tax.map(withoutTaxTerms) })).toEqual(['zero_rated']);
  });

  it('counts untaxed sales to a territory outside the VAT area of the EU as exports, and Monaco as part of the VAT area', () => {
    const sale = { day: '2026-10-15', amountCents: 1000, tax: UNTAXED };
    const tenerife = invoiceOf({ ...sale, id: 'a', country: 'ES' });
    const address = { line1: null, line2: null, postalCode: '38001', city: null };
    const report = reportOf([{ ...tenerife, buyer: { ...tenerife.buyer, address } }, invoiceOf({ ...sale, id: 'b', country: 'MC' })]);
    expect(report.rows).toMatchObject([
      { countryCode: 'ES', treatment: 'export' },
      { countryCode: 'MC', treatment: 'untaxed' },
    ]);
  });

  it('counts an amount by its terms, not by the present address of the buyer', () => {
    const sale = invoiceOf({ id: 'a', day: '2026-10-15', country: 'DE', amountCents: 1000, tax: UNTAXED });
    const taxTerms = { countryCode: 'DE', treatment: 'no_rate' } as const;
    const address = { line1: null, line2: null, postalCode: '78266', city: 'Büsingen' };
    const moved = { ...sale, buyer: { ...sale.buyer, address }, tax: [], lines: sale.lines.map((line) => ({ ...line, taxTerms })) };
    expect(reportOf([{ ...sale, buyer: moved.buyer, tax: [] }]).rows).toMatchObject([{ treatment: 'export' }]);
    expect(reportOf([moved]).rows).toMatchObject([{ treatment: 'untaxed' }]);
  });

  it('lists sales that are taxed in the country of the seller, and their credit notes, under that country', () => {
    const sale = invoiceOf({ id: 'a', day: '2026-10-15', country: 'DE', amountCents: 1000, tax: taxed(2100) });
    const atHome: Invoice = { ...sale, taxCountryCode: 'NL' };
    expect(reportOf([atHome]).rows).toMatchObject([{ countryCode: 'NL', treatment: 'taxed', netCents: 1000, taxCents: 210 }]);
    expect(reportOf([atHome], [[atHome, '2026-10-20']]).rows).toMatchObject([
      { countryCode: 'NL', netCents: 0, taxCents: 0, creditNotes: 1 },
    ]);
  });

  it('sums invoices by country, treatment and rate, and ignores those of other months', () => {
    const sale = { day: '2026-10-15', country: 'DE', amountCents: 1000, tax: taxed(1900) };
    const report = reportOf([
      invoiceOf({ ...sale, id: 'a' }),
      invoiceOf({ ...sale, id: 'b', day: '2026-10-31T23:59:59Z', amountCents: 500 }),
      invoiceOf({ ...sale, id: 'c', country: 'FR', tax: taxed(2000) }),
      invoiceOf({ ...sale, id: 'd', country: 'US', tax: UNTAXED }),
      invoiceOf({ ...sale, id: 'e', country: 'BE', tax: UNTAXED }),
      invoiceOf({ ...sale, id: 'f', country: null, tax: UNTAXED }),
      invoiceOf({ ...sale, id: 'g', tax: REVERSED, vatNumber: 'DE100' }),
      invoiceOf({ ...sale, id: 'h', day: '2026-09-30T23:59:59Z' }),
      invoiceOf({ ...sale, id: 'i', day: '2026-11-01' }),
    ]);
    expect(
      report.rows.map((row) => [row.countryCode, row.treatment, row.rateBasisPoints, row.invoices, row.netCents, row.taxCents]),
    ).toEqual([
      ['BE', 'untaxed', 0, 1, 1000, 0],
      ['DE', 'taxed', 1900, 2, 1500, 285],
      ['DE', 'reverse_charge', 0, 1, 1000, 0],
      ['FR', 'taxed', 2000, 1, 1000, 200],
      ['US', 'export', 0, 1, 1000, 0],
      [null, 'untaxed', 0, 1, 1000, 0],
    ]);
    expect(report.corrections).toEqual([]);
    expect(report.ecSales).toEqual([{ vatNumber: 'DE100', countryCode: 'DE', currency: 'EUR', netCents: 1000, taxCents: 0 }]);
    expect(report.totals).toEqual([
      { currency: 'EUR', invoices: 7, voidedInvoices: 0, creditNotes: 0, creditedCents: 0, netCents: 6500, taxCents: 485 },
    ]);
  });

  it('deducts a credit note from the row of its invoice; credited and voided invoices of earlier months are corrections', () => {
    const sale = { country: 'DE', amountCents: 1000, tax: taxed(1900) };
    const [october, september, august] = [
      invoiceOf({ ...sale, id: 'a', day: '2026-10-02' }),
      invoiceOf({ ...sale, id: 'b', day: '2026-09-02' }),
      invoiceOf({ ...sale, id: 'c', day: '2026-08-31T23:00:00Z', voidedOn: '2026-10-05' }),
    ];
    const report = reportOf(
      [october, september, august],
      [
        [october, '2026-10-20'],
        [september, '2026-10-21'],
      ],
    );
    expect(report.rows).toMatchObject([{ countryCode: 'DE', invoices: 1, creditNotes: 1, netCents: 0, taxCents: 0 }]);
    expect(report.corrections).toMatchObject([
      { month: '2026-08', voidedInvoices: 1, creditNotes: 0, netCents: -1000, taxCents: -190 },
      { month: '2026-09', voidedInvoices: 0, creditNotes: 1, creditedCents: 1190, netCents: -1000, taxCents: -190 },
    ]);
    expect(report.totals).toMatchObject([
      { invoices: 1, voidedInvoices: 1, creditNotes: 2, creditedCents: 2380, netCents: -2000, taxCents: -380 },
    ]);
  });

  it('of a month does not change when one of its invoices is voided in the next month', () => {
    const sale: Sale = { id: 'a', day: '2026-10-31', country: 'DE', amountCents: 1000, tax: taxed(1900) };
    const closed = reportOf([invoiceOf(sale)]);
    expect(reportOf([invoiceOf({ ...sale, voidedOn: '2026-11-02' })])).toEqual(closed);
  });

  it('of a range has the total of its invoices that are not void, and the totals of two parts of the range add up to this total', () => {
    const sales = fc.array(
      fc.record({
        amountCents: fc.integer({ min: 1, max: 1_000_000 }),
        country: fc.constantFrom('DE', 'NL', 'FR', 'US', null),
        rate: fc.constantFrom(0, 700, 1900, 2100, 2550),
        behavior: fc.constantFrom('inclusive' as const, 'exclusive' as const),
        reverseCharge: fc.boolean(),
        day: fc.integer({ min: 1, max: 28 }),
        voidedOn: fc.option(fc.integer({ min: 1, max: 28 })),
      }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(sales, fc.integer({ min: 2, max: 27 }), (generatedSales, boundary) => {
        const dayOf = (day: number): string => `2026-10-${String(day).padStart(2, '0')}`;
        const invoices = generatedSales.map(({ rate, behavior, reverseCharge, day, voidedOn, ...sale }, index) =>
          invoiceOf({
            ...sale,
            id: String(index),
            day: dayOf(day),
            ...(voidedOn === null ? {} : { voidedOn: dayOf(Math.max(day, voidedOn)) }),
            tax: { behavior, rate: rate === 0 ? null : { rateBasisPoints: rate, displayName: null }, reverseCharge },
          }),
        );
        const total = (range = OCTOBER): number =>
          sum(reportOf(invoices, [], range).totals.map(({ netCents, taxCents }) => netCents + taxCents));
        expect(total()).toBe(sum(invoices.filter(({ status }) => status !== 'void').map(({ totalCents }) => totalCents)));
        const middle = at(dayOf(boundary));
        expect(total({ ...OCTOBER, end: middle }) + total({ ...OCTOBER, first: middle })).toBe(total());
      }),
    );
  });
});

describe('the totals of invoices', () => {
  it('are summed by currency, and count only open invoices as owed', () => {
    const open = { ...SAMPLE, status: 'open' as const, totalCents: 1000, taxCents: 174, amountPaidCents: 0, amountCreditedCents: 0 };
    const paid = { ...open, status: 'paid' as const, amountPaidCents: 1000, amountCreditedCents: 300 };
    const dollars = { ...open, currency: 'USD', totalCents: 700, taxCents: 0 };
    expect(totalsByCurrency([dollars, open, paid, { ...open, status: 'void' }, { ...open, status: 'uncollectible' }])).toEqual([
      { currency: 'EUR', count: 4, totalCents: 4000, taxCents: 696, amountPaidCents: 1000, amountDueCents: 1000, amountCreditedCents: 300 },
      { currency: 'USD', count: 1, totalCents: 700, taxCents: 0, amountPaidCents: 0, amountDueCents: 700, amountCreditedCents: 0 },
    ]);
    expect(totalsByCurrency([])).toEqual([]);
  });
});
