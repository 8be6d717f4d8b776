import { sum } from './amounts/money.ts';
import { groupsBy } from './groups.ts';
import { isExcludedTerritory } from './tax/areas.ts';
import type { TaxSum } from './tax/tax.ts';
import { type RateAndTerms, type TaxTerms, taxKey, taxOfLine, treatmentIn } from './tax/terms.ts';

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

/** The part of a document with one rate and tax terms, in cents. */
type DocumentSum = RateAndTerms & Pick<TaxSum, 'taxableCents' | 'taxCents'>;

interface SummedDocument {
  readonly lines: readonly {
    readonly amountCents: number;
    readonly discountCents: number;
    readonly taxRateBasisPoints: number;
    readonly taxTerms?: TaxTerms;
  }[];
  readonly tax: readonly DocumentSum[];
}

/** The sums of a document by tax rate and terms. A document that charges no tax may have no tax sums: its lines are added up. */
export const sumsByTax = ({ lines, tax }: SummedDocument): readonly DocumentSum[] =>
  tax.length > 0
    ? tax
    : [...groupsBy(lines, (line) => taxKey(taxOfLine(line))).values()].map((group) => ({
        ...taxOfLine(group[0]),
        taxableCents: sum(group.map(({ amountCents, discountCents }) => amountCents - discountCents)),
        taxCents: 0,
      }));
