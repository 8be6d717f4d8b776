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

/** The subscription with all of its source charges rewritten: those of its value now, and of what is being charged for. */
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

/** What a payment's subscription becomes, and what tells of it. */
export interface FollowedReturns {
  readonly changes: readonly Change[];
  readonly events: readonly NewEvent[];
}

const NOTHING: FollowedReturns = { changes: [], events: [] };

const sharesOf = ({ coverage, carriedCredits }: Holdings): readonly SourceCharge[] => [
  ...(coverage?.charges ?? []),
  ...(carriedCredits ?? []).flatMap(({ charges }) => charges),
];

/** Whether any value of the subscription comes from the payment. */
const livesOn = (subscription: Subscription, paymentId: string): boolean => {
  const { renewal, pendingChange } = subscription;
  const credited = renewal === null ? [] : [...renewal.credited.charges, ...sharesOf({ carriedCredits: renewal.credited.left })];
  const becoming = pendingChange === null ? [] : sharesOf(pendingChange.change.becomes);
  return [...sharesOf(subscription), ...credited, ...becoming].some((charge) => charge.paymentId === paymentId);
};

/** The subscription with what came back of the payment, in everything whose value comes from it. `returned`: from what was known of it. */
const knowingReturned = (subscription: Subscription, paymentId: string, returned: (knownCents: number) => number): Subscription =>
  inSubscription(subscription, (charges) =>
    charges.map((charge) => (charge.paymentId === paymentId ? { ...charge, returnedCents: returned(charge.returnedCents) } : charge)),
  );

/**
 * What came back of a payment changed: refunded, refund failed, disputed, dispute won. Its subscription's coverage and credit are worth
 * less or more from now on, written in the same transaction. `subscription.updated` where the next charge costs another amount for
 * it [EVT-11]. While the payment is locked, what a refund asks for stays reserved (`reservingRefund`).
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

/** The subscription while a refund is being asked for: what it asks for is not worth anything to later invoices from now on. */
export const reservingRefund = (stored: Stored<Subscription> | null, payment: Payment, amountCents: number): readonly Change[] => {
  if (stored === null) return [];
  const after = knowingReturned(stored.record, payment.id, () => returnedCents(payment) + amountCents);
  return differs(stored, after) ? [change(subscriptionAggregate, stored, after)] : [];
};
