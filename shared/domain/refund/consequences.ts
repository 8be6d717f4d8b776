import { type Change, change, type Stored } from '../aggregate.ts';
import { changesOfCreditNote, issueCreditNote } from '../credit-note/issue.ts';
import type { CreditNote } from '../credit-note/record.ts';
import { type DecisionContext, differs, type NewEvent } from '../decision.ts';
import type { Invoice } from '../invoice/record.ts';
import type { OneShotPayment } from '../one-shot/record.ts';
import { applyRefundedAmount } from '../one-shot/refund-and-dispute-amounts.ts';
import { type BillingParties, taxOf } from '../parties.ts';
import type { Payment } from '../payment/record.ts';
import { takeBackCredit } from '../subscription/change/credit-liability.ts';
import { paysForCurrentPeriod, withPendingFullRefund } from '../subscription/full-refunds.ts';
import { endSubscriptionNow, type OpenRenewal } from '../subscription/lifecycle/end-now.ts';
import { waitsForRefundOf } from '../subscription/state.ts';
import type { Subscription } from '../subscription/types.ts';
import { subscriptionAggregate } from '../subscription/view.ts';
import type { Refund } from './record.ts';
import { uncreditedCents } from './refund-of-payment.ts';

/** Records that a successful refund can change, in addition to the payment. */
export interface RefundedState extends OpenRenewal {
  /** The invoice of the payment. */
  readonly invoice: Stored<Invoice> | null;
  /** The subscription that the payment was for. */
  readonly subscription: Stored<Subscription> | null;
  /** The one-off payment that the payment was for. */
  readonly oneShot: Stored<OneShotPayment> | null;
  readonly parties: BillingParties;
}

export interface Consequences {
  /** The credit note that the refund pays out; `null`: none. */
  readonly creditNoteId: string | null;
  readonly changes: readonly Change[];
  readonly events: readonly NewEvent[];
}

/** The invoice that the payment paid; `null`: the payment paid no invoice, for example because it is an overpayment. */
const invoicePaidBy = ({ id }: Payment, invoice: Stored<Invoice> | null): Stored<Invoice> | null =>
  invoice?.record.status === 'paid' && invoice.record.paymentId === id ? invoice : null;

/**
 * Computes the consequences of a successful refund: a credit note for the refunded part of the invoice, unless an earlier note credits it
 * (`repeats`) [CN-06], and the refunded amount and status of a one-off payment [EVT-48]. If a charge that pays for the
 * current period is refunded in full, the subscription is canceled now with the reason `refund_issued`, and its open renewal invoice is
 * voided (see `endSubscriptionNow`) [SUB-44..49]. The refund of an overpayment has no consequences.
 */
export const consequencesOf = (refund: Refund, payment: Payment, state: RefundedState, ctx: DecisionContext): Consequences => {
  if (refund.overpayment) return { creditNoteId: null, changes: [], events: [] };
  const invoice = invoicePaidBy(payment, state.invoice);
  const creditNoteDetails = { amountCents: uncreditedCents(refund), refundId: refund.id, reason: refund.reason };
  const issued = invoice === null ? null : issueCreditNote(invoice, creditNoteDetails, ctx);
  const credit = issued === null || state.subscription === null ? null : takeBack(issued.note, payment, state.subscription.record);
  const kept = keptSubscription(payment, state, credit, ctx);
  const ended = payment.amountReturnedCents < payment.amountCents ? null : endSubscription(payment, state, kept, ctx);
  const oneShot = state.oneShot === null ? { changes: [], events: [] } : applyRefundedAmount(state.oneShot, payment);
  return {
    creditNoteId: issued?.note.id ?? refund.repeats?.[0]?.creditNoteId ?? null,
    changes: [
      ...(issued === null || invoice === null ? [] : changesOfCreditNote(invoice, credit?.note ?? issued.note)),
      ...(ended?.changes ?? changesOf(state.subscription, kept)),
      ...oneShot.changes,
    ],
    events: [...(issued?.events ?? []), ...(ended?.events ?? []), ...oneShot.events],
  };
};

interface CreditTakenBack {
  /** The credit note, with the net amount of carried credit that it takes back (`creditReleasedCents`). */
  readonly note: CreditNote;
  /** The subscription, with the liability for this credit released. */
  readonly subscription: Subscription;
}

/** Takes back carried credit that the refunded payment paid for; `null`: none. */
const takeBack = (note: CreditNote, payment: Payment, before: Subscription): CreditTakenBack | null => {
  const { releasedCents, subscription } = takeBackCredit(before, payment.id, note.totalCents - note.taxCents);
  return releasedCents === 0 ? null : { note: { ...note, creditReleasedCents: releasedCents }, subscription };
};

/** The subscription if the refund does not end it; `null`: the payment is for no subscription. */
const keptSubscription = (
  payment: Payment,
  { subscription }: RefundedState,
  credit: CreditTakenBack | null,
  { now }: DecisionContext,
): Subscription | null =>
  subscription === null ? null : withPendingFullRefund(credit?.subscription ?? subscription.record, payment, 0, now);

const changesOf = (stored: Stored<Subscription> | null, after: Subscription | null): readonly Change[] =>
  stored === null || after === null || !differs(stored, after) ? [] : [change(subscriptionAggregate, stored, after)];

/**
 * Ends the subscription; `null` if the refund does not end it. A refund that was created before the end of the period also ends the
 * subscription if it succeeds after that end (`waitsForRefundOf`). `from`: the subscription with other changes of the same decision.
 */
const endSubscription = (
  payment: Payment,
  { parties, subscription, invoice, ...openRenewal }: RefundedState,
  from: Subscription | null,
  ctx: DecisionContext,
): Pick<Consequences, 'changes' | 'events'> | null => {
  if (subscription === null || subscription.record.status === 'canceled') return null;
  const paidUntil = invoice?.record.periodEnd ?? null;
  if (!waitsForRefundOf(subscription.record, payment.id) && !paysForCurrentPeriod(payment, subscription.record, paidUntil, ctx.now))
    return null;
  const { changes, events } = endSubscriptionNow(
    subscription,
    openRenewal,
    { reason: 'refund_issued', taxes: taxOf(parties), from: from ?? subscription.record },
    ctx,
  );
  return { changes, events };
};
