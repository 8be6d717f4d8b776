import type { CouponTerms, TaxTerms, TierTerms } from './amounts.ts';

/** A price: a fixed amount in advance, or (`tiers`) usage in arrears. */
export interface Plan {
  readonly name: string;
  readonly interval: 'month' | 'year';
  readonly amountCents: number | null;
  readonly tiers: readonly TierTerms[];
}

/** The terms of a sale. */
export interface SaleTerms extends TaxTerms {
  /** Time of the sale on the test clock, such as `2027-01-31 12:34:56`. */
  readonly sold: string;
  readonly interval: 'month' | 'year';
  readonly trialDays: number;
  /** Whether usage is billed instead of the amount. */
  readonly metered: boolean;
  readonly amountCents: number;
  readonly coupon: CouponTerms | null;
  /** Whether the coupon applies only to the price that was sold. */
  readonly couponForSoldOnly: boolean;
}

const METERED_TIERS: readonly TierTerms[] = [
  { upTo: 10, flatCents: 0, unitMillicents: 33_300 },
  { upTo: 100, flatCents: 250, unitMillicents: 12_500 },
  { upTo: null, flatCents: 0, unitMillicents: 1005 },
];

const licensed = (name: string, interval: Plan['interval'], amountCents: number): Plan => ({ name, interval, amountCents, tiers: [] });

/** Returns the price that is sold. */
export const soldPlan = ({ interval, amountCents, metered }: SaleTerms): Plan =>
  metered ? { name: 'sold', interval, amountCents: null, tiers: METERED_TIERS } : licensed('sold', interval, amountCents);

/** The other prices that a subscription can change to. */
export const PLANS: readonly Plan[] = [
  licensed('expensive', 'month', 2999),
  licensed('cheap', 'month', 250),
  licensed('yearly', 'year', 11_988),
  { name: 'metered', interval: 'month', amountCents: null, tiers: METERED_TIERS },
  {
    name: 'metered expensive',
    interval: 'month',
    amountCents: null,
    tiers: [
      { upTo: 10, flatCents: 500, unitMillicents: 99_900 },
      { upTo: null, flatCents: 0, unitMillicents: 45_450 },
    ],
  },
  { name: 'metered yearly', interval: 'year', amountCents: null, tiers: [{ upTo: null, flatCents: 0, unitMillicents: 2500 }] },
];

export const isMetered = ({ amountCents }: Plan): boolean => amountCents === null;
