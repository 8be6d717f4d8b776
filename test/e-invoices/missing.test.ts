import { describe, expect, it } from 'vitest';
import { applicableFormats } from '../../shared/domain/e-invoice/formats.ts';
import { isIban } from '../../shared/domain/e-invoice/iban.ts';
import { missingFields } from '../../shared/domain/e-invoice/missing.ts';
import { isXmlText, NO_BUYER_E_INVOICING, NO_SELLER_E_INVOICING } from '../../shared/domain/e-invoice/settings.ts';
import { E_INVOICE_FORMATS, type EInvoiceFormat } from '../../shared/domain/e-invoice/types.ts';
import type { Buyer, Seller } from '../../shared/domain/invoice/parties.ts';
import { eInvoiceModel } from '../../shared/e-invoices/build.ts';
import type { EInvoiceSource } from '../../shared/e-invoices/types.ts';
import { writeEInvoice } from '../../shared/e-invoices/write.ts';
import { sourceOf } from './support/samples.ts';

const PUBLIC = sourceOf('german-public-buyer');
const REVERSE = sourceOf('reverse-charge');
const DUTCH = sourceOf('dutch-kvk');
const OPEN = sourceOf('open-invoice');

const withBuyer = (source: EInvoiceSource, buyer: Partial<Buyer>): EInvoiceSource => ({
  ...source,
  document: { ...source.document, buyer: { ...source.document.buyer, ...buyer } },
});
const withSeller = (source: EInvoiceSource, seller: Partial<Seller>): EInvoiceSource => ({
  ...source,
  document: { ...source.document, seller: { ...source.document.seller, ...seller } },
});
/** Changes e-invoicing settings of the seller. */
const withSellerSettings = (source: EInvoiceSource, seller: Partial<EInvoiceSource['seller']>): EInvoiceSource => ({
  ...source,
  seller: { ...source.seller, ...seller },
});
/** Changes e-invoicing settings of the buyer. */
const withBuyerSettings = (source: EInvoiceSource, buyer: Partial<EInvoiceSource['buyer']>): EInvoiceSource => ({
  ...source,
  buyer: { ...source.buyer, ...buyer },
});
const untaxed = (source: EInvoiceSource): EInvoiceSource => ({
  ...source,
  document: {
    ...source.document,
    tax: [],
    taxCents: 0,
    totalCents: source.document.subtotalCents,
    lines: source.document.lines.map((line) => ({ ...line, taxRateBasisPoints: 0 })),
  },
});

/** The document at a rate of 0, from the table of VAT rates (`zero_rated`) or from the account's own tax rates (`rate`). */
const atZero = (source: EInvoiceSource, treatment: 'zero_rated' | 'rate'): EInvoiceSource => {
  const without = untaxed(source);
  const taxTerms = { countryCode: source.document.buyer.countryCode, treatment };
  const sums = [{ rateBasisPoints: 0, displayName: null, taxableCents: source.document.subtotalCents, taxCents: 0, taxTerms }];
  const lines = without.document.lines.map((line) => ({ ...line, taxTerms }));
  return { ...without, document: { ...without.document, tax: sums, lines } };
};

/** Rule and field name of each missing field. */
const missing = (source: EInvoiceSource, format: EInvoiceFormat): readonly string[] =>
  missingFields(source, format).map(({ rule, field }) => `${rule} ${field}`);

const noAddress = { address: null };

describe('missing fields', () => {
  it.each<[string, EInvoiceSource, EInvoiceFormat, readonly string[]]>([
    ['the name of the customer', withBuyer(PUBLIC, { name: null, vatName: null }), 'ubl', ['BR-07 customer.name']],
    ['the country of the customer', withBuyer(PUBLIC, { countryCode: null }), 'cii', ['BR-11 customer.country_code']],
    ['the country of the seller', withSeller(PUBLIC, { countryCode: null }), 'facturx', ['BR-09 billing_profile.country_code']],
    ['a VAT number for taxed lines', withSeller(PUBLIC, { vatId: null }), 'ubl', ['BR-S-02 billing_profile.vat_id']],
    ['the VAT number of the customer', withBuyer(REVERSE, { vatNumber: null }), 'ubl', ['BR-AE-02 customer.vat_number']],
    ['the reason why no tax is charged', untaxed(PUBLIC), 'ubl', ['BR-E-10 billing_profile.e_invoicing.exemption']],
    ['nothing if the tax rate is 0', atZero(PUBLIC, 'zero_rated'), 'ubl', []],
    ['nothing if the tax rate that the account created is 0', atZero(PUBLIC, 'rate'), 'ubl', []],
    ['a VAT number at a zero rate', withSeller(atZero(PUBLIC, 'zero_rated'), { vatId: null }), 'ubl', ['BR-Z-02 billing_profile.vat_id']],
    [
      'the IBAN if the stored one is invalid',
      withSellerSettings(OPEN, { iban: 'DE75512108001245126198' }),
      'ubl',
      ['BR-DE-19 billing_profile.e_invoicing.iban'],
    ],
    [
      'the Leitweg-ID',
      withBuyerSettings(PUBLIC, { buyerReference: ' ' }),
      'xrechnung_ubl',
      ['BR-DE-15 customer.e_invoicing.buyer_reference'],
    ],
    [
      'city and postal code',
      withBuyer(PUBLIC, noAddress),
      'xrechnung_cii',
      ['BR-DE-8 customer.address.city', 'BR-DE-9 customer.address.postal_code'],
    ],
    [
      'the contact',
      withSellerSettings(withSeller(PUBLIC, { phone: null, email: 'none' }), { contactName: null, contactPhone: null, contactEmail: null }),
      'xrechnung_ubl',
      [
        'BR-DE-5 billing_profile.e_invoicing.contact.name',
        'BR-DE-27 billing_profile.e_invoicing.contact.phone',
        'BR-DE-28 billing_profile.e_invoicing.contact.email',
      ],
    ],
    [
      'electronic addresses',
      withSellerSettings(withBuyerSettings(DUTCH, { electronicAddress: null }), { electronicAddress: null }),
      'peppol',
      ['PEPPOL-EN16931-R020 billing_profile.e_invoicing.electronic_address', 'PEPPOL-EN16931-R010 customer.e_invoicing.electronic_address'],
    ],
    [
      'a buyer or purchase order reference',
      withBuyerSettings(DUTCH, { buyerReference: null }),
      'peppol',
      ['PEPPOL-EN16931-R003 customer.e_invoicing.buyer_reference'],
    ],
    ['the KVK number', withSeller(DUTCH, { registrationNumber: null }), 'peppol', ['NL-R-003 billing_profile.registration_number']],
    [
      'a standard or reduced Swedish tax rate',
      withSeller(DUTCH, { countryCode: 'SE', registrationNumber: null }),
      'peppol',
      ['SE-R-006 tax_rates'],
    ],
    ['the address of a Dutch customer', withBuyer(DUTCH, noAddress), 'peppol', ['NL-R-004 customer.address']],
    [
      'the Leitweg-ID, which German rules also require in Peppol',
      withBuyerSettings(PUBLIC, { buyerReference: null, purchaseOrderReference: '7' }),
      'peppol',
      ['DE-R-015 customer.e_invoicing.buyer_reference'],
    ],
  ])('include %s', (_what, source, format, expected) => {
    expect(missing(source, format)).toEqual(expected);
  });

  it('are each listed once, with a sentence as the message, for a document without any details', () => {
    const bare = withBuyer(
      withSeller(
        { ...untaxed(PUBLIC), seller: NO_SELLER_E_INVOICING, buyer: NO_BUYER_E_INVOICING },
        { legalName: null, address: null, countryCode: null, vatId: null, registrationNumber: null, phone: null },
      ),
      { name: null, address: null, countryCode: null, vatNumber: null, vatName: null },
    );
    for (const format of E_INVOICE_FORMATS) {
      const found = missingFields(bare, format);
      expect(found.length).toBeGreaterThan(3);
      for (const { message } of found) expect(message).toMatch(/^[A-Z].*\.$/);
      expect(new Set(found.map(({ field }) => field)).size).toBe(found.length);
    }
  });

  it('do not include contacts, electronic addresses or buyer references in UBL, CII and Factur-X', () => {
    const plain = withBuyerSettings(withSellerSettings(PUBLIC, { contactName: null, electronicAddress: null }), {
      buyerReference: null,
      electronicAddress: null,
    });
    for (const format of ['ubl', 'cii', 'facturx'] as const) expect(missing(plain, format)).toEqual([]);
  });
});

describe('the formats that apply', () => {
  it('are XRechnung for German buyers, Peppol for Peppol participants, and UBL, CII and Factur-X for everybody', () => {
    expect(applicableFormats(PUBLIC)).toEqual(['ubl', 'cii', 'xrechnung_ubl', 'xrechnung_cii', 'facturx']);
    expect(applicableFormats(DUTCH)).toEqual(['ubl', 'cii', 'peppol', 'facturx']);
    expect(applicableFormats(REVERSE)).toEqual(['ubl', 'cii', 'facturx']);
  });
});

describe('untaxed lines', () => {
  const exempt = { category: 'E', code: 'VATEX-EU-132', reason: 'Education' } as const;
  const categoriesOf = (source: EInvoiceSource) =>
    eInvoiceModel(source).taxes.map(({ category, exemption }) => [category, exemption?.code]);

  it('have the declared category', () => {
    expect(categoriesOf(withSellerSettings(untaxed(PUBLIC), { exemption: exempt }))).toEqual([['E', 'VATEX-EU-132']]);
  });

  it('outside the scope of VAT show no VAT numbers (BR-O-02)', () => {
    const source = withSellerSettings(untaxed(DUTCH), { exemption: { ...exempt, category: 'O' } });
    expect(categoriesOf(source)).toEqual([['O', 'VATEX-EU-O']]);
    expect([eInvoiceModel(source).seller.vatId, eInvoiceModel(source).buyer.vatId]).toEqual([null, null]);
    expect(missing(source, 'ubl')).toEqual([]);
  });

  it('are an export if the buyer is outside the EU', () => {
    expect(categoriesOf(withBuyer(untaxed(DUTCH), { countryCode: 'US', vatNumber: null }))).toEqual([['G', 'VATEX-EU-G']]);
    // Monaco belongs to the VAT area of France.
    const toMonaco = withBuyer(untaxed(DUTCH), { countryCode: 'MC', vatNumber: null });
    expect(missing(toMonaco, 'ubl')).toEqual(['BR-E-10 billing_profile.e_invoicing.exemption']);
  });

  it('are an export if the buyer is in a territory outside the VAT area of the EU', () => {
    const inSpain = (postalCode: string, city: string) =>
      withBuyer(untaxed(DUTCH), {
        countryCode: 'ES',
        vatNumber: null,
        address: { line1: 'Calle 1', line2: null, postalCode, city },
      });
    // The postal code decides: only the first one is on the Canary Islands.
    expect(categoriesOf(inSpain('35001', 'Las Palmas'))).toEqual([['G', 'VATEX-EU-G']]);
    expect(missing(inSpain('28001', 'Madrid'), 'ubl')).toEqual(['BR-E-10 billing_profile.e_invoicing.exemption']);
  });

  it('at a rate of 0 are zero-rated; a declared exemption or an export takes precedence only over a rate that the account created', () => {
    const zeroRated = atZero(PUBLIC, 'zero_rated');
    const atOwnRate = atZero(PUBLIC, 'rate');
    expect(categoriesOf(zeroRated)).toEqual([['Z', undefined]]);
    expect(categoriesOf(withSellerSettings(zeroRated, { exemption: exempt }))).toEqual([['Z', undefined]]);
    expect(categoriesOf(atOwnRate)).toEqual([['Z', undefined]]);
    expect(categoriesOf(withSellerSettings(atOwnRate, { exemption: exempt }))).toEqual([['E', 'VATEX-EU-132']]);
    expect(categoriesOf(atZero(withBuyer(PUBLIC, { countryCode: 'US', vatNumber: null }), 'rate'))).toEqual([['G', 'VATEX-EU-G']]);
  });

  it('are never written without the reason why no tax is charged', () => {
    expect(() => eInvoiceModel(untaxed(PUBLIC))).toThrow('missingFields');
  });
});

describe('notes', () => {
  const notesIn = (format: EInvoiceFormat): number => {
    const french = sourceOf('french-facturx');
    return writeEInvoice(eInvoiceModel(french), format).split(/<cbc:Note>|<ram:IncludedNote>/).length - 1;
  };

  it('are one note in Peppol (PEPPOL-EN16931-R002), and separate notes in other formats', () => {
    expect([notesIn('peppol'), notesIn('ubl'), notesIn('facturx')]).toEqual([1, 3, 3]);
  });
});

describe('texts', () => {
  it('are escaped, and lose the characters that XML forbids', () => {
    const source = withBuyer(PUBLIC, { name: '<b>&\u0001"’\uFFFE 王\u{1F600}\uD800' });
    for (const format of ['ubl', 'cii'] as const) {
      const xml = writeEInvoice(eInvoiceModel(source), format);
      expect(xml).toContain('&lt;b&gt;&amp;"’ 王\u{1F600}<');
    }
  });

  it.each([
    ['Ünï 王 \u{1F600}\n', true],
    ['a\u0000', false],
    ['a\u001F', false],
    ['\uD800', false],
    ['\uFFFF', false],
  ])('%j contains only characters that XML allows: %s', (text, expected) => {
    expect(isXmlText(text)).toBe(expected);
  });
});

describe('an IBAN', () => {
  it.each([
    ['NL91ABNA0417164300', true],
    ['FR1420041010050500013M02606', true],
    ['NL91ABNA0417164301', false],
    ['nl91abna0417164300', false],
    ['', false],
  ])('%s is valid: %s', (iban, expected) => {
    expect(isIban(iban)).toBe(expected);
  });
});
