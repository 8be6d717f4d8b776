import type { Change, Stored } from '../aggregate.ts';
import { issueCreditNote } from '../credit-note/issue.ts';
import type { DecisionContext, NewEvent } from '../decision.ts';
import type { Invoice } from '../invoice/record.ts';
import type { OneShotPayment } from '../one-shot/record.ts';
import { applyRefundedAmount } from '../one-shot/refund-and-dispute-amounts.ts';
import { type BillingParties, taxOf } from '../parties.ts';
import type { Payment } from '../payment/record.ts';
import { endNow, type OpenRenewal } from '../subscription/lifecycle/end-now.ts';
import { isMetered } from '../subscription/state.ts';
import type { Subscription } from '../subscription/types.ts';
import type { Refund } from './record.ts';

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
  readonly creditNoteId: string | null;
  readonly changes: readonly Change[];
  readonly events: readonly NewEvent[];
}

const NONE: Consequences = { creditNoteId: null, changes: [], events: [] };

/** The invoice that the payment paid; `null`: it paid none, as an overpayment. */
const invoicePaidBy = ({ id }: Payment, invoice: Stored<Invoice> | null): Stored<Invoice> | null =>
  invoice?.record.status === 'paid' && invoice.record.paymentId === id ? invoice : null;

/**
 * True when the payment pays for the current period or started the running trial; false for a metered price [SUB-44..46, SUB-48, SUB-49,
 * PLAN-07].
 */
const paysForCurrentPeriod = (payment: Payment, subscription: Subscription, invoice: Invoice | null, now: number): boolean => {
  if (isMetered(subscription)) return false;
  if (payment.verification) return payment.type === 'initial' && subscription.trialEnd !== null && now < subscription.trialEnd;
  const { coverage } = subscription;
  if (coverage !== null) return now < coverage.end && coverage.charges.some(({ paymentId }) => paymentId === payment.id);
  // Subscriptions of former releases have no coverage (stored prepaid service).
  const paidUntil = invoice?.periodEnd ?? subscription.currentPeriodEnd;
  return subscription.lastPaymentId === payment.id && now < paidUntil;
};

/**
 * Computes the consequences of a successful refund: a credit note for the refunded part of the invoice [CN-06]; `refunded` for a one-off
 * payment [EVT-48]. If a charge that pays for the current period is refunded in full, the subscription is canceled now with the reason
 * `refund_issued`, and its open renewal invoice is voided (see `endNow`) [SUB-44..49]. The refund of an overpayment has no consequences.
 */
export const consequencesOf = (refund: Refund, payment: Payment, state: RefundedState, ctx: DecisionContext): Consequences => {
  if (refund.overpayment) return NONE;
  const invoice = invoicePaidBy(payment, state.invoice);
  const creditNoteDetails = { amountCents: refund.amountCents, refundId: refund.id, reason: refund.reason };
  const creditNote = invoice === null ? null : issueCreditNote(invoice, creditNoteDetails, ctx);
  const ended = payment.amountReturnedCents < payment.amountCents ? NONE : endSubscription(payment, state, ctx);
  const oneShot = state.oneShot === null ? NONE : applyRefundedAmount(state.oneShot, payment);
  return {
    creditNoteId: creditNote?.note.id ?? null,
    changes: [...(creditNote?.changes ?? []), ...ended.changes, ...oneShot.changes],
    events: [...(creditNote?.events ?? []), ...ended.events, ...oneShot.events],
  };
};

const endSubscription = (
  payment: Payment,
  { parties, subscription, invoice, ...openRenewal }: RefundedState,
  ctx: DecisionContext,
): Consequences => {
  if (subscription === null || subscription.record.status === 'canceled') return NONE;
  if (!paysForCurrentPeriod(payment, subscription.record, invoice?.record ?? null, ctx.now)) return NONE;
  const { changes, events } = endNow(subscription, openRenewal, { reason: 'refund_issued', taxes: taxOf(parties) }, ctx);
  return { creditNoteId: null, changes, events };
};
