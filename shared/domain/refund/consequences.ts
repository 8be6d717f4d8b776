import type { Change, Stored } from '../aggregate.ts';
import { issueCreditNote } from '../credit-note/issue.ts';
import type { DecisionContext, NewEvent } from '../decision.ts';
import type { Invoice } from '../invoice/record.ts';
import { withRefundOf } from '../one-shot/consequences.ts';
import type { OneShotPayment } from '../one-shot/record.ts';
import { type BillingParties, treatmentFor } from '../parties.ts';
import type { Payment } from '../payment/record.ts';
import { type Collection, endNow } from '../subscription/lifecycle/end-now.ts';
import { isMetered } from '../subscription/state.ts';
import type { Subscription } from '../subscription/types.ts';
import type { Refund } from './record.ts';

/** What money that came back touches next to its payment. */
export interface RefundedState extends Collection {
  /** The invoice that the payment paid. */
  readonly invoice: Stored<Invoice> | null;
  /** The subscription that the payment was for. */
  readonly subscription: Stored<Subscription> | null;
  /** The one-off payment that the payment was for. */
  readonly oneShot: Stored<OneShotPayment> | null;
  readonly parties: BillingParties;
}

export interface Consequences {
  readonly creditNoteId: string | null;
  readonly changes: readonly Change[];
  readonly events: readonly NewEvent[];
}

const NONE: Consequences = { creditNoteId: null, changes: [], events: [] };

/** A payment corrects the invoice that it paid; one that came next to it, or for a void one, has none. */
const paidBy = ({ id }: Payment, invoice: Stored<Invoice> | null): Stored<Invoice> | null =>
  invoice?.record.status === 'paid' && invoice.record.paymentId === id ? invoice : null;

/** Whether a charge pays for the period that the subscription is in, or began its trial, or was credited to it by a change of plan [SUB-44..46, SUB-48, SUB-49, PLAN-07]. Usage is paid for afterwards. */
const paysForCurrentPeriod = (payment: Payment, subscription: Subscription, invoice: Invoice | null, now: number): boolean => {
  if (isMetered(subscription)) return false;
  if (payment.verification) return payment.type === 'initial' && subscription.trialEnd !== null && now < subscription.trialEnd;
  const { coverage } = subscription;
  if (coverage !== null) return now < coverage.end && coverage.charges.some(({ paymentId }) => paymentId === payment.id);
  // What began before it was kept which charges pay for a period.
  const paidUntil = invoice?.periodEnd ?? subscription.currentPeriodEnd;
  return subscription.lastPaymentId === payment.id && now < paidUntil;
};

/**
 * What a refund that succeeded brings about: a credit note for what it takes back of its invoice, and, once all of the charge that
 * pays for the current period is returned, the end of its subscription at once, `subscription.updated` and `subscription.canceled`
 * with `refund_issued` [CN-06, SUB-44..49]; a renewal that is under way is voided. What was sold once is `refunded` [EVT-48]. An overpayment bought nothing, so that its return corrects nothing.
 */
export const consequencesOf = (refund: Refund, payment: Payment, state: RefundedState, ctx: DecisionContext): Consequences => {
  if (refund.overpayment) return NONE;
  const invoice = paidBy(payment, state.invoice);
  const correction = { amountCents: refund.amountCents, refundId: refund.id, reason: refund.reason };
  const issued = invoice === null ? null : issueCreditNote(invoice, correction, ctx);
  const ended = payment.amountReturnedCents < payment.amountCents ? NONE : endRefunded(payment, state, ctx);
  const oneShot = state.oneShot === null ? NONE : withRefundOf(state.oneShot, payment);
  return {
    creditNoteId: issued?.note.id ?? null,
    changes: [...(issued?.changes ?? []), ...ended.changes, ...oneShot.changes],
    events: [...(issued?.events ?? []), ...ended.events, ...oneShot.events],
  };
};

const endRefunded = (
  payment: Payment,
  { parties, subscription, invoice, ...collection }: RefundedState,
  ctx: DecisionContext,
): Consequences => {
  if (subscription === null || subscription.record.status === 'canceled') return NONE;
  if (!paysForCurrentPeriod(payment, subscription.record, invoice?.record ?? null, ctx.now)) return NONE;
  const { changes, events } = endNow(subscription, collection, { reason: 'refund_issued', tax: treatmentFor(parties) }, ctx);
  return { creditNoteId: null, changes, events };
};
