import { describe, expect, it } from 'vitest';
import { buyerNamed, creditNoteOf, ISSUED_AT, invoiceOf, lineOf, SELLER, vat } from '../../scripts/documents/sales.ts';
import { creditNoteDocument } from '../../shared/documents/credit-note-document.ts';
import { documentFormatters } from '../../shared/documents/formats.ts';
import { invoiceDocument } from '../../shared/documents/invoice-document.ts';
import { NO_SELLER_E_INVOICING } from '../../shared/domain/e-invoice/settings.ts';
import { redactedInvoice } from '../../shared/domain/erasure/redaction.ts';
import { totalsOfLines } from '../../shared/domain/invoice/build.ts';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { plainMethod } from '../../shared/domain/payment/methods.ts';
import { DOCUMENT_TEXTS, documentLocaleFor } from '../../shared/locales/documents.ts';
import { normalizeSpaces } from './support.ts';

describe('formatted values', () => {
  it.each([
    ['en', 'EUR', -123_456, '-€1,234.56'],
    ['de', 'EUR', 123_456, '1.234,56 €'],
    ['de-AT', 'EUR', 123_456, '€ 1.234,56'],
    ['nl', 'EUR', 123_456, '€ 1.234,56'],
    ['fr', 'EUR', 123_456, '1 234,56 €'],
    ['en', 'JPY', 128_000, '¥128,000'],
    ['de', 'ISK', 1999, '1.999 ISK'],
    ['en', 'EUR', 99_999_999, '€999,999.99'],
  ])('in the locale %s and the currency %s: the amount %i is printed as %s', (locale, currency, amountCents, printed) => {
    expect(normalizeSpaces(documentFormatters(locale, currency).amount(amountCents))).toBe(printed);
  });

  it('keep all decimals of unit amounts and quantities', () => {
    expect(documentFormatters('en', 'EUR').unitAmount('0.000000000001')).toBe('€0.00000000000001');
    expect(documentFormatters('en', 'JPY').unitAmount('0.5')).toBe('¥0.5');
    expect(documentFormatters('en', 'EUR').quantity('123456789012345.5')).toBe('123,456,789,012,345.5');
  });

  it('show days in UTC, and a period by its first and last day', () => {
    const { day, period } = documentFormatters('en', 'EUR');
    expect(day(Date.UTC(2026, 0, 31, 23, 59, 59) / 1000)).toBe('January 31, 2026');
    expect(period(Date.UTC(2026, 0, 1) / 1000, Date.UTC(2026, 1, 1) / 1000)).toBe('January 1, 2026 – January 31, 2026');
    expect(period(Date.UTC(2026, 0, 1) / 1000, Date.UTC(2026, 0, 2) / 1000)).toBe('January 1, 2026');
  });

  it('show the name of a country, or an unknown country code unchanged', () => {
    expect(documentFormatters('nl', 'EUR').country('DE')).toBe('Duitsland');
    expect(documentFormatters('en', 'EUR').country('??')).toBe('??');
  });
});

describe('the texts', () => {
  const texts = (strings: object): readonly (readonly [string, string])[] =>
    Object.entries(strings).map(([name, text]) => [name, typeof text === 'function' ? String(text('One', 'Two')) : String(text)]);

  it.each(Object.entries(DOCUMENT_TEXTS))('of %s are complete and contain every parameter', (_language, strings) => {
    for (const [name, text] of texts(strings)) expect(text.trim(), name).not.toBe('');
    for (const text of [strings.vatId('X1'), strings.registrationNumber('X1'), strings.lineDiscount('X1'), strings.logoOf('X1')])
      expect(text).toContain('X1');
    expect(strings.page(3, 7)).toMatch(/3.*7/);
    expect(strings.reverseCharge('NL1', 'DE2')).toMatch(/NL1.*DE2/);
  });

  it('are in the language of a language tag with any region, and in English if the language is not supported', () => {
    expect(documentLocaleFor('de-AT')).toEqual({ texts: DOCUMENT_TEXTS.de, language: 'de', locale: 'de-AT' });
    expect(documentLocaleFor('FR').texts).toBe(DOCUMENT_TEXTS.fr);
    expect(documentLocaleFor('nl-Latn-BE-u-nu-arab').locale).toBe('nl-BE');
    for (const other of ['pt-BR', 'xx', 'constructor', '', null])
      expect(documentLocaleFor(other)).toEqual({ texts: DOCUMENT_TEXTS.en, language: 'en', locale: 'en' });
  });
});

describe('the document of an invoice', () => {
  it('shows lines, discount, total and included tax of inclusive prices', () => {
    const discount = {
      couponId: 'cpn_1',
      code: 'X',
      percentOffBasisPoints: 1000,
      amountOffCents: null,
      currency: null,
      duration: 'once',
      durationInMonths: null,
      endsAt: null,
    } as const;
    const model = invoiceDocument(
      invoiceOf({ buyer: buyerNamed('Ada'), lines: [lineOf('Plan', 12_100)], tax: vat(2100, 'inclusive'), discount }),
      'live',
    );
    expect(model.lines.rows).toEqual([
      {
        description: 'Plan',
        details: ['1 November 2026 – 1 December 2026', 'Discount -€12.10'],
        quantity: '1',
        unitPrice: '€121.00',
        taxRate: '21%',
        amount: '€121.00',
      },
    ]);
    expect(model.totals.map(({ label, amount }) => [label, amount])).toEqual([
      ['Subtotal', '€121.00'],
      ['Discount', '-€12.10'],
      ['Total', '€108.90'],
    ]);
    expect(model.tax?.rows).toEqual([{ rate: 'VAT 21%', net: '€90.00', tax: '€18.90', gross: '€108.90' }]);
    expect(model.notes).toEqual([DOCUMENT_TEXTS.en.taxIncluded]);
    expect(model.banner).toBeNull();
  });

  it('shows the flat fee of a tier next to its unit price', () => {
    const usage = (amountCents: number, overrides = {}) =>
      lineOf('API', amountCents, { type: 'usage', quantity: '900', unitAmountDecimal: '1.5', ...overrides });
    // 900 units cost 13.50. The rest of an amount is the flat fee; a rest of one cent is rounding.
    const lines = [usage(1600), usage(1350), usage(1351), usage(250, { quantity: '0' }), usage(700, { unitAmountDecimal: null })];
    const unitPrices = (language: string) =>
      invoiceDocument(invoiceOf({ buyer: buyerNamed('Ada', { language }), lines }), 'live').lines.rows.map(({ unitPrice }) =>
        normalizeSpaces(unitPrice),
      );
    expect(unitPrices('en')).toEqual(['€0.015 + €2.50', '€0.015', '€0.015', '€0.015 + €2.50', '']);
    expect(unitPrices('de')[0]).toBe('0,015 € + 2,50 €');
  });

  it('adds exclusive tax to the total', () => {
    const model = invoiceDocument(
      invoiceOf({ buyer: buyerNamed('Ada'), lines: [lineOf('Plan', 10_000)], tax: vat(2100, 'exclusive') }),
      'live',
    );
    expect(model.totals.map(({ label, amount, emphasized }) => [label, amount, emphasized])).toEqual([
      ['Subtotal', '€100.00', false],
      ['VAT 21%', '€21.00', false],
      ['Total', '€121.00', true],
    ]);
    expect(model.notes).toEqual([]);
  });

  it('labels the lines of a plan change', () => {
    const lines = [
      { ...lineOf('Plan', 10_000), type: 'proration_charge' as const },
      { ...lineOf('Plan', -2500), type: 'proration_credit' as const },
      { ...lineOf('Plan', -100), type: 'carried_credit' as const },
    ];
    const rows = invoiceDocument(invoiceOf({ buyer: buyerNamed('Ada', { language: 'de' }), lines }), 'live').lines.rows;
    expect(rows.map(({ description }) => description)).toEqual([
      'Restlicher Zeitraum: Plan',
      'Nicht genutzter Zeitraum: Plan',
      'Guthaben: Plan',
    ]);
  });

  it('states reverse charge with the VAT ids of both parties', () => {
    const buyer = buyerNamed('Müller GmbH', { countryCode: 'DE', vatNumber: 'DE123456789', vatName: 'MUELLER GMBH', language: 'de' });
    const model = invoiceDocument(invoiceOf({ buyer, lines: [lineOf('Plan', 10_000)], tax: vat(1900, 'exclusive', true) }), 'live');
    expect(model.notes).toEqual([expect.stringMatching(/Steuerschuldnerschaft.*NL123456789B01.*DE123456789/)]);
    expect(normalizeSpaces(model.tax?.rows[0]?.rate ?? '')).toBe('Reverse Charge 0 %');
    expect(model.buyer.lines).toEqual([
      'Müller GmbH',
      'MUELLER GMBH',
      'Dorpsstraat 4',
      'Bus 3',
      '3511 AB Utrecht',
      'Deutschland',
      'USt-IdNr.: DE123456789',
    ]);
  });

  it('names the reason of a declared tax exemption only if the invoice is untaxed, also on the credit note', () => {
    const exemption = { category: 'E', code: 'VATEX-EU-132', reason: 'Umsatzsteuerfrei gemäß § 4 UStG' } as const;
    const sale = { buyer: buyerNamed('Ada'), lines: [lineOf('Plan', 10_000)] };
    const untaxed = invoiceOf({ ...sale, tax: vat(0, 'exclusive') });
    const seller = { ...untaxed.seller, eInvoicing: { ...NO_SELLER_E_INVOICING, exemption } };
    expect(invoiceDocument({ ...untaxed, seller }, 'live').notes).toContain(exemption.reason);
    expect(creditNoteDocument(creditNoteOf({ ...untaxed, seller }, 500, null), 'live').notes).toContain(exemption.reason);
    const taxed = invoiceOf({ ...sale, tax: vat(1900, 'exclusive') });
    expect(invoiceDocument({ ...taxed, seller }, 'live').notes).not.toContain(exemption.reason);
  });

  it('shows reverse charge and the tax rate of a credit in separate rows, also on the credit note', () => {
    const buyer = buyerNamed('Müller GmbH', { countryCode: 'DE', vatNumber: 'DE123456789' });
    const tax = vat(1900, 'exclusive', true);
    const credit = { ...lineOf('Plan', -1000), type: 'proration_credit', discountCents: 0, taxRateBasisPoints: 2100 } as const;
    const charge = { ...lineOf('Plan', 10_000), discountCents: 0, taxRateBasisPoints: 0 };
    const invoice = { ...invoiceOf({ buyer, lines: [], tax }), ...totalsOfLines([charge, credit], tax) };
    const rows = [
      { rate: 'Reverse charge 0%', net: '€100.00', tax: '€0.00', gross: '€100.00' },
      { rate: 'Tax 21%', net: '-€10.00', tax: '-€2.10', gross: '-€12.10' },
    ];
    expect(invoiceDocument(invoice, 'live').tax?.rows).toEqual(rows);
    expect(creditNoteDocument(creditNoteOf(invoice, 8790, null), 'live').tax?.rows).toEqual(rows);
  });

  it('shows the seller and the footer of the invoice, the time of issue, and a banner in test mode', () => {
    const model = invoiceDocument(invoiceOf({ buyer: buyerNamed('Ada'), lines: [lineOf('Plan', 100)] }), 'test');
    expect(model.seller.lines[0]).toBe('Molenwerk Software B.V.');
    expect(model.seller.lines).toContain('Registration no.: 34567890');
    expect(model.footer).toBe(SELLER.invoiceFooter);
    expect(model.banner).toBe(DOCUMENT_TEXTS.en.testDocument);
    expect(model.issuedAt).toBe(ISSUED_AT);
  });

  it('does not change when the invoice is paid and partly credited, and when its customer is purged', () => {
    const invoice = invoiceOf({ buyer: buyerNamed('Ada'), lines: [lineOf('Plan', 100)] });
    const later = redactedInvoice({
      ...invoice,
      status: 'paid',
      amountPaidCents: 100,
      paidAt: ISSUED_AT + 5,
      paymentId: 'pay_1',
      amountCreditedCents: 50,
    });
    expect(JSON.stringify(invoiceDocument(later, 'live'))).toBe(JSON.stringify(invoiceDocument(invoice, 'live')));
    expect(JSON.stringify(invoiceDocument(invoice, 'live'))).not.toContain('accounts@buyer.example');
  });

  it('states when and how an invoice was paid if it was issued as paid, in the buyer’s language and date format', () => {
    const invoice = {
      ...invoiceOf({ buyer: buyerNamed('Ada'), lines: [lineOf('Plan', 100)] }),
      status: 'paid',
      paidAt: ISSUED_AT,
    } as const;
    const visa = { type: 'creditcard', brand: 'Visa', last4: '2681', expMonth: 4, expYear: 2029 };
    expect(invoiceDocument(invoice, 'live', visa).notes).toEqual(['Paid on 1 November 2026 with Visa 2681']);
    expect(invoiceDocument(invoice, 'live', plainMethod('banktransfer')).notes).toEqual(['Paid on 1 November 2026 with bank transfer']);
    expect(invoiceDocument(invoice, 'live').notes).toEqual(['Paid on 1 November 2026']);
    const german = { ...invoice, buyer: { ...invoice.buyer, language: 'de', countryCode: 'AT' } };
    expect(invoiceDocument(german, 'live', visa).notes).toEqual(['Bezahlt am 1. November 2026 per Visa 2681']);
    const american = { ...invoice, buyer: { ...invoice.buyer, countryCode: 'US' } };
    expect(invoiceDocument(american, 'live').notes).toEqual(['Paid on November 1, 2026']);
  });

  it('can be built from an invoice of schema version 1 without a buyer name', () => {
    const { seller, buyer, ...rest } = invoiceOf({
      buyer: buyerNamed('x', { name: null, address: null, countryCode: null }),
      lines: [lineOf('Plan', 100)],
    });
    const { footer: _footer, ...sellerWithoutFooter } = seller;
    const { language: _language, ...buyerWithoutLanguage } = buyer;
    const former = { ...rest, seller: sellerWithoutFooter, buyer: buyerWithoutLanguage };
    const migrated = invoiceAggregate.migrations?.[0]?.(former as never) as typeof rest & { seller: typeof seller; buyer: typeof buyer };
    expect(invoiceDocument(migrated, 'live').buyer.lines).toEqual([rest.customerId]);
    expect(invoiceDocument(migrated, 'live').footer).toBeNull();
  });
});

describe('the document of a credit note', () => {
  it('shows the credited amount, the invoice number and the reason', () => {
    const invoice = invoiceOf({ buyer: buyerNamed('Ada'), lines: [lineOf('Plan', 10_000)], tax: vat(2100, 'exclusive') });
    const model = creditNoteDocument(creditNoteOf(invoice, 6050, 'Too much'), 'live');
    expect(model.title).toBe('Credit note');
    expect(model.facts.map(({ value }) => value)).toEqual(['CN-000007', '1 November 2026', 'INV-000042', 'Too much']);
    expect(model.totals.map(({ label, amount }) => [label, amount])).toEqual([
      ['Subtotal', '€50.00'],
      ['VAT 21%', '€10.50'],
      ['Total credited', '€60.50'],
    ]);
    expect(model.tax?.rows).toEqual([{ rate: 'VAT 21%', net: '€50.00', tax: '€10.50', gross: '€60.50' }]);
    expect(model.lines.rows.map(({ amount, quantity, unitPrice }) => [amount, quantity, unitPrice])).toEqual([['€50.00', '', '']]);
  });

  it.each([
    ['en', 'Withdrawal from the contract'],
    ['de', 'Widerruf'],
    ['pl', 'Odstąpienie od umowy'],
  ])('names a withdrawal as its reason in the language %s', (language, text) => {
    const invoice = invoiceOf({ buyer: buyerNamed('Ada', { language }), lines: [lineOf('Plan', 10_000)] });
    expect(creditNoteDocument(creditNoteOf(invoice, 500, 'withdrawal'), 'live').facts).toContainEqual(
      expect.objectContaining({ value: text }),
    );
  });
});
