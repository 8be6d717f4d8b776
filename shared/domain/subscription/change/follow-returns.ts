import { type Change, change, type Stored } from '../../aggregate.ts';
import { differs, type NewEvent } from '../../decision.ts';
import { type BillingParties, treatmentFor } from '../../parties.ts';
import { type Payment, returnedCents } from '../../payment/record.ts';
import { withAmounts } from '../renewal/charges.ts';
import type { Subscription } from '../types.ts';
import { subscriptionAggregate } from '../view.ts';
import type { Coverage, Credit, SourceCharge } from './coverage.ts';

interface Holdings {
  readonly coverage?: Coverage | null;
  readonly carriedCredits?: readonly Credit[];
}

type Rewrite = (charges: readonly SourceCharge[]) => readonly SourceCharge[];

const inCredits = (credits: readonly Credit[], rewrite: Rewrite): readonly Credit[] =>
  credits.map((credit) => ({ ...credit, charges: rewrite(credit.charges) }));

const inHoldings = ({ coverage, carriedCredits }: Holdings, rewrite: Rewrite): Holdings => ({
  ...(coverage === undefined ? {} : { coverage: coverage === null ? null : { ...coverage, charges: rewrite(coverage.charges) } }),
  ...(carriedCredits === undefined ? {} : { carriedCredits: inCredits(carriedCredits, rewrite) }),
});

/** Rewrites all source charges of the subscription: of its current value and of a pending change. */
const inSubscription = (subscription: Subscription, rewrite: Rewrite): Subscription => {
  const { renewal, pendingChange } = subscription;
  return {
    ...subscription,
    ...inHoldings(subscription, rewrite),
    renewal:
      renewal === null
        ? null
        : { ...renewal, credited: { charges: rewrite(renewal.credited.charges), left: inCredits(renewal.credited.left, rewrite) } },
    pendingChange:
      pendingChange === null
        ? null
        : {
            ...pendingChange,
            change: {
              ...pendingChange.change,
              becomes: { ...pendingChange.change.becomes, ...inHoldings(pendingChange.change.becomes, rewrite) },
            },
          },
  };
};

const isCollected = ({ status, renewal }: Subscription): boolean => status === 'canceled' || renewal !== null;

/** The updated subscription with its events. */
export interface FollowedReturns {
  readonly changes: readonly Change[];
  readonly events: readonly NewEvent[];
}

const NOTHING: FollowedReturns = { changes: [], events: [] };

const sharesOf = ({ coverage, carriedCredits }: Holdings): readonly SourceCharge[] => [
  ...(coverage?.charges ?? []),
  ...(carriedCredits ?? []).flatMap(({ charges }) => charges),
];

/** True when value of the subscription comes from the payment. */
const livesOn = (subscription: Subscription, paymentId: string): boolean => {
  const { renewal, pendingChange } = subscription;
  const credited = renewal === null ? [] : [...renewal.credited.charges, ...sharesOf({ carriedCredits: renewal.credited.left })];
  const becoming = pendingChange === null ? [] : sharesOf(pendingChange.change.becomes);
  return [...sharesOf(subscription), ...credited, ...becoming].some((charge) => charge.paymentId === paymentId);
};

/** Records the returned amount of the payment in all value that comes from it. `returned`: computed from the known amount. */
const knowingReturned = (subscription: Subscription, paymentId: string, returned: (knownCents: number) => number): Subscription =>
  inSubscription(subscription, (charges) =>
    charges.map((charge) => (charge.paymentId === paymentId ? { ...charge, returnedCents: returned(charge.returnedCents) } : charge)),
  );

/**
 * Updates a subscription when the returned amount of its payment changes (refund, failed refund, dispute, won dispute): coverage and credit
 * change their value in the same transaction. `subscription.updated` when the next charge changes [EVT-11]. While the payment is locked,
 * the amount of a pending refund stays reserved (`reservingRefund`).
 */
export const followReturns = (
  stored: Stored<Subscription> | null,
  { before: paymentBefore, after: payment }: { readonly before: Payment; readonly after: Payment },
  parties: BillingParties | null,
): FollowedReturns => {
  if (stored === null || parties === null) return NOTHING;
  const before = stored.record;
  if (!livesOn(before, payment.id)) return NOTHING;
  const reservedCents = (knownCents: number): number =>
    payment.lockedBy === null ? 0 : Math.max(0, knownCents - returnedCents(paymentBefore));
  const known = knowingReturned(before, payment.id, (knownCents) => returnedCents(payment) + reservedCents(knownCents));
  const after = isCollected(before) ? known : withAmounts(known, treatmentFor(parties));
  if (!differs(stored, after)) return NOTHING;
  const isShown = after.nextChargeAmountCents !== before.nextChargeAmountCents || after.mrrCents !== before.mrrCents;
  return {
    changes: [change(subscriptionAggregate, stored, after)],
    events: isShown ? [{ type: 'subscription.updated', subjectId: after.id }] : [],
  };
};

/** Reserves the amount of a pending refund: later invoices cannot use its value. */
export const reservingRefund = (stored: Stored<Subscription> | null, payment: Payment, amountCents: number): readonly Change[] => {
  if (stored === null) return [];
  const after = knowingReturned(stored.record, payment.id, () => returnedCents(payment) + amountCents);
  return differs(stored, after) ? [change(subscriptionAggregate, stored, after)] : [];
};
