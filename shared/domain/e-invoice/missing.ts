import { BASIS_POINTS, decimalsOf, proportionOf } from '../amounts/money.ts';
import { COUNTRY_CODES } from '../countries.ts';
import { categoryOf, taxedAmountsOf } from './categories.ts';
import { isBetweenFrenchBusinesses, isFrenchRate } from './french.ts';
import { isIban } from './iban.ts';
import { modelBuyer, modelSeller } from './parties.ts';
import { PEPPOL_REQUIREMENTS } from './peppol.ts';
import { isBlank, type Requirement, type RequirementFacts } from './requirement.ts';
import { type EInvoiceFacts, type EInvoiceFormat, isSettled, type MissingField } from './types.ts';

const isBetweenGermanParties = ({ seller, buyer }: RequirementFacts): boolean =>
  seller.address.countryCode === 'DE' && buyer.address.countryCode === 'DE';
const hasCategory = ({ categories }: RequirementFacts, category: string): boolean => categories.includes(category);

/** Prefixes of VAT numbers: country codes, `EL` for Greece and `XI` for Northern Ireland. */
const VAT_PREFIXES: ReadonlySet<string> = new Set([...COUNTRY_CODES, 'EL', 'XI']);

const MINIMUM_PHONE_DIGITS = 3;
const EMAIL = /^[^@\s]+@([^@.\s]+\.)+[^@.\s]+$/;

/** Checks only open documents, since a settled document does not show the IBAN. */
const hasWrongIban = ({ document, seller: { iban } }: EInvoiceFacts): boolean => !isSettled(document) && iban !== null && !isIban(iban);

/**
 * True if the VAT number of the seller does not start with a country code. This is possible for a registration outside the EU, where the
 * number is not checked when it is entered.
 */
const hasWrongVatPrefix = ({ seller: { vatId } }: RequirementFacts): boolean => vatId !== null && !VAT_PREFIXES.has(vatId.slice(0, 2));

/**
 * True if a tax differs by one main unit of the currency (1.00 EUR, 1 JPY) or more from the taxable amount times the rate. Both
 * are compared in hundredths of the main unit. The tax of a partial credit is the difference of two rounded amounts, so it can be off by
 * more than one yen.
 */
const hasTaxOffRate = ({ source: { document } }: RequirementFacts): boolean => {
  const scale = 10 ** (2 - decimalsOf(document.currency));
  return document.tax.some(({ rateBasisPoints, taxableCents, taxCents }) => {
    const computed = proportionOf(Math.abs(taxableCents) * scale, rateBasisPoints, BASIS_POINTS);
    return Math.abs(Math.abs(taxCents) * scale - computed) >= 100;
  });
};

/** Rules of all formats: those of EN 16931, and the check digits of the IBAN. */
const COMMON: readonly Requirement[] = [
  {
    field: 'customer.name',
    rule: 'BR-07',
    message: 'Add the name of the customer.',
    lacks: ({ buyer }) => isBlank(buyer.name),
  },
  {
    field: 'billing_profile.country_code',
    rule: 'BR-09',
    message: 'Add the country of your account.',
    lacks: ({ seller }) => isBlank(seller.address.countryCode),
  },
  {
    field: 'customer.country_code',
    rule: 'BR-11',
    message: 'Add the country of the customer.',
    lacks: ({ buyer }) => isBlank(buyer.address.countryCode),
  },
  {
    field: 'billing_profile.e_invoicing.exemption',
    rule: 'BR-E-10',
    message: 'No tax is charged: add a tax rate for the country of the customer, or declare why your sales are exempt.',
    lacks: ({ categories }) => categories.includes(null),
  },
  {
    field: 'billing_profile.vat_id',
    rule: 'BR-S-02',
    message: 'Add your VAT number, because the document charges VAT.',
    lacks: (facts) => hasCategory(facts, 'S') && isBlank(facts.seller.vatId),
  },
  {
    field: 'billing_profile.vat_id',
    rule: 'BR-Z-02',
    message: 'Add your VAT number, because the document has a zero rate of VAT.',
    lacks: (facts) => hasCategory(facts, 'Z') && isBlank(facts.seller.vatId),
  },
  {
    field: 'billing_profile.vat_id',
    rule: 'BR-E-02',
    message: 'Add your VAT number, or declare that your sales are outside the scope of VAT.',
    lacks: (facts) => hasCategory(facts, 'E') && isBlank(facts.seller.vatId),
  },
  {
    field: 'billing_profile.registration_number',
    rule: 'BR-CO-26',
    message: 'Add your registration number, because the document shows no VAT number.',
    lacks: ({ seller }) => isBlank(seller.vatId) && seller.legalId === null,
  },
  {
    field: 'customer.vat_number',
    rule: 'BR-AE-02',
    message: 'Add the VAT number of the customer, who owes the tax.',
    lacks: (facts) => hasCategory(facts, 'AE') && isBlank(facts.buyer.vatId),
  },
  {
    field: 'billing_profile.e_invoicing.iban',
    rule: 'BR-DE-19',
    message: 'Correct the IBAN: its check digits are wrong.',
    lacks: ({ source }) => hasWrongIban(source),
  },
  {
    field: 'billing_profile.vat_id',
    rule: 'BR-CO-09',
    message: 'Start the VAT number of your registration with the code of its country, such as GB.',
    lacks: hasWrongVatPrefix,
  },
  {
    field: 'tax',
    rule: 'BR-S-09',
    message: 'No file is possible: the rounded tax of this partial credit differs from the exact tax by one unit of its currency or more.',
    lacks: hasTaxOffRate,
  },
];

/** The national rules for sales between French businesses. */
const FRENCH: readonly Requirement[] = [
  {
    field: 'billing_profile.registration_number',
    rule: 'BR-FR-10',
    message: 'Add your SIREN or SIRET as the registration number of your account.',
    lacks: ({ source, seller }) => isBetweenFrenchBusinesses(source) && seller.legalId?.scheme !== '0002',
  },
  {
    field: 'tax',
    rule: 'BR-FR-CO-12',
    message: 'No file is possible: between French businesses an invoice must also state the tax in euro, and no exchange rate is known.',
    lacks: ({ source }) =>
      isBetweenFrenchBusinesses(source) && source.document.currency !== 'EUR' && source.accountingTax?.currency !== 'EUR',
  },
  {
    field: 'tax',
    rule: 'BR-FR-16',
    message: 'No file is possible: the tax rate is none of the French VAT rates.',
    lacks: ({ source }) =>
      isBetweenFrenchBusinesses(source) && source.document.tax.some(({ rateBasisPoints }) => !isFrenchRate(rateBasisPoints)),
  },
];

/** The national rules for Germany: BR-DE-* of XRechnung, DE-R-* of Peppol. */
const GERMAN: readonly Requirement[] = [
  {
    field: 'billing_profile.address.city',
    rule: 'BR-DE-3',
    message: 'Add the city to the address of your account.',
    lacks: ({ seller }) => isBlank(seller.address.city),
  },
  {
    field: 'billing_profile.address.postal_code',
    rule: 'BR-DE-4',
    message: 'Add the postal code to the address of your account.',
    lacks: ({ seller }) => isBlank(seller.address.postalCode),
  },
  {
    field: 'billing_profile.e_invoicing.contact.name',
    rule: 'BR-DE-5',
    message: 'Add the name of a contact for questions about invoices.',
    lacks: ({ seller }) => isBlank(seller.contact.name),
  },
  {
    field: 'billing_profile.e_invoicing.contact.phone',
    rule: 'BR-DE-27',
    message: 'Add a phone number of at least three digits for questions about invoices.',
    lacks: ({ seller }) => (seller.contact.phone ?? '').replaceAll(/\D/g, '').length < MINIMUM_PHONE_DIGITS,
  },
  {
    field: 'billing_profile.e_invoicing.contact.email',
    rule: 'BR-DE-28',
    message: 'Add an email address for questions about invoices.',
    lacks: ({ seller }) => !EMAIL.test(seller.contact.email ?? ''),
  },
  {
    field: 'customer.address.city',
    rule: 'BR-DE-8',
    message: 'Add the city to the address of the customer.',
    lacks: ({ buyer }) => isBlank(buyer.address.city),
  },
  {
    field: 'customer.address.postal_code',
    rule: 'BR-DE-9',
    message: 'Add the postal code to the address of the customer.',
    lacks: ({ buyer }) => isBlank(buyer.address.postalCode),
  },
  {
    field: 'customer.e_invoicing.buyer_reference',
    rule: 'BR-DE-15',
    message: 'Add the buyer reference: the Leitweg-ID of a public buyer, or the reference that the customer asks for.',
    lacks: ({ source }) => isBlank(source.buyer.buyerReference),
  },
];

/** Electronic addresses of both parties: required by Peppol, and by XRechnung since version 3.0. */
const ADDRESSES: readonly Requirement[] = [
  {
    field: 'billing_profile.e_invoicing.electronic_address',
    rule: 'PEPPOL-EN16931-R020',
    message: 'Add your electronic address: your identifier in the network, with its scheme.',
    lacks: ({ seller }) => isBlank(seller.electronicAddress?.value),
  },
  {
    field: 'customer.e_invoicing.electronic_address',
    rule: 'PEPPOL-EN16931-R010',
    message: 'Add the electronic address of the customer: the identifier in the network, with its scheme.',
    lacks: ({ buyer }) => isBlank(buyer.electronicAddress?.value),
  },
];

/** The German rules as Peppol has them: only between German parties, and `BR-DE-5` is `DE-R-005`. */
const NATIONAL_IN_PEPPOL = GERMAN.map(
  (requirement): Requirement => ({
    ...requirement,
    rule: requirement.rule.replace(/^BR-DE-(\d+)$/, (_rule, number: string) => `DE-R-${number.padStart(3, '0')}`),
    lacks: (facts) => isBetweenGermanParties(facts) && requirement.lacks(facts),
  }),
);

const EVERYWHERE = [...COMMON, ...FRENCH];
const XRECHNUNG = [...EVERYWHERE, ...GERMAN, ...ADDRESSES];

const REQUIREMENTS: Readonly<Record<EInvoiceFormat, readonly Requirement[]>> = {
  ubl: EVERYWHERE,
  cii: EVERYWHERE,
  facturx: EVERYWHERE,
  xrechnung_ubl: XRECHNUNG,
  xrechnung_cii: XRECHNUNG,
  peppol: [...EVERYWHERE, ...ADDRESSES, ...PEPPOL_REQUIREMENTS, ...NATIONAL_IN_PEPPOL],
};

const checkedFactsOf = (source: EInvoiceFacts): RequirementFacts => {
  const categories = [...new Set(taxedAmountsOf(source.document).map((amount) => categoryOf(source, amount)))];
  const options = { showsVatIds: !categories.includes('O') };
  return { source, categories, seller: modelSeller(source, options), buyer: modelBuyer(source, options) };
};

/** What the format needs and the document lacks, each field once; empty if the file can be written. Never throws. */
export const missingFields = (source: EInvoiceFacts, format: EInvoiceFormat): readonly MissingField[] => {
  const facts = checkedFactsOf(source);
  const lacking = REQUIREMENTS[format].filter(({ lacks }) => lacks(facts));
  return lacking
    .filter(({ field }, index) => lacking.findIndex((other) => other.field === field) === index)
    .map(({ field, rule, message }): MissingField => ({ field, rule, message }));
};
