import type { ModelParty } from './model.ts';
import { isBlank, type Requirement, type RequirementFacts } from './requirement.ts';

const isDutch = ({ seller }: RequirementFacts): boolean => seller.address.countryCode === 'NL';
const isWithinNetherlands = (facts: RequirementFacts): boolean => isDutch(facts) && facts.buyer.address.countryCode === 'NL';
const hasIncompleteAddress = ({ address }: ModelParty): boolean => [address.line1, address.city, address.postalCode].some(isBlank);

/** The only rates that Peppol accepts from Swedish sellers, in basis points: 0 and the Swedish VAT rates. */
const SWEDISH_RATES: readonly number[] = [0, 600, 1200, 2500];
const hasNonSwedishRate = ({ source, seller }: RequirementFacts): boolean =>
  seller.address.countryCode === 'SE' &&
  source.document.lines.some(({ taxRateBasisPoints }) => !SWEDISH_RATES.includes(taxRateBasisPoints));

/**
 * For each country whose sellers cannot use Peppol, a national rule that their invoices violate. `GR` requires invoice numbers with six
 * segments. `IS` requires a number from a register that `REGISTERS` does not contain.
 */
const UNSUPPORTED: Readonly<Record<string, string>> = { GR: 'GR-R-001-1', IS: 'IS-R-002' };

const unsupported = Object.entries(UNSUPPORTED).map(
  ([countryCode, rule]): Requirement => ({
    field: 'customer.e_invoicing.format',
    rule,
    message: 'Select another format: the national rules of Peppol for sellers in your country are not supported.',
    lacks: ({ seller }) => seller.address.countryCode === countryCode,
  }),
);

/** Rules of Peppol, and its national rules for the seller's country. */
export const PEPPOL_REQUIREMENTS: readonly Requirement[] = [
  {
    field: 'customer.e_invoicing.buyer_reference',
    rule: 'PEPPOL-EN16931-R003',
    message: 'Add the buyer reference or the purchase order reference of the customer.',
    lacks: ({ source: { buyer } }) => isBlank(buyer.buyerReference) && isBlank(buyer.purchaseOrderReference),
  },
  {
    field: 'billing_profile.address',
    rule: 'NL-R-002',
    message: 'Add street, city and postal code to the address of your account.',
    lacks: (facts) => isDutch(facts) && hasIncompleteAddress(facts.seller),
  },
  {
    field: 'billing_profile.registration_number',
    rule: 'NL-R-003',
    message: 'Add the KVK number of your account.',
    lacks: (facts) => isWithinNetherlands(facts) && facts.seller.legalId?.scheme !== '0106',
  },
  {
    field: 'customer.address',
    rule: 'NL-R-004',
    message: 'Add street, city and postal code to the address of the customer.',
    lacks: (facts) => isWithinNetherlands(facts) && hasIncompleteAddress(facts.buyer),
  },
  {
    field: 'billing_profile.address',
    rule: 'IT-R-002',
    message: 'Add street, city and postal code to the address of your account.',
    lacks: ({ seller }) => seller.address.countryCode === 'IT' && hasIncompleteAddress(seller),
  },
  {
    field: 'billing_profile.registration_number',
    rule: 'DK-R-002',
    message: 'Add the CVR number of your account.',
    lacks: ({ seller }) => seller.address.countryCode === 'DK' && seller.legalId?.scheme !== '0184',
  },
  {
    field: 'tax_rates',
    rule: 'SE-R-006',
    message: 'Use a Swedish tax rate of 6, 12 or 25 %, or send the invoice in another format.',
    lacks: hasNonSwedishRate,
  },
  {
    field: 'billing_profile.registration_number',
    rule: 'SE-R-013',
    message: 'Correct the organisation number of your account: it has 10 digits, and the last one is a check digit.',
    lacks: ({ seller }) => seller.address.countryCode === 'SE' && seller.legalId !== null && seller.legalId.scheme !== '0007',
  },
  ...unsupported,
];
