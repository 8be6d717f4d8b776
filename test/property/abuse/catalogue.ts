import fc from 'fast-check';
import type { CouponTerms, TierTerms } from '../lives/amounts.ts';
import type { Plan } from '../lives/sale.ts';

/** A code that the seller gives out, with whom and what it is for. */
export interface CodeTerms extends CouponTerms {
  readonly code: string;
  readonly minAmountCents: number | null;
  /** Names of prices; `null`: all. */
  readonly onlyFor: readonly string[] | null;
}

/** What the seller offers in one run. */
export interface Offer {
  /** The price that the checkout sells; an index of `PLANS`. */
  readonly sold: number;
  /** Of every price. */
  readonly trialDays: number;
  readonly codes: readonly CodeTerms[];
  /** `2027-01-31 12:34:56`, on the clock. */
  readonly soldAt: string;
  /** The code that is entered at the checkout; an index of `codes`, `null`: none. */
  readonly atCheckout: number | null;
}

const licensed = (name: string, interval: Plan['interval'], amountCents: number): Plan => ({ name, interval, amountCents, tiers: [] });
const metered = (name: string, interval: Plan['interval'], tiers: readonly TierTerms[]): Plan => ({
  name,
  interval,
  amountCents: null,
  tiers,
});

/** All prices of the one product; the customer may choose every one of them. */
export const PLANS: readonly Plan[] = [
  licensed('monthly', 'month', 1000),
  licensed('monthly twin', 'month', 1000),
  licensed('monthly dear', 'month', 2999),
  licensed('monthly cheap', 'month', 250),
  licensed('monthly cent', 'month', 1),
  licensed('yearly', 'year', 12_000),
  licensed('yearly dear', 'year', 120_000),
  licensed('yearly cheap', 'year', 2500),
  metered('metered', 'month', [{ upTo: null, flatCents: 0, unitMills: 2500 }]),
  metered('metered free tier', 'month', [
    { upTo: 1000, flatCents: 0, unitMills: 0 },
    { upTo: null, flatCents: 0, unitMills: 1000 },
  ]),
  metered('metered tiers', 'month', [
    { upTo: 10, flatCents: 0, unitMills: 33_300 },
    { upTo: 100, flatCents: 250, unitMills: 12_500 },
    { upTo: null, flatCents: 0, unitMills: 1005 },
  ]),
  metered('metered yearly', 'year', [
    { upTo: 1000, flatCents: 0, unitMills: 0 },
    { upTo: null, flatCents: 500, unitMills: 2000 },
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
    off: fc.oneof(percent, fixed),
    runs: duration,
    minAmountCents: fc.constantFrom(null, null, null, 1000, 10_000),
    onlyFor: fc.constantFrom(null, null, null, ['monthly', 'yearly'], ['monthly cheap', 'metered']),
  })
  .map(({ off, runs, ...limits }) => ({ ...off, ...runs, ...limits }));

const CODES = 3;
const LICENSED = PLANS.flatMap(({ amountCents }, index) => (amountCents === null ? [] : [index]));

export const offer: fc.Arbitrary<Offer> = fc.record({
  sold: fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...LICENSED) }, { weight: 1, arbitrary: fc.nat(PLANS.length - 1) }),
  trialDays: fc.constantFrom(0, 0, 0, 14, 40),
  codes: fc
    .array(code, { minLength: CODES, maxLength: CODES })
    .map((codes) => codes.map((each, index) => ({ ...each, code: `CODE-${index}` }))),
  soldAt: fc.constantFrom('2027-01-31 12:34:56', '2027-02-28 00:00:00', '2027-06-15 23:59:59', '2028-02-29 08:00:00'),
  atCheckout: fc.option(fc.nat(CODES - 1), { freq: 2, nil: null }),
});
