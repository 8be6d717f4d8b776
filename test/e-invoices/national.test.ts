import { describe, expect, it } from 'vitest';
import { missingFields } from '../../shared/domain/e-invoice/missing.ts';
import type { Seller } from '../../shared/domain/invoice/parties.ts';
import { taxSums } from '../../shared/domain/tax/tax.ts';
import { eInvoiceModel } from '../../shared/e-invoices/build.ts';
import type { EInvoiceSource } from '../../shared/e-invoices/types.ts';
import { SELLERS } from './support/parties.ts';
import { sourceOf } from './support/samples.ts';

const withSeller = (source: EInvoiceSource, seller: Partial<Seller>): EInvoiceSource => ({
  ...source,
  document: { ...source.document, seller: { ...source.document.seller, ...seller } },
});

const rulesOf = (source: EInvoiceSource, format: 'ubl' | 'peppol' | 'xrechnung_ubl'): readonly string[] =>
  missingFields(source, format).map(({ rule, field }) => `${rule} ${field}`);

const DUTCH = sourceOf('dutch-kvk');
const OPEN = sourceOf('open-invoice');
const PUBLIC = sourceOf('german-public-buyer');

describe('sellers of a country with national Peppol rules', () => {
  const swedish = (registrationNumber: string | null) =>
    withSeller(DUTCH, { ...SELLERS.SE.account, vatId: 'SE556036079301', registrationNumber, phone: null });
  const atSwedishRate = (source: EInvoiceSource): EInvoiceSource => ({
    ...source,
    document: {
      ...source.document,
      lines: source.document.lines.map((line) => ({ ...line, taxRateBasisPoints: 2500 })),
      tax: source.document.tax.map((tax) => ({ ...tax, rateBasisPoints: 2500, taxCents: tax.taxableCents / 4 })),
    },
  });

  it('in Sweden need a correct check digit if they have an organisation number (SE-R-013)', () => {
    const rules = (number: string | null) => rulesOf(atSwedishRate(swedish(number)), 'peppol');
    expect([rules('556036-0793'), rules(null), rules('556036-0794')]).toEqual([[], [], ['SE-R-013 billing_profile.registration_number']]);
  });

  it.each([
    ['GR', 'GR-R-001-1'],
    ['IS', 'IS-R-002'],
  ])('in %s cannot use Peppol (%s)', (countryCode, rule) => {
    const source = withSeller(DUTCH, { countryCode });
    expect([rulesOf(source, 'peppol'), rulesOf(source, 'ubl')]).toEqual([[`${rule} customer.e_invoicing.format`], []]);
  });

  it('in Denmark use the means of payment that DK-R-005 allows', () => {
    const allowed = ['1', '10', '31', '42', '48', '49', '50', '58', '59', '93', '97'];
    const danish = (currency: string) => withSeller({ ...OPEN, document: { ...OPEN.document, currency } }, { countryCode: 'DK' });
    for (const source of [danish('EUR'), danish('DKK')]) {
      const { meansCode, account } = eInvoiceModel(source).payment;
      expect(allowed).toContain(meansCode);
      expect(account?.iban).toBe('DE75512108001245126199');
    }
  });
});

describe('a sale between French businesses in another currency', () => {
  const french = sourceOf('french-facturx');
  const inDollars: EInvoiceSource = { ...french, document: { ...french.document, currency: 'USD' } };

  it('needs the tax in euro, too (BR-FR-CO-12)', () => {
    expect([rulesOf(french, 'ubl'), rulesOf(inDollars, 'ubl')]).toEqual([[], ['BR-FR-CO-12 tax']]);
    const accountingTax = { currency: 'EUR', taxCents: 900 };
    expect(rulesOf({ ...inDollars, accountingTax }, 'ubl')).toEqual([]);
    expect(eInvoiceModel({ ...inDollars, accountingTax }).accountingTax).toEqual(accountingTax);
  });
});

describe('the SIREN of a French seller', () => {
  const french = sourceOf('french-facturx');
  const sellerWith = (registrationNumber: string | null, vatId: string | null = null) =>
    withSeller({ ...french, seller: { ...french.seller, electronicAddress: null } }, { registrationNumber, vatId });
  const partyOf = (source: EInvoiceSource) => {
    const { legalId, electronicAddress } = eInvoiceModel(source).seller;
    return [legalId, electronicAddress];
  };
  const found = [
    { scheme: '0002', value: '404833048' },
    { scheme: '0225', value: '404833048' },
  ];

  it.each(['404833048', 'RCS Paris B 404 833 048', 'SIRET 404.833.048.00012, APE 6201Z', '75 123 404 833 048 00012', '40483304800012'])(
    'is found in the registration number %s',
    (registrationNumber) => {
      expect(partyOf(sellerWith(registrationNumber))).toEqual(found);
    },
  );

  it.each([null, 'RCS Paris', '404 833 049', '4048330480'])('is found in the VAT id if the registration number is %s', (number) => {
    expect(partyOf(sellerWith(number, 'FR83404833048'))).toEqual(found);
  });

  it('is required between French businesses (BR-FR-10)', () => {
    const rules = (source: EInvoiceSource) => rulesOf(source, 'ubl').filter((rule) => rule.includes('registration_number'));
    expect([rules(sellerWith(null, 'FR83404833048')), rules(sellerWith('404 833 048'))]).toEqual([[], []]);
    expect(rules(sellerWith('RCS Paris'))).toEqual(['BR-FR-10 billing_profile.registration_number']);
    const toConsumer = sellerWith('RCS Paris');
    const buyer = { ...toConsumer.document.buyer, vatNumber: null };
    expect(rules({ ...toConsumer, document: { ...toConsumer.document, buyer } })).toEqual([]);
    expect(partyOf(toConsumer)[0]).toEqual({ scheme: null, value: 'RCS Paris' });
  });
});

describe('the price of usage in a sale between French businesses', () => {
  const french = sourceOf('french-facturx');
  const [line] = french.document.lines;
  /** Returns the prices in the e-invoice of a million units. All prices are in cents. */
  const pricesAt = (unitAmountDecimal: string, buyerCountryCode: string) => {
    if (line === undefined) throw new Error('The document has no line.');
    const amountCents = Math.round(Number(unitAmountDecimal) * 1_000_000);
    const lines = [{ ...line, type: 'usage' as const, quantity: '1000000', unitAmountDecimal, amountCents }];
    const tax = french.document.tax.map((each) => ({ ...each, taxableCents: amountCents, taxCents: amountCents / 5 }));
    const buyer = { ...french.document.buyer, countryCode: buyerCountryCode };
    return eInvoiceModel({ ...french, document: { ...french.document, lines, tax, buyer } }).lines.map(({ price }) => price);
  };

  it('is stated for all units together if the price of one unit in euros has more than six decimals (BR-FR-DEC-03)', () => {
    expect(pricesAt('0.0012', 'FR')).toEqual([{ amountDecimal: '0.0012', baseQuantity: '1' }]);
    expect(pricesAt('0.001235', 'FR')).toEqual([{ amountDecimal: '1235', baseQuantity: '1000000' }]);
    expect(pricesAt('0.001235', 'BE')).toEqual([{ amountDecimal: '0.001235', baseQuantity: '1' }]);
  });
});

describe('a sale between French businesses at a rate that France does not have', () => {
  const french = sourceOf('french-facturx');
  const at = (rateBasisPoints: number): EInvoiceSource => {
    const taxCentsOf = (taxableCents: number): number => Math.round((taxableCents * rateBasisPoints) / 10_000);
    const tax = french.document.tax.map((each) => ({ ...each, rateBasisPoints, taxCents: taxCentsOf(each.taxableCents) }));
    return {
      ...french,
      document: { ...french.document, tax, lines: french.document.lines.map((line) => ({ ...line, taxRateBasisPoints: rateBasisPoints })) },
    };
  };

  it('has no e-invoice (BR-FR-16)', () => {
    expect([2000, 550, 210, 2550, 1900].map((rate) => rulesOf(at(rate), 'ubl').join())).toEqual([
      '',
      '',
      '',
      'BR-FR-16 tax',
      'BR-FR-16 tax',
    ]);
    expect(
      rulesOf({ ...at(1900), document: { ...at(1900).document, buyer: { ...french.document.buyer, countryCode: 'BE' } } }, 'ubl'),
    ).toEqual([]);
  });
});

describe('the VAT number of a seller', () => {
  it('must have a country prefix, also outside the EU (BR-CO-09)', () => {
    const rules = (vatId: string) => rulesOf(withSeller(DUTCH, { vatId }), 'ubl');
    expect([rules('GB123456789'), rules('EL123456789'), rules('CHE123456789MWST'), rules('123456789')]).toEqual([
      [],
      [],
      [],
      ['BR-CO-09 billing_profile.vat_id'],
    ]);
  });
});

describe('a German public buyer', () => {
  it('without an electronic address is addressed by its Leitweg-ID, but never by a buyer reference of another kind', () => {
    const source = { ...PUBLIC, buyer: { ...PUBLIC.buyer, electronicAddress: null } };
    expect(eInvoiceModel(source).buyer.electronicAddress).toEqual({ scheme: '0204', value: '991-01234-44' });
    expect(rulesOf(source, 'xrechnung_ubl')).toEqual([]);
    const withoutLeitwegId = { ...source, buyer: { ...source.buyer, buyerReference: 'PO-4711' } };
    expect(eInvoiceModel(withoutLeitwegId).buyer.electronicAddress).toBeNull();
  });
});

describe('the tax of a partial credit', () => {
  const credit = sourceOf('credit-note-two-rates');
  const creditWith = (currency: string, taxableCents: number, taxCents: number, rateBasisPoints = 700): EInvoiceSource => ({
    ...credit,
    document: {
      ...credit.document,
      currency,
      lines: credit.document.lines
        .slice(0, 1)
        .map((line) => ({ ...line, amountCents: taxableCents + taxCents, taxRateBasisPoints: rateBasisPoints })),
      tax: [{ rateBasisPoints, displayName: null, taxableCents, taxCents }],
    },
  });

  it('can be a unit off after rounding; BR-S-09 forbids such a difference in currencies without decimals', () => {
    expect(rulesOf(creditWith('JPY', 14, 2), 'ubl')).toEqual(['BR-S-09 tax']);
    expect([rulesOf(creditWith('JPY', 14, 1), 'ubl'), rulesOf(creditWith('EUR', 14, 2), 'ubl')]).toEqual([[], []]);
  });

  it('is the only tax that can be a unit off: the tax of an invoice never violates BR-S-09', () => {
    for (let amount = 1; amount < 400; amount += 1) {
      const line = { taxRateBasisPoints: 2550, netOfDiscountCents: amount };
      const [tax] = taxSums([line], { behavior: 'inclusive', rate: { rateBasisPoints: 2550, displayName: null }, reverseCharge: false });
      expect(tax && rulesOf(creditWith('JPY', tax.taxableCents, tax.taxCents, 2550), 'ubl')).toEqual([]);
    }
  });

  it('makes untaxed lines exempt (E), since category O (outside the scope of tax) excludes other categories (BR-O-11)', () => {
    const source: EInvoiceSource = {
      ...credit,
      seller: { ...credit.seller, exemption: { category: 'O', code: null, reason: 'Outside the scope' } },
      document: {
        ...credit.document,
        taxBehavior: 'exclusive',
        lines: credit.document.lines.slice(0, 1).map((line) => ({ ...line, amountCents: 100, taxRateBasisPoints: 0 })),
        tax: [
          { rateBasisPoints: 0, displayName: null, taxableCents: 100, taxCents: 0 },
          { rateBasisPoints: 1900, displayName: null, taxableCents: 0, taxCents: 1 },
        ],
      },
    };
    expect(eInvoiceModel(source).taxes.map(({ category }) => category)).toEqual(['E', 'S']);
  });
});
