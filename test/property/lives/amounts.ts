/** What a period costs, worked out beside the service: nothing here is shared with it. */

export interface CouponTerms {
  /** Hundredths of a percent, or `null` for a fixed amount. */
  readonly percentBasisPoints: number | null;
  readonly amountOffCents: number | null;
  readonly duration: 'once' | 'forever' | 'repeating';
  readonly months: number | null;
}

export interface AmountTerms {
  readonly amountCents: number;
  readonly taxBehavior: 'inclusive' | 'exclusive';
  readonly rateBasisPoints: number | null;
  readonly reverseCharge: boolean;
}

const WHOLE = 10_000;

/** Half away from zero; nothing here is negative. */
const rounded = (numerator: number, denominator: number): number => Math.floor((2 * numerator + denominator) / (2 * denominator));

const discountOn = (amountCents: number, fixedCents: number, coupon: CouponTerms | null): number => {
  if (coupon === null) return 0;
  return coupon.percentBasisPoints === null
    ? Math.min(amountCents, fixedCents)
    : rounded(amountCents * Math.min(coupon.percentBasisPoints, WHOLE), WHOLE);
};

/** What is invoiced for one period, tax included. `coupon`: one that covers the period. */
export const totalOf = (terms: AmountTerms, coupon: CouponTerms | null): number => {
  const { amountCents, taxBehavior, reverseCharge } = terms;
  const rate = terms.rateBasisPoints ?? 0;
  const net = (cents: number): number => (reverseCharge && taxBehavior === 'inclusive' ? rounded(cents * WHOLE, WHOLE + rate) : cents);
  const lineCents = net(amountCents);
  const leftCents = lineCents - discountOn(lineCents, net(coupon?.amountOffCents ?? 0), coupon);
  return taxBehavior === 'exclusive' && !reverseCharge ? leftCents + rounded(leftCents * rate, WHOLE) : leftCents;
};

/** What the price comes to in a month, before tax. */
export const monthlyOf = ({ amountCents }: AmountTerms, interval: 'month' | 'year', coupon: CouponTerms | null): number => {
  const leftCents = amountCents - discountOn(amountCents, coupon?.amountOffCents ?? 0, coupon);
  return interval === 'year' ? rounded(leftCents, 12) : leftCents;
};
