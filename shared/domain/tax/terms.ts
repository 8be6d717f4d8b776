import { isDeepEqual } from '../same.ts';

/**
 * Which tax rate applied to an amount. `rate`: a tax rate of the account, or a rate above 0 from the table `rates.json`.
 * `zero_rated`: a rate of 0 from that table. `no_rate`: no rate applied, so the sale is exempt, outside the scope, or an export.
 */
export type RateTreatment = 'rate' | 'zero_rated' | 'reverse_charge' | 'no_rate';

/** What decides how an amount is reported, in addition to its rate. Credit for unused time keeps the terms of its charge. */
export interface TaxTerms {
  /** Country whose VAT is charged or would be due; `null`: unknown. */
  readonly countryCode: string | null;
  readonly treatment: RateTreatment;
  /** Set for a territory of a member state that is outside the VAT area of the EU, such as the Canary Islands. */
  readonly outsideVatArea?: true;
  /** Under reverse charge, the buyer's VAT number. Absent: the number on the document applies, also to terms of earlier releases. */
  readonly vatNumber?: string;
}

/** A tax rate with its terms. If `taxTerms` is absent, the document implies the terms (`termsIn`). */
export interface RateAndTerms {
  readonly rateBasisPoints: number;
  readonly taxTerms?: TaxTerms | undefined;
}

/** The tax of a line of an invoice or credit note. */
export const taxOfLine = (line: { readonly taxRateBasisPoints: number; readonly taxTerms?: TaxTerms | undefined }): RateAndTerms => ({
  rateBasisPoints: line.taxRateBasisPoints,
  taxTerms: line.taxTerms,
});

/** Amounts of a document are taxed as one sum if their keys are equal. */
export const taxKey = ({ rateBasisPoints, taxTerms }: RateAndTerms): string =>
  taxTerms === undefined
    ? String(rateBasisPoints)
    : [
        rateBasisPoints,
        taxTerms.countryCode,
        taxTerms.treatment,
        ...(taxTerms.outsideVatArea ? ['outside'] : []),
        ...(taxTerms.vatNumber === undefined ? [] : [taxTerms.vatNumber]),
      ].join('#');

/** True if the terms are equal. If `terms` has no VAT number, any VAT number of `other` is accepted. */
export const isSameTerms = (terms: TaxTerms, other: TaxTerms): boolean => {
  const { vatNumber: otherNumber, ...otherRest } = other;
  const { vatNumber = otherNumber, ...rest } = terms;
  return vatNumber === otherNumber && isDeepEqual(rest, otherRest);
};

/** The treatment of an amount without terms. */
export const impliedTreatment = (rateBasisPoints: number, reverseCharge: boolean): RateTreatment => {
  if (rateBasisPoints > 0) return 'rate';
  return reverseCharge ? 'reverse_charge' : 'no_rate';
};

/** What decides the implied terms of an amount of a document. */
interface TaxedDocument {
  readonly reverseCharge: boolean;
  readonly tax: readonly unknown[];
}

/**
 * The treatment of an amount of a document. Documents of earlier releases have no terms. A single tax sum at the rate 0 on them means that
 * a rate of 0 applied, because a document without a rate had no tax sum.
 */
export const treatmentIn = ({ reverseCharge, tax }: TaxedDocument, { rateBasisPoints, taxTerms }: RateAndTerms): RateTreatment => {
  if (taxTerms !== undefined) return taxTerms.treatment;
  const implied = impliedTreatment(rateBasisPoints, reverseCharge);
  return implied === 'no_rate' && tax.length === 1 ? 'rate' : implied;
};
