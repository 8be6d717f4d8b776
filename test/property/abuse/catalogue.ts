import fc from 'fast-check';
import type { CouponTerms, TierTerms } from '../simulations/amounts.ts';
import type { Plan } from '../simulations/sale.ts';

/** A coupon code and its limits. */
export interface CodeTerms extends CouponTerms {
  readonly code: string;
  readonly minAmountCents: number | null;
  /** Names of the prices that it applies to; `null`: all. */
  readonly onlyFor: readonly string[] | null;
}

/** The seller's prices and codes in one scenario. */
export interface Offer {
  /** Index in `PLANS` of the price that the checkout sells. */
  readonly sold: number;
  /** Length of the trial, the same for every price. */
  readonly trialDays: number;
  readonly codes: readonly CodeTerms[];
  /** Time of the sale on the test clock, such as `2027-01-31 12:34:56`. */
  readonly soldAt: string;
  /** Index in `codes` of the code that the customer enters in the checkout; `null`: none. */
  readonly atCheckout: number | null;
}

const licensed = (name: string, interval: Plan['interval'], amountCents: number): Plan => ({ name, interval, amountCents, tiers: [] });
const metered = (name: string, interval: Plan['interval'], tiers: readonly TierTerms[]): Plan => ({
  name,
  interval,
  amountCents: null,
  tiers,
});

/** All prices of the product; the customer can switch to any of them. */
export const PLANS: readonly Plan[] = [
  licensed('monthly', 'month', 1000),
  licensed('monthly twin', 'month', 1000),
  licensed('monthly expensive', 'month', 2999),
  licensed('monthly cheap', 'month', 250),
  licensed('monthly cent', 'month', 1),
  licensed('yearly', 'year', 12_000),
  licensed('yearly expensive', 'year', 120_000),
  licensed('yearly cheap', 'year', 2500),
  metered('metered', 'month', [{ upTo: null, flatCents: 0, unitMillicents: 2500 }]),
  metered('metered free tier', 'month', [
    { upTo: 1000, flatCents: 0, unitMillicents: 0 },
    { upTo: null, flatCents: 0, unitMillicents: 1000 },
  ]),
  metered('metered tiers', 'month', [
    { upTo: 10, flatCents: 0, unitMillicents: 33_300 },
    { upTo: 100, flatCents: 250, unitMillicents: 12_500 },
    { upTo: null, flatCents: 0, unitMillicents: 1005 },
  ]),
  metered('metered yearly', 'year', [
    { upTo: 1000, flatCents: 0, unitMillicents: 0 },
    { upTo: null, flatCents: 500, unitMillicents: 2000 },
  ]),
];

const percent = fc.constantFrom(1000, 5000, 10_000).map((percentBasisPoints) => ({ percentBasisPoints, amountOffCents: null }));
const fixed = fc.constantFrom(500, 1000, 5000).map((amountOffCents) => ({ percentBasisPoints: null, amountOffCents }));
const duration = fc.oneof(
  fc.constantFrom({ duration: 'once' as const, months: null }, { duration: 'forever' as const, months: null }),
  fc.constantFrom(1, 3).map((months) => ({ duration: 'repeating' as const, months })),
);

const code = fc
  .record({
    discount: fc.oneof(percent, fixed),
    duration,
    minAmountCents: fc.constantFrom(null, null, null, 1000, 10_000),
    onlyFor: fc.constantFrom(null, null, null, ['monthly', 'yearly'], ['monthly cheap', 'metered']),
  })
  .map(({ discount, duration: durationFields, ...limits }) => ({ ...discount, ...durationFields, ...limits }));

/** Number of coupon codes in an offer. */
const CODE_COUNT = 3;
/** Indexes of the licensed prices in `PLANS`. */
const LICENSED_INDEXES = PLANS.flatMap(({ amountCents }, index) => (amountCents === null ? [] : [index]));

export const offer: fc.Arbitrary<Offer> = fc.record({
  sold: fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...LICENSED_INDEXES) }, { weight: 1, arbitrary: fc.nat(PLANS.length - 1) }),
  trialDays: fc.constantFrom(0, 0, 0, 14, 40),
  codes: fc
    .array(code, { minLength: CODE_COUNT, maxLength: CODE_COUNT })
    .map((codes) => codes.map((each, index) => ({ ...each, code: `CODE-${index}` }))),
  soldAt: fc.constantFrom('2027-01-31 12:34:56', '2027-02-28 00:00:00', '2027-06-15 23:59:59', '2028-02-29 08:00:00'),
  atCheckout: fc.option(fc.nat(CODE_COUNT - 1), { freq: 2, nil: null }),
});
