import { formatUnitAmount, parseUnitAmount } from './decimal.ts';
import { BASIS_POINTS, divideRounded, proportionOf, sum } from './money.ts';

/** Whether prices contain the tax or it comes on top. */
export type TaxBehavior = 'inclusive' | 'exclusive';

/** A rate as it stood when the treatment was decided. */
export interface AppliedRate {
  readonly rateBasisPoints: number;
  readonly displayName: string | null;
}

/** How one charge is taxed; frozen with it, so that later changes of rates or addresses do not reach it. */
export interface TaxTreatment {
  readonly behavior: TaxBehavior;
  /** `null`: no rate for the customer's country, nothing is taxed. */
  readonly rate: AppliedRate | null;
  /** The buyer owes the tax: the rate is not applied, and an inclusive amount is reduced by what it contained. */
  readonly reverseCharge: boolean;
}

export const NO_TAX: TaxTreatment = { behavior: 'inclusive', rate: null, reverseCharge: false };

const EU_COUNTRIES: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

export interface TaxedParties {
  readonly sellerCountryCode: string | null;
  /** The seller has a VAT number, which a reverse-charge invoice must show. */
  readonly sellerRegistered: boolean;
  readonly buyerCountryCode: string | null;
  /** The country that the buyer's VAT number is of, where the number was found valid; `null`: no such number. */
  readonly buyerVatCountryCode: string | null;
  readonly behavior: TaxBehavior;
  /** The active rate of the buyer's country, if there is one. */
  readonly rate: AppliedRate | null;
}

/**
 * Reverse charge: a seller in the EU with a VAT number, and a buyer in another of its states (or Northern Ireland) with a valid VAT id of
 * the very country that the buyer is billed in. An id of another country, the seller's among them, does not do.
 */
export const taxTreatmentOf = (parties: TaxedParties): TaxTreatment => {
  const { sellerCountryCode: seller, buyerCountryCode: buyer, buyerVatCountryCode } = parties;
  const registeredThere = buyer !== null && buyer === buyerVatCountryCode;
  const acrossTheEu = seller !== null && EU_COUNTRIES.has(seller) && seller !== buyer;
  return { behavior: parties.behavior, rate: parties.rate, reverseCharge: parties.sellerRegistered && registeredThere && acrossTheEu };
};

/** The rate that lines are charged at: 0 without a rate and under reverse charge. */
export const chargedBasisPoints = (tax: TaxTreatment): number => (tax.reverseCharge ? 0 : (tax.rate?.rateBasisPoints ?? 0));

/** Basis points of the invoiced amount that a price amounts to: more than the whole where reverse charge takes an inclusive tax out. */
const invoicedBasisPoints = ({ reverseCharge, behavior, rate }: TaxTreatment): number =>
  reverseCharge && behavior === 'inclusive' ? BASIS_POINTS + (rate?.rateBasisPoints ?? 0) : BASIS_POINTS;

/** An amount of a price or fixed discount as invoiced: under reverse charge an inclusive one without the tax it contained, rounded once. */
export const invoicedAmountCents = (amountCents: number, tax: TaxTreatment): number =>
  proportionOf(amountCents, BASIS_POINTS, invoicedBasisPoints(tax));

/** The same of the amount of one unit of usage, to its twelve decimals. */
export const invoicedUnitAmount = (unitAmountDecimal: string, tax: TaxTreatment): string => {
  const unit = parseUnitAmount(unitAmountDecimal) ?? 0n;
  return formatUnitAmount(divideRounded(unit * BigInt(BASIS_POINTS), BigInt(invoicedBasisPoints(tax))));
};

/** Tax of one rate over the whole invoice. `taxableCents` is always without the tax. */
export interface TaxSum {
  readonly rateBasisPoints: number;
  readonly displayName: string | null;
  readonly taxableCents: number;
  readonly taxCents: number;
}

/** An amount with its tax, when that comes on top; an inclusive one has it inside. */
export const grossCents = (amountCents: number, basisPoints: number, behavior: TaxBehavior): number =>
  behavior === 'exclusive' ? amountCents + taxOnSum(amountCents, basisPoints, behavior) : amountCents;

/** What is invoiced so that it comes to this with its tax: the inverse of `grossCents`. */
export const beforeTaxCents = (gross: number, basisPoints: number, behavior: TaxBehavior): number =>
  behavior === 'exclusive' ? proportionOf(gross, BASIS_POINTS, BASIS_POINTS + basisPoints) : gross;

/** Tax of a sum at a rate, rounded once: contained in it when inclusive, on top when exclusive. */
const taxOnSum = (amountCents: number, basisPoints: number, behavior: TaxBehavior): number =>
  behavior === 'inclusive'
    ? proportionOf(amountCents, basisPoints, BASIS_POINTS + basisPoints)
    : proportionOf(amountCents, basisPoints, BASIS_POINTS);

/** What a rate is called on the invoice; one that lines of a former charge were taxed with has no name there any more. */
const nameOfRate = (rateBasisPoints: number, tax: TaxTreatment): string | null => {
  if (tax.reverseCharge && rateBasisPoints === 0) return 'Reverse charge';
  return tax.rate?.rateBasisPoints === rateBasisPoints ? tax.rate.displayName : null;
};

/** Per rate: the lines (after discount) are summed first, then taxed. No rate and no reverse charge: nothing to show. */
export const taxSums = (
  lines: readonly { readonly taxRateBasisPoints: number; readonly netOfDiscountCents: number }[],
  tax: TaxTreatment,
): readonly TaxSum[] => {
  const rates = [...new Set(lines.map((line) => line.taxRateBasisPoints))];
  if (tax.rate === null && !tax.reverseCharge && rates.every((rate) => rate === 0)) return [];
  return rates.map((rateBasisPoints) => {
    const amountCents = sum(lines.filter((line) => line.taxRateBasisPoints === rateBasisPoints).map((line) => line.netOfDiscountCents));
    const taxCents = taxOnSum(amountCents, rateBasisPoints, tax.behavior);
    return {
      rateBasisPoints,
      displayName: nameOfRate(rateBasisPoints, tax),
      taxableCents: tax.behavior === 'inclusive' ? amountCents - taxCents : amountCents,
      taxCents,
    };
  });
};
