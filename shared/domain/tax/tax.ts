import { formatUnitAmount, parseUnitAmount } from '../amounts/decimal.ts';
import { BASIS_POINTS, divideRounded, proportionOf, sum } from '../amounts/money.ts';
import { groupsBy } from '../groups.ts';
import { isDeepEqual } from '../same.ts';
import { impliedTreatment, isSameTerms, type RateAndTerms, type RateTreatment, type TaxTerms, taxKey, taxOfLine } from './terms.ts';

/** `inclusive`: prices contain the tax. `exclusive`: the tax is added to the price. */
export type TaxBehavior = 'inclusive' | 'exclusive';

/** A tax rate as it was when the charge was made. */
export interface AppliedRate {
  readonly rateBasisPoints: number;
  readonly displayName: string | null;
  /** Country whose tax it is. Set if it is not the buyer's country, or if the buyer's country is unknown. */
  readonly countryCode?: string;
  /** True for a rate of 0 of the table (`rates.json`): the sale is zero-rated. */
  readonly zeroRated?: true;
}

/** Tax of one charge. Stored with the charge, so that later changes of rates or addresses do not affect it. */
export interface TaxTreatment {
  readonly behavior: TaxBehavior;
  /** `null`: no rate for the customer's country, so no tax. */
  readonly rate: AppliedRate | null;
  /** True when the buyer owes the tax: the rate is not applied, and inclusive amounts are reduced by the tax. */
  readonly reverseCharge: boolean;
  /**
   * Set for a sale to another member state with the VAT of the buyer's country: in the tax mode `eu_oss` (One Stop Shop), and in `eu_home`
   * if the account has a tax rate for that country.
   */
  readonly oss?: true;
  /** The seller's VAT number in the buyer's country, shown instead of its VAT id. */
  readonly sellerVatNumber?: string;
  /** Under reverse charge, the buyer's VAT number. Absent on charges of earlier releases. */
  readonly buyerVatNumber?: string;
  /** Country whose VAT is charged or would be due; `null`: unknown. Absent on charges of earlier releases. */
  readonly countryCode?: string | null;
  /** Set if `countryCode` is a member state, but the buyer is in a territory of it that is outside the VAT area of the EU. */
  readonly outsideVatArea?: true;
}

export const NO_TAX: TaxTreatment = { behavior: 'inclusive', rate: null, reverseCharge: false };

const EU_COUNTRIES: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/** True for a member state of the EU. False for an unknown country (`null`). */
export const isInEu = (countryCode: string | null): boolean => countryCode !== null && EU_COUNTRIES.has(countryCode);

export interface TaxedParties {
  readonly sellerCountryCode: string | null;
  /** True when the seller has a VAT number, which a reverse-charge invoice must show. */
  readonly sellerRegistered: boolean;
  readonly buyerCountryCode: string | null;
  /** Country of the buyer's verified VAT number; `null`: none. */
  readonly buyerVatCountryCode: string | null;
  readonly behavior: TaxBehavior;
  /** The active rate of the buyer's country; `null`: none. */
  readonly rate: AppliedRate | null;
}

/**
 * Decides the tax of a charge. Reverse charge applies if the seller is in the EU and has a VAT number, and the buyer is in another EU
 * country (or in Northern Ireland) and has a verified VAT number of that country.
 */
export const taxTreatmentOf = (parties: TaxedParties): TaxTreatment => {
  const { sellerCountryCode: sellerCountry, buyerCountryCode: buyerCountry, buyerVatCountryCode } = parties;
  const hasVatNumber = buyerCountry !== null && buyerCountry === buyerVatCountryCode;
  const isCrossBorder = isInEu(sellerCountry) && sellerCountry !== buyerCountry;
  return {
    behavior: parties.behavior,
    rate: parties.rate,
    reverseCharge: parties.sellerRegistered && hasVatNumber && isCrossBorder,
  };
};

/** Tax rate of the lines in basis points: 0 if there is no rate, and under reverse charge. */
export const chargedBasisPoints = (tax: TaxTreatment): number => (tax.reverseCharge ? 0 : (tax.rate?.rateBasisPoints ?? 0));

/** The terms of amounts that are charged with this tax; `undefined`: a charge of an earlier release, whose country is not stored. */
export const chargedTerms = (tax: TaxTreatment): TaxTerms | undefined => {
  const { countryCode, rate, reverseCharge, outsideVatArea, buyerVatNumber } = tax;
  if (countryCode === undefined) return undefined;
  const termsOf = (treatment: RateTreatment): TaxTerms => ({ countryCode, treatment, ...(outsideVatArea ? { outsideVatArea } : {}) });
  if (reverseCharge) return { ...termsOf('reverse_charge'), ...(buyerVatNumber === undefined ? {} : { vatNumber: buyerVatNumber }) };
  if (rate === null) return termsOf('no_rate');
  return termsOf(rate.zeroRated === true ? 'zero_rated' : 'rate');
};

/** The `taxTerms` to store with an amount; empty if it has none, or if the document's tax (`tax`) implies them. */
export const storedTerms = ({ rateBasisPoints, taxTerms }: RateAndTerms, tax: TaxTreatment): { readonly taxTerms?: TaxTerms } => {
  const charged = chargedTerms(tax);
  const implied = charged === undefined ? null : { ...charged, treatment: impliedTreatment(rateBasisPoints, tax.reverseCharge) };
  return taxTerms === undefined || (implied !== null && isSameTerms(taxTerms, implied)) ? {} : { taxTerms };
};

/** Ratio of a price to its invoiced amount, in basis points: above 10000 when reverse charge removes an inclusive tax. */
const invoicedBasisPoints = ({ reverseCharge, behavior, rate }: TaxTreatment): number =>
  reverseCharge && behavior === 'inclusive' ? BASIS_POINTS + (rate?.rateBasisPoints ?? 0) : BASIS_POINTS;

/** True when the invoiced amounts are lower than the prices: reverse charge removes the tax that the prices include. */
export const removesTax = (tax: TaxTreatment): boolean => invoicedBasisPoints(tax) !== BASIS_POINTS;

/** The invoiced amount of a price or fixed discount: under reverse charge, an inclusive amount is reduced by the tax, rounded once. */
export const invoicedAmountCents = (amountCents: number, tax: TaxTreatment): number =>
  proportionOf(amountCents, BASIS_POINTS, invoicedBasisPoints(tax));

/** The invoiced amount of one unit of usage, a decimal string with up to 12 decimals. */
export const invoicedUnitAmount = (unitAmountDecimal: string, tax: TaxTreatment): string => {
  const unit = parseUnitAmount(unitAmountDecimal) ?? 0n;
  return formatUnitAmount(divideRounded(unit * BigInt(BASIS_POINTS), BigInt(invoicedBasisPoints(tax))));
};

/** The tax of one rate on an invoice, for the lines with these terms. `taxableCents`: the taxed amount without the tax. */
export interface TaxSum {
  readonly rateBasisPoints: number;
  readonly displayName: string | null;
  readonly taxableCents: number;
  readonly taxCents: number;
  /** The `taxTerms` of the lines. */
  readonly taxTerms?: TaxTerms;
}

/** The amount including tax: exclusive tax is added, an inclusive amount is returned as it is. */
export const grossCents = (amountCents: number, basisPoints: number, behavior: TaxBehavior): number =>
  behavior === 'exclusive' ? amountCents + taxOnSum(amountCents, basisPoints, behavior) : amountCents;

/** The amount before exclusive tax: the inverse of `grossCents`. */
export const withoutExclusiveTaxCents = (gross: number, basisPoints: number, behavior: TaxBehavior): number =>
  behavior === 'exclusive' ? proportionOf(gross, BASIS_POINTS, BASIS_POINTS + basisPoints) : gross;

/** Tax of a sum at a rate, rounded once: the contained tax if inclusive, the added tax if exclusive. */
const taxOnSum = (amountCents: number, basisPoints: number, behavior: TaxBehavior): number =>
  behavior === 'inclusive'
    ? proportionOf(amountCents, basisPoints, BASIS_POINTS + basisPoints)
    : proportionOf(amountCents, basisPoints, BASIS_POINTS);

/**
 * Name of a rate on the invoice; `null`: it has no name, or is not the current rate (a credit line can have the rate of an earlier charge).
 */
const nameOfRate = ({ rateBasisPoints, taxTerms }: RateAndTerms, tax: TaxTreatment): string | null => {
  const treatment = taxTerms?.treatment ?? impliedTreatment(rateBasisPoints, tax.reverseCharge);
  if (treatment === 'reverse_charge') return 'Reverse charge';
  const isCurrent = taxTerms === undefined || isDeepEqual(taxTerms, chargedTerms(tax));
  return isCurrent && tax.rate?.rateBasisPoints === rateBasisPoints ? tax.rate.displayName : null;
};

/** True for an amount to which neither a rate nor reverse charge applied. */
const isUntaxed = ({ rateBasisPoints, taxTerms }: RateAndTerms, { rate, reverseCharge }: TaxTreatment): boolean =>
  rateBasisPoints === 0 && (taxTerms === undefined ? rate === null && !reverseCharge : taxTerms.treatment === 'no_rate');

/** A line of which `taxSums` computes the tax. */
export interface TaxableLine {
  readonly taxRateBasisPoints: number;
  readonly taxTerms?: TaxTerms | undefined;
  readonly netOfDiscountCents: number;
}

/**
 * Computes the tax of each rate from the sum of its lines after discount; lines with different terms are not summed. Empty if neither a
 * rate nor reverse charge applies to any line.
 */
export const taxSums = (lines: readonly TaxableLine[], tax: TaxTreatment): readonly TaxSum[] => {
  if (lines.every((line) => isUntaxed(taxOfLine(line), tax))) return [];
  const groups = groupsBy(lines, (line) => taxKey(taxOfLine(line)));
  return [...groups.values()].map((group) => {
    const { taxRateBasisPoints: rateBasisPoints, taxTerms } = group[0];
    const amountCents = sum(group.map((line) => line.netOfDiscountCents));
    const taxCents = taxOnSum(amountCents, rateBasisPoints, tax.behavior);
    return {
      rateBasisPoints,
      displayName: nameOfRate({ rateBasisPoints, taxTerms }, tax),
      taxableCents: tax.behavior === 'inclusive' ? amountCents - taxCents : amountCents,
      taxCents,
      ...(taxTerms === undefined ? {} : { taxTerms }),
    };
  });
};
