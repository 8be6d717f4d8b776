/* Computes invoice amounts independently of the production code. */

export interface CouponTerms {
  /** Hundredths of a percent, or `null` for a fixed amount. */
  readonly percentBasisPoints: number | null;
  readonly amountOffCents: number | null;
  readonly duration: 'once' | 'forever' | 'repeating';
  readonly months: number | null;
}

export interface TaxTerms {
  readonly taxBehavior: 'inclusive' | 'exclusive';
  readonly rateBasisPoints: number | null;
  readonly reverseCharge: boolean;
}

/** One tier of a graduated price. */
export interface TierTerms {
  /** The last unit of the tier; `null`: unlimited. */
  readonly upTo: number | null;
  readonly flatCents: number;
  /** Thousandths of a cent. */
  readonly unitMillicents: number;
}

/** A coupon and how much of it one charge may use. */
export interface CouponUse {
  readonly terms: CouponTerms;
  /** Maximum discount that is left, in cents; `null`: unlimited. */
  readonly leftCents: number | null;
}

/** An invoice line after its discount, before exclusive tax. */
export interface Line {
  readonly netCents: number;
  /** Tax rate, in basis points. */
  readonly rate: number;
  /** Discount, in cents; absent on a credit line. */
  readonly offCents?: number;
}

/** 100 % in basis points. */
const WHOLE = 10_000;
const MILLICENTS_PER_CENT = 1000;

/** Divides and rounds half away from zero. */
export const divideRounded = (numerator: number, denominator: number): number =>
  Math.sign(numerator) * Math.floor((2 * Math.abs(numerator) + denominator) / (2 * denominator));

/** The tax rate that is charged, in basis points: 0 under reverse charge. */
export const rateOf = ({ rateBasisPoints, reverseCharge }: TaxTerms): number => (reverseCharge ? 0 : (rateBasisPoints ?? 0));

/** The invoiced amount of a price: under reverse charge, the price less the tax that it includes. */
const invoiced = (cents: number, { taxBehavior, rateBasisPoints, reverseCharge }: TaxTerms): number =>
  reverseCharge && taxBehavior === 'inclusive' ? divideRounded(cents * WHOLE, WHOLE + (rateBasisPoints ?? 0)) : cents;

/** The discount on each amount: a percentage, or a fixed amount that is used up from the first line to the last. */
const discountsOf = (amounts: readonly number[], use: CouponUse | null, fixedCents: number): readonly number[] => {
  if (use === null) return amounts.map(() => 0);
  const { percentBasisPoints: percent } = use.terms;
  let leftCents = Math.min(percent === null ? fixedCents : Number.POSITIVE_INFINITY, use.leftCents ?? Number.POSITIVE_INFINITY);
  return amounts.map((cents) => {
    const discountCents = Math.min(leftCents, percent === null ? cents : divideRounded(cents * percent, WHOLE));
    leftCents -= discountCents;
    return discountCents;
  });
};

const discountedLines = (amounts: readonly number[], use: CouponUse | null, tax: TaxTerms): readonly Line[] => {
  const discounts = discountsOf(amounts, use, invoiced(use?.terms.amountOffCents ?? 0, tax));
  return amounts.map((cents, index) => ({ netCents: cents - (discounts[index] ?? 0), offCents: discounts[index] ?? 0, rate: rateOf(tax) }));
};

/** Builds the lines for amounts of a price. `use`: the coupon that applies to the period. */
export const linesOf = (amounts: readonly number[], use: CouponUse | null, tax: TaxTerms): readonly Line[] =>
  discountedLines(
    amounts.map((cents) => invoiced(cents, tax)),
    use,
    tax,
  );

/** Adds exclusive tax to an amount. */
export const addTax = (netCents: number, rate: number, { taxBehavior }: TaxTerms): number =>
  taxBehavior === 'inclusive' ? netCents : netCents + divideRounded(netCents * rate, WHOLE);

/** Unit prices are computed in trillionths of a cent. */
const TRILLIONTHS_PER_CENT = 10n ** 12n;

/** The cost of units, in cents. The unit price, without tax under reverse charge, is rounded to twelve decimals of a cent. */
const unitsCents = (units: number, unitMillicents: number, { taxBehavior, rateBasisPoints, reverseCharge }: TaxTerms): number => {
  const includedRate = reverseCharge && taxBehavior === 'inclusive' ? (rateBasisPoints ?? 0) : 0;
  const numerator = BigInt(unitMillicents) * (TRILLIONTHS_PER_CENT / BigInt(MILLICENTS_PER_CENT)) * BigInt(WHOLE);
  const denominator = BigInt(WHOLE + includedRate);
  const unit = (2n * numerator + denominator) / (2n * denominator);
  return Number((2n * unit * BigInt(units) + TRILLIONTHS_PER_CENT) / (2n * TRILLIONTHS_PER_CENT));
};

/** Units to bill at the tiers of a price. */
interface TieredUnits {
  readonly units: number;
  /** Earlier units of the same period. */
  readonly before: number;
  /** The tiers of the price whose flat amount was charged earlier in the period, as indices. */
  readonly chargedTiers: readonly number[];
}

/** The cost in cents of the units in each tier that they reach, by the index of the tier. */
const tierCosts = (tiers: readonly TierTerms[], { units, before, chargedTiers }: TieredUnits, tax: TaxTerms): Map<number, number> => {
  const costs = new Map<number, number>();
  let below = 0;
  for (const [index, { upTo, flatCents, unitMillicents }] of tiers.entries()) {
    const from = below;
    const within = (all: number): number => Math.max(0, Math.min(all, upTo ?? all) - from);
    const cost = (count: number): number => unitsCents(count, unitMillicents, tax);
    const [first, last] = [within(before), within(before + units)];
    const fee = chargedTiers.includes(index) ? 0 : invoiced(flatCents, tax);
    if (last > first) costs.set(index, fee + cost(last) - cost(first));
    below = upTo ?? Number.MAX_SAFE_INTEGER;
  }
  return costs;
};

/** Indices of the tiers whose flat amount has been charged after these units are billed. */
export const chargedTiersAfter = (tiers: readonly TierTerms[], units: TieredUnits, tax: TaxTerms): readonly number[] => [
  ...new Set([...units.chargedTiers, ...tierCosts(tiers, units, tax).keys()]),
];

/** Builds one line for each tier that the units reach. Without units, builds one line of zero cents. */
export const usageLinesOf = (tiers: readonly TierTerms[], units: TieredUnits, use: CouponUse | null, tax: TaxTerms): readonly Line[] => {
  const amounts = [...tierCosts(tiers, units, tax).values()];
  return discountedLines(amounts.length === 0 ? [0] : amounts, use, tax);
};

const total = (nets: readonly number[]): number => nets.reduce((all, each) => all + each, 0);

/** Sums the lines, plus exclusive tax that is rounded once per rate. */
export const totalOf = (lines: readonly Line[], { taxBehavior }: TaxTerms): number => {
  const netCents = total(lines.map((line) => line.netCents));
  if (taxBehavior === 'inclusive') return netCents;
  const rates = [...new Set(lines.map(({ rate }) => rate))];
  const taxes = rates.map((rate) =>
    divideRounded(total(lines.filter((line) => line.rate === rate).map((line) => line.netCents)) * rate, WHOLE),
  );
  return netCents + total(taxes);
};

/**
 * Builds the credit line that reduces the total, including tax, by as much as possible up to `maxCents`; `null`: no line reduces it. With
 * exclusive tax, not every reduction can be reached with a line of whole cents before tax.
 */
export const buildCreditLine = (lines: readonly Line[], maxCents: number, rate: number, tax: TaxTerms): Line | null => {
  const before = totalOf(lines, tax);
  let netCents = maxCents;
  while (netCents > 0 && before - totalOf([...lines, { netCents: -netCents, rate }], tax) > maxCents) netCents -= 1;
  return netCents === 0 ? null : { netCents: -netCents, rate };
};

/** The monthly amount of a price after discount, before tax, in cents. */
export const monthlyCents = (amountCents: number, interval: 'month' | 'year', terms: CouponTerms | null): number => {
  const [discountCents = 0] = discountsOf([amountCents], terms === null ? null : { terms, leftCents: null }, terms?.amountOffCents ?? 0);
  return divideRounded(amountCents - discountCents, interval === 'year' ? 12 : 1);
};
