import type { Migration } from '../aggregate.ts';
import { splitByWeights } from '../credit-note/portion.ts';
import type { DiscountGrant } from '../discounts.ts';
import { type Coverage, type Credit, NO_CREDIT_USED } from './change/coverage.ts';
import type { PendingChange, Renewal, Subscription } from './types.ts';

/** How subscriptions of former schema versions are brought to today's. */

/** Before, what was paid for could not be credited to another price. */
const withChanges = (
  subscription: Omit<WithoutUsage, 'renewal' | 'coverage' | 'carriedCredits' | 'pendingChange'> & {
    readonly renewal: Omit<Renewal, 'credited'> | null;
  },
): WithoutUsage => ({
  ...subscription,
  renewal: subscription.renewal === null ? null : { ...subscription.renewal, credited: NO_CREDIT_USED },
  coverage: null,
  carriedCredits: [],
  pendingChange: null,
});

/** Before, no usage was taken. */
type WithoutUsage = Omit<Unannounced, 'usageDone'>;
const withUsage = (subscription: WithoutUsage): Unannounced => ({ ...subscription, usageDone: { quantity: '0', records: 0 } });

type Unannounced = Omit<Ungranted, 'announcedTrialEnd' | 'announcedRenewalAt'>;

/**
 * Version 3 reported nothing ahead. What it stored is due as it was stored, without a notice for the period or trial that ran then: those
 * of later periods follow.
 */
const withNotices = (subscription: Unannounced): Ungranted => ({
  ...subscription,
  announcedTrialEnd: subscription.trialEnd,
  announcedRenewalAt: subscription.currentPeriodEnd,
});

/** Version 4 kept of each charge only what had come back of it when its value was computed. */
interface FormerCharge {
  readonly paymentId: string;
  readonly returnedCents: number;
}
interface FormerValue {
  readonly amountCents: number;
  readonly charges: readonly FormerCharge[];
}
type FormerCredit = FormerValue & Pick<Credit, 'taxRateBasisPoints'>;
type FormerCoverage = FormerCredit & Pick<Coverage, 'start' | 'end'>;
interface FormerHoldings {
  readonly coverage?: FormerCoverage | null;
  readonly carriedCredits?: readonly FormerCredit[];
}
/** Version 6. */
type Unclosed = Omit<Subscription, 'usageUntil'>;
/** Version 5. */
type Uncounted = Omit<Unclosed, 'portalChanges'>;

type Ungranted = Omit<Uncounted, 'discountGrant' | 'periodUsage' | 'coverage' | 'carriedCredits' | 'pendingChange' | 'renewal'> & {
  readonly coverage: FormerCoverage | null;
  readonly carriedCredits: readonly FormerCredit[];
  readonly renewal:
    | (Omit<Renewal, 'credited'> & {
        readonly credited: { readonly charges: readonly FormerCharge[]; readonly left: readonly FormerCredit[] };
      })
    | null;
  readonly pendingChange: { readonly paymentId: string; readonly change: { readonly becomes: FormerHoldings } } | null;
};

/** Nobody knows any more which charge paid which part: each is taken for an equal share. */
const withShares = <V extends FormerValue>(value: V) => {
  const shares = splitByWeights(
    value.amountCents,
    value.charges.map(() => 1),
  );
  const chargeOf = (charge: FormerCharge, index: number) => ({
    ...charge,
    shareCents: shares[index] ?? 0,
    absorbedCents: charge.returnedCents,
  });
  return { ...value, charges: value.charges.map(chargeOf) };
};

const withBasis = (coverage: FormerCoverage | null): Coverage | null =>
  coverage === null
    ? null
    : {
        ...withShares(coverage),
        discountCents: 0,
        basis: { netCents: coverage.amountCents, start: coverage.start, end: coverage.end, taxBehavior: 'inclusive' },
      };

const withValues = ({ coverage, carriedCredits, ...becomes }: FormerHoldings) => ({
  ...becomes,
  ...(coverage === undefined ? {} : { coverage: withBasis(coverage) }),
  ...(carriedCredits === undefined ? {} : { carriedCredits: carriedCredits.map(withShares) }),
});

/** A `once` discount that its first period has had grants nothing beyond it. */
const formerGrant = ({
  discount,
  periodIndex,
  price,
  currentPeriodStart: start,
  currentPeriodEnd: end,
}: Ungranted): DiscountGrant | null => {
  const used = discount?.duration === 'once' && discount.endsAt !== null && discount.endsAt <= end;
  if (!used || periodIndex < 0 || price.usageType === 'metered') return null;
  return { start, end, interval: price.interval, limitCents: 0, usedCents: 0 };
};

const pendingWithValues = (pending: NonNullable<Ungranted['pendingChange']>): PendingChange => {
  const becomes = withValues(pending.change.becomes);
  // All that is not value is kept as it was written, in today's form.
  return { ...pending, change: { ...pending.change, becomes } } as unknown as PendingChange;
};

/** Version 4 did not know what a discount had granted, nor which part of a value came from which charge. */
const withGrants = (former: Ungranted): Uncounted => {
  const { renewal, pendingChange, coverage, carriedCredits, ...subscription } = former;
  return {
    ...subscription,
    discountGrant: formerGrant(former),
    periodUsage: '0',
    coverage: withBasis(coverage),
    carriedCredits: carriedCredits.map(withShares),
    renewal:
      renewal === null
        ? null
        : {
            ...renewal,
            credited: {
              charges: withShares({ amountCents: 0, charges: renewal.credited.charges }).charges,
              left: renewal.credited.left.map(withShares),
            },
          },
    pendingChange: pendingChange === null ? null : pendingWithValues(pendingChange),
  };
};

/** Version 5 did not count the plan changes made through the portal. */
const withPortalChanges = (subscription: Uncounted): Unclosed => ({ ...subscription, portalChanges: 0 });

/** Version 6 did not invoice what was used while an invoice was collected. */
const withUsageUntil = (subscription: Unclosed): Subscription => ({ ...subscription, usageUntil: null });

export const subscriptionMigrations: readonly Migration[] = [
  withChanges,
  withUsage,
  withNotices,
  withGrants,
  withPortalChanges,
  withUsageUntil,
];
