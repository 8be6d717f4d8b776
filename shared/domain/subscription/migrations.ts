import type { Migration } from '../aggregate.ts';
import type { DiscountGrant } from '../amounts/discounts.ts';
import { splitByWeights } from '../credit-note/portion.ts';
import { type Coverage, type Credit, NO_CREDIT_USED } from './change/coverage.ts';
import { isInTrial } from './state.ts';
import type { PendingChange, Renewal, Subscription } from './types.ts';

/** Migrations of stored subscriptions, one per schema version. */

/** Version 1 had no credit for unused service. */
const withChanges = (
  subscription: Omit<Version2, 'renewal' | 'coverage' | 'carriedCredits' | 'pendingChange'> & {
    readonly renewal: Omit<Renewal, 'credited'> | null;
  },
): Version2 => ({
  ...subscription,
  renewal: subscription.renewal === null ? null : { ...subscription.renewal, credited: NO_CREDIT_USED },
  coverage: null,
  carriedCredits: [],
  pendingChange: null,
});

/** Version 2 had no usage. */
type Version2 = Omit<Version3, 'usageDone'>;
const withUsage = (subscription: Version2): Version3 => ({ ...subscription, usageDone: { quantity: '0', records: 0 } });

type Version3 = Omit<Version4, 'announcedTrialEnd' | 'announcedRenewalAt'>;

/**
 * Version 3 had no notices. The ends of the current period and trial are stored as announced already, because a notice about them would be
 * due before the stored due time of the subscription. Notices start with the next period.
 */
const withNotices = (subscription: Version3): Version4 => ({
  ...subscription,
  announcedTrialEnd: subscription.trialEnd,
  announcedRenewalAt: subscription.currentPeriodEnd,
});

/** For each charge, version 4 stored only the amount that was refunded or disputed when coverage and credit were computed. */
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
interface FormerPrepaidValues {
  readonly coverage?: FormerCoverage | null;
  readonly carriedCredits?: readonly FormerCredit[];
}
type Version6 = Omit<Subscription, 'usageUntil'>;
type Version5 = Omit<Version6, 'portalChanges'>;

type Version4 = Omit<Version5, 'discountGrant' | 'periodUsage' | 'coverage' | 'carriedCredits' | 'pendingChange' | 'renewal'> & {
  readonly coverage: FormerCoverage | null;
  readonly carriedCredits: readonly FormerCredit[];
  readonly renewal:
    | (Omit<Renewal, 'credited'> & {
        readonly credited: { readonly charges: readonly FormerCharge[]; readonly left: readonly FormerCredit[] };
      })
    | null;
  readonly pendingChange: { readonly paymentId: string; readonly change: { readonly becomes: FormerPrepaidValues } } | null;
};

/**
 * Splits the value equally among its charges, since version 4 did not store the share of each charge. Refunds and disputes had already
 * reduced the stored value, so they are recorded as absorbed.
 */
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

const withValues = ({ coverage, carriedCredits, ...becomes }: FormerPrepaidValues) => ({
  ...becomes,
  ...(coverage === undefined ? {} : { coverage: withBasis(coverage) }),
  ...(carriedCredits === undefined ? {} : { carriedCredits: carriedCredits.map(withShares) }),
});

/** A grant with no discount left, if a `once` discount was used in the current period; otherwise `null`. */
const grantOfUsedDiscount = ({
  discount,
  periodIndex,
  price,
  currentPeriodStart: start,
  currentPeriodEnd: end,
}: Version4): DiscountGrant | null => {
  const isUsedOnce = discount?.duration === 'once' && discount.endsAt !== null && discount.endsAt <= end;
  if (!isUsedOnce || isInTrial({ periodIndex }) || price.usageType === 'metered') return null;
  return { start, end, interval: price.interval, limitCents: 0, usedCents: 0 };
};

const pendingWithValues = (pending: NonNullable<Version4['pendingChange']>): PendingChange => {
  const becomes = withValues(pending.change.becomes);
  // All other fields are the same in both versions.
  return { ...pending, change: { ...pending.change, becomes } } as unknown as PendingChange;
};

/** Version 4 stored neither the discount granted in the period nor the share of each charge in a coverage or credit. */
const withGrants = (former: Version4): Version5 => {
  const { renewal, pendingChange, coverage, carriedCredits, ...subscription } = former;
  return {
    ...subscription,
    discountGrant: grantOfUsedDiscount(former),
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
const withPortalChanges = (subscription: Version5): Version6 => ({ ...subscription, portalChanges: 0 });

/** Version 6 did not invoice the last usage of a subscription that was canceled while an invoice was unpaid. */
const withUsageUntil = (subscription: Version6): Subscription => ({ ...subscription, usageUntil: null });

export const subscriptionMigrations: readonly Migration[] = [
  withChanges,
  withUsage,
  withNotices,
  withGrants,
  withPortalChanges,
  withUsageUntil,
];
