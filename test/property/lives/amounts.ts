/** What is invoiced, worked out next to the service: nothing here is shared with it. */

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

/** One step of a graduated price. */
export interface TierTerms {
  /** The last unit in it; `null`: without end. */
  readonly upTo: number | null;
  readonly flatCents: number;
  /** Thousandths of a cent. */
  readonly unitMills: number;
}

/** A coupon as one charge may use it. */
export interface CouponUse {
  readonly terms: CouponTerms;
  /** It takes no more off in all; `null`: no such limit. */
  readonly leftCents: number | null;
}

/** What one line comes to after its discount, before tax that comes on top. */
export interface Line {
  readonly netCents: number;
  readonly rate: number;
  /** What the coupon deducted; of a line of credit nothing. */
  readonly offCents?: number;
}

const WHOLE = 10_000;
const MILLS = 1000;

/** Half away from zero. */
export const rounded = (numerator: number, denominator: number): number =>
  Math.sign(numerator) * Math.floor((2 * Math.abs(numerator) + denominator) / (2 * denominator));

/** What is charged of a rate: none where the tax is the buyer's own to pay. */
export const rateOf = ({ rateBasisPoints, reverseCharge }: TaxTerms): number => (reverseCharge ? 0 : (rateBasisPoints ?? 0));

/** An amount of a price as it is invoiced: without the tax inside it where the buyer owes that. */
const invoiced = (cents: number, { taxBehavior, rateBasisPoints, reverseCharge }: TaxTerms): number =>
  reverseCharge && taxBehavior === 'inclusive' ? rounded(cents * WHOLE, WHOLE + (rateBasisPoints ?? 0)) : cents;

/** What a coupon deducts: a percentage of each amount, or a fixed amount from one after the other, as far as both reach. */
const offOf = (amounts: readonly number[], use: CouponUse | null, fixedCents: number): readonly number[] => {
  if (use === null) return amounts.map(() => 0);
  const { percentBasisPoints: percent } = use.terms;
  let left = Math.min(percent === null ? fixedCents : Number.POSITIVE_INFINITY, use.leftCents ?? Number.POSITIVE_INFINITY);
  return amounts.map((cents) => {
    const off = Math.min(left, percent === null ? cents : rounded(cents * percent, WHOLE));
    left -= off;
    return off;
  });
};

const discountedLines = (amounts: readonly number[], use: CouponUse | null, tax: TaxTerms): readonly Line[] => {
  const offs = offOf(amounts, use, invoiced(use?.terms.amountOffCents ?? 0, tax));
  return amounts.map((cents, index) => ({ netCents: cents - (offs[index] ?? 0), offCents: offs[index] ?? 0, rate: rateOf(tax) }));
};

/** The lines of amounts of a price. `use`: a coupon that covers the period. */
export const linesOf = (amounts: readonly number[], use: CouponUse | null, tax: TaxTerms): readonly Line[] =>
  discountedLines(
    amounts.map((cents) => invoiced(cents, tax)),
    use,
    tax,
  );

/** An amount with the tax that comes on top. */
export const withTax = (netCents: number, rate: number, { taxBehavior }: TaxTerms): number =>
  taxBehavior === 'inclusive' ? netCents : netCents + rounded(netCents * rate, WHOLE);

const PER_CENT = 10n ** 12n;

/** What units cost at a price that is invoiced to twelve decimals of a cent. */
const unitsCents = (units: number, unitMills: number, { taxBehavior, rateBasisPoints, reverseCharge }: TaxTerms): number => {
  const contained = reverseCharge && taxBehavior === 'inclusive' ? (rateBasisPoints ?? 0) : 0;
  const [gross, part] = [BigInt(unitMills) * (PER_CENT / BigInt(MILLS)) * BigInt(WHOLE), BigInt(WHOLE + contained)];
  const unit = (2n * gross + part) / (2n * part);
  return Number((2n * unit * BigInt(units) + PER_CENT) / (2n * PER_CENT));
};

/**
 * The lines of units, after `before` others of the same period: each step that they reach on its own. Where nothing was used there is a line
 * anyway.
 */
export const usageLinesOf = (
  tiers: readonly TierTerms[],
  { units, before }: { readonly units: number; readonly before: number },
  use: CouponUse | null,
  tax: TaxTerms,
): readonly Line[] => {
  const amounts: number[] = [];
  let below = 0;
  for (const { upTo, flatCents, unitMills } of tiers) {
    const from = below;
    const within = (all: number): number => Math.max(0, Math.min(all, upTo ?? all) - from);
    const cost = (count: number): number => (count === 0 ? 0 : invoiced(flatCents, tax) + unitsCents(count, unitMills, tax));
    const [first, last] = [within(before), within(before + units)];
    if (last > first) amounts.push(cost(last) - cost(first));
    below = upTo ?? Number.MAX_SAFE_INTEGER;
  }
  return discountedLines(amounts.length === 0 ? [0] : amounts, use, tax);
};

const total = (nets: readonly number[]): number => nets.reduce((all, each) => all + each, 0);

/** With the tax that comes on top, rounded once for each rate. */
export const totalOf = (lines: readonly Line[], { taxBehavior }: TaxTerms): number => {
  const netCents = total(lines.map((line) => line.netCents));
  if (taxBehavior === 'inclusive') return netCents;
  const rates = [...new Set(lines.map(({ rate }) => rate))];
  const taxes = rates.map((rate) => rounded(total(lines.filter((line) => line.rate === rate).map((line) => line.netCents)) * rate, WHOLE));
  return netCents + total(taxes);
};

/**
 * The line that takes the most off a total, tax included, and no more than `mostCents`; `null`: none does. Where tax comes on top, whole
 * cents before tax do not come to every amount with it.
 */
export const creditLine = (lines: readonly Line[], mostCents: number, rate: number, tax: TaxTerms): Line | null => {
  const before = totalOf(lines, tax);
  let netCents = mostCents;
  while (netCents > 0 && before - totalOf([...lines, { netCents: -netCents, rate }], tax) > mostCents) netCents -= 1;
  return netCents === 0 ? null : { netCents: -netCents, rate };
};

/** What a price comes to in a month, before tax. */
export const monthlyOf = (amountCents: number, interval: 'month' | 'year', terms: CouponTerms | null): number => {
  const [off = 0] = offOf([amountCents], terms === null ? null : { terms, leftCents: null }, terms?.amountOffCents ?? 0);
  return rounded(amountCents - off, interval === 'year' ? 12 : 1);
};
