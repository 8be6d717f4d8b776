import type { CouponTerms, TaxTerms, TierTerms } from './amounts.ts';

/** What a price asks: an amount ahead, or (`tiers`) for what was used. */
export interface Plan {
  readonly name: string;
  readonly interval: 'month' | 'year';
  readonly amountCents: number | null;
  readonly tiers: readonly TierTerms[];
}

/** What a subscription is sold with. */
export interface SaleTerms extends TaxTerms {
  /** `2027-01-31 12:34:56`, on the clock. */
  readonly sold: string;
  readonly interval: 'month' | 'year';
  readonly trialDays: number;
  /** For usage instead of the amount. */
  readonly metered: boolean;
  readonly amountCents: number;
  readonly coupon: CouponTerms | null;
  /** The coupon is for the price that was sold, and no other. */
  readonly couponForSoldOnly: boolean;
}

const METERED: readonly TierTerms[] = [
  { upTo: 10, flatCents: 0, unitMills: 33_300 },
  { upTo: 100, flatCents: 250, unitMills: 12_500 },
  { upTo: null, flatCents: 0, unitMills: 1005 },
];

const licensed = (name: string, interval: Plan['interval'], amountCents: number): Plan => ({ name, interval, amountCents, tiers: [] });

/** The price that is sold. */
export const soldPlan = ({ interval, amountCents, metered }: SaleTerms): Plan =>
  metered ? { name: 'sold', interval, amountCents: null, tiers: METERED } : licensed('sold', interval, amountCents);

/** What else there is to change to. */
export const PLANS: readonly Plan[] = [
  licensed('dear', 'month', 2999),
  licensed('cheap', 'month', 250),
  licensed('yearly', 'year', 11_988),
  { name: 'metered', interval: 'month', amountCents: null, tiers: METERED },
  {
    name: 'metered dear',
    interval: 'month',
    amountCents: null,
    tiers: [
      { upTo: 10, flatCents: 500, unitMills: 99_900 },
      { upTo: null, flatCents: 0, unitMills: 45_450 },
    ],
  },
  { name: 'metered yearly', interval: 'year', amountCents: null, tiers: [{ upTo: null, flatCents: 0, unitMills: 2500 }] },
];

export const isMetered = ({ amountCents }: Plan): boolean => amountCents === null;
