import { type Change, change, type Stored } from '../../aggregate.ts';
import { differs, type NewEvent } from '../../decision.ts';
import { type BillingParties, taxOf } from '../../parties.ts';
import { lostCents, type Payment } from '../../payment/record.ts';
import { withPendingFullRefund } from '../full-refunds.ts';
import { withAmounts } from '../renewal/charges.ts';
import type { Subscription } from '../types.ts';
import { subscriptionAggregate } from '../view.ts';
import { type Coverage, type Credit, type SourceCharge, withReturnedAmount } from './coverage.ts';
import { withForfeited } from './credit-liability.ts';

interface PrepaidValues {
  readonly coverage?: Coverage | null;
  readonly carriedCredits?: readonly Credit[];
}

type Rewrite = (charges: readonly SourceCharge[]) => readonly SourceCharge[];

const rewriteCredits = (credits: readonly Credit[], rewrite: Rewrite): readonly Credit[] =>
  credits.map((credit) => ({ ...credit, charges: rewrite(credit.charges) }));

const rewriteValues = ({ coverage, carriedCredits }: PrepaidValues, rewrite: Rewrite): PrepaidValues => ({
  ...(coverage === undefined ? {} : { coverage: coverage === null ? null : { ...coverage, charges: rewrite(coverage.charges) } }),
  ...(carriedCredits === undefined ? {} : { carriedCredits: rewriteCredits(carriedCredits, rewrite) }),
});

/** Rewrites all source charges in the subscription: in its coverage (prepaid service), credits, renewal and pending change. */
const rewriteSubscription = (subscription: Subscription, rewrite: Rewrite): Subscription => {
  const { renewal, pendingChange, forfeitedCredits = [] } = subscription;
  return {
    ...subscription,
    ...rewriteValues(subscription, rewrite),
    ...withForfeited(forfeitedCredits, (credits) => rewriteCredits(credits, rewrite)),
    renewal:
      renewal === null
        ? null
        : { ...renewal, credited: { charges: rewrite(renewal.credited.charges), left: rewriteCredits(renewal.credited.left, rewrite) } },
    pendingChange:
      pendingChange === null
        ? null
        : {
            ...pendingChange,
            change: {
              ...pendingChange.change,
              becomes: { ...pendingChange.change.becomes, ...rewriteValues(pendingChange.change.becomes, rewrite) },
            },
          },
  };
};

/** True when the next charge no longer depends on credit: the subscription is canceled, or the invoice of its renewal is issued. */
const isNextChargeFixed = ({ status, renewal }: Subscription): boolean => status === 'canceled' || renewal !== null;

/** The write of the updated subscription, and its events. Both are empty if nothing changes. */
export interface ReturnedAmountChanges {
  readonly changes: readonly Change[];
  readonly events: readonly NewEvent[];
}

const NOTHING: ReturnedAmountChanges = { changes: [], events: [] };

const sourceChargesOf = ({ coverage, carriedCredits }: PrepaidValues): readonly SourceCharge[] => [
  ...(coverage?.charges ?? []),
  ...(carriedCredits ?? []).flatMap(({ charges }) => charges),
];

/** True when the payment paid for some coverage or credit of the subscription. */
const usesPayment = (subscription: Subscription, paymentId: string): boolean => {
  const { renewal, pendingChange } = subscription;
  const renewalCharges =
    renewal === null ? [] : [...renewal.credited.charges, ...sourceChargesOf({ carriedCredits: renewal.credited.left })];
  const pendingCharges = pendingChange === null ? [] : sourceChargesOf(pendingChange.change.becomes);
  return [...sourceChargesOf(subscription), ...renewalCharges, ...pendingCharges].some((charge) => charge.paymentId === paymentId);
};

/**
 * Updates `returnedCents` (`lostCents`) of the payment in all source charges. `returnedCentsOf` computes the new value from the
 * stored value.
 */
const withReturnedCents = (subscription: Subscription, paymentId: string, returnedCentsOf: (storedCents: number) => number): Subscription =>
  rewriteSubscription(subscription, (charges) =>
    charges.map((charge) => (charge.paymentId === paymentId ? withReturnedAmount(charge, returnedCentsOf(charge.returnedCents)) : charge)),
  );

/** The subscription with `returnedCents` of the payment set to the amount that is refunded, disputed or credited now. */
export const withReturnsOf = (subscription: Subscription, payment: Payment): Subscription =>
  withReturnedCents(subscription, payment.id, () => lostCents(payment));

/**
 * Updates coverage, credit and pending full refunds of a subscription when the refunded or disputed amount of a payment changes (refund,
 * failed refund, dispute, won dispute), in the same transaction. Event: `subscription.updated` if the amount of the next charge or the MRR
 * changes [EVT-11]. A locked payment has a refund that is being created. `returnedCents` then contains the amount of that refund, too, and
 * keeps it (`reserveRefundAmount`). `now`: Unix seconds, or the time of the test clock.
 */
export const applyReturnedAmount = (
  stored: Stored<Subscription> | null,
  { before: paymentBefore, after: payment }: { readonly before: Payment; readonly after: Payment },
  parties: BillingParties | null,
  now: number,
): ReturnedAmountChanges => {
  if (stored === null || parties === null) return NOTHING;
  const before = stored.record;
  const reservedCents = (storedCents: number): number =>
    payment.lockedBy === null ? 0 : Math.max(0, storedCents - lostCents(paymentBefore));
  const withReturns = (): Subscription => {
    const updated = withReturnedCents(before, payment.id, (storedCents) => lostCents(payment) + reservedCents(storedCents));
    return isNextChargeFixed(before) ? updated : withAmounts(updated, taxOf(parties));
  };
  const updated = usesPayment(before, payment.id) ? withReturns() : before;
  const after = withPendingFullRefund(updated, payment, 0, now);
  if (!differs(stored, after)) return NOTHING;
  const isShown = after.nextChargeAmountCents !== before.nextChargeAmountCents || after.mrrCents !== before.mrrCents;
  return {
    changes: [change(subscriptionAggregate, stored, after)],
    events: isShown ? [{ type: 'subscription.updated', subjectId: after.id }] : [],
  };
};

/**
 * Reserves the amount of a refund before the refund is created at the provider. Until then, no invoice uses the amount as credit, and a
 * period that a full refund cancels is not charged. `now`: as for `applyReturnedAmount`.
 */
export const reserveRefundAmount = (
  stored: Stored<Subscription> | null,
  payment: Payment,
  amountCents: number,
  now: number,
): readonly Change[] => {
  if (stored === null) return [];
  const updated = withReturnedCents(stored.record, payment.id, () => lostCents(payment, amountCents));
  const after = withPendingFullRefund(updated, payment, amountCents, now);
  return differs(stored, after) ? [change(subscriptionAggregate, stored, after)] : [];
};
