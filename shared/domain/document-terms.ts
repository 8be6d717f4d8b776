import { isExcludedTerritory } from './tax/areas.ts';
import { type RateAndTerms, type TaxTerms, treatmentIn } from './tax/terms.ts';

/** The fields of an invoice or credit note that imply the tax terms of its amounts. */
interface TaxedDocument {
  readonly reverseCharge: boolean;
  readonly tax: readonly unknown[];
  readonly taxCountryCode?: string;
  readonly buyer: {
    readonly countryCode: string | null;
    readonly address: { readonly postalCode: string | null } | null;
    readonly vatNumber: string | null;
  };
}

/** The tax terms of an amount of a document. The buyer's postal code counts only if the tax is that of the buyer's country. */
export const taxTermsIn = (document: TaxedDocument, amount: RateAndTerms): TaxTerms => {
  if (amount.taxTerms !== undefined) return amount.taxTerms;
  const { buyer, taxCountryCode } = document;
  const countryCode = taxCountryCode ?? buyer.countryCode;
  const postalCode = countryCode === buyer.countryCode ? (buyer.address?.postalCode ?? null) : null;
  const treatment = treatmentIn(document, amount);
  return {
    countryCode,
    treatment,
    ...(isExcludedTerritory({ countryCode, postalCode }) ? { outsideVatArea: true as const } : {}),
    ...(treatment === 'reverse_charge' && buyer.vatNumber !== null ? { vatNumber: buyer.vatNumber } : {}),
  };
};
