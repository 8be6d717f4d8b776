import { type Change, change, type Stored } from '../aggregate.ts';
import { changesOfCreditNote, issueCreditNote } from '../credit-note/issue.ts';
import type { CreditNote } from '../credit-note/record.ts';
import type { DecisionContext, NewEvent } from '../decision.ts';
import type { Invoice } from '../invoice/record.ts';
import type { OneShotPayment } from '../one-shot/record.ts';
import { applyRefundedAmount } from '../one-shot/refund-and-dispute-amounts.ts';
import { type BillingParties, taxOf } from '../parties.ts';
import type { Payment } from '../payment/record.ts';
import { takeBackCredit } from '../subscription/change/credit-liability.ts';
import { endNow, type OpenRenewal } from '../subscription/lifecycle/end-now.ts';
import { isMetered } from '../subscription/state.ts';
import type { Subscription } from '../subscription/types.ts';
import { subscriptionAggregate } from '../subscription/view.ts';
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

/** The invoice that the payment paid; `null`: the payment paid no invoice, for example because it is an overpayment. */
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
  // Without coverage (prepaid service), as in subscriptions of former releases, the last payment pays until the end of its period.
  const paidUntil = invoice?.periodEnd ?? subscription.currentPeriodEnd;
  return subscription.lastPaymentId === payment.id && now < paidUntil;
};

/**
 * Computes the consequences of a successful refund: a credit note for the refunded part of the invoice [CN-06], and the refunded amount and
 * status of a one-off payment [EVT-48]. If a charge that pays for the current period is refunded in full, the subscription is canceled now
 * with the reason `refund_issued`, and its open renewal invoice is voided (see `endNow`) [SUB-44..49]. The refund of an overpayment has no
 * consequences.
 */
export const consequencesOf = (refund: Refund, payment: Payment, state: RefundedState, ctx: DecisionContext): Consequences => {
  if (refund.overpayment) return NONE;
  const invoice = invoicePaidBy(payment, state.invoice);
  const creditNoteDetails = { amountCents: refund.amountCents, refundId: refund.id, reason: refund.reason };
  const issued = invoice === null ? null : issueCreditNote(invoice, creditNoteDetails, ctx);
  const credit = issued === null || state.subscription === null ? null : takeBack(issued.note, payment, state.subscription.record);
  const ended = payment.amountReturnedCents < payment.amountCents ? null : endSubscription(payment, state, credit?.subscription, ctx);
  const oneShot = state.oneShot === null ? NONE : applyRefundedAmount(state.oneShot, payment);
  return {
    creditNoteId: issued?.note.id ?? null,
    changes: [
      ...(issued === null || invoice === null ? [] : changesOfCreditNote(invoice, credit?.note ?? issued.note)),
      ...(ended?.changes ?? changesOfCredit(state.subscription, credit)),
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

const changesOfCredit = (stored: Stored<Subscription> | null, credit: CreditTakenBack | null): readonly Change[] =>
  stored === null || credit === null ? [] : [change(subscriptionAggregate, stored, credit.subscription)];

/** Ends the subscription; `null` if the refund does not end it. `from`: the subscription with other changes of the same decision. */
const endSubscription = (
  payment: Payment,
  { parties, subscription, invoice, ...openRenewal }: RefundedState,
  from: Subscription | undefined,
  ctx: DecisionContext,
): Pick<Consequences, 'changes' | 'events'> | null => {
  if (subscription === null || subscription.record.status === 'canceled') return null;
  if (!paysForCurrentPeriod(payment, subscription.record, invoice?.record ?? null, ctx.now)) return null;
  const { changes, events } = endNow(
    subscription,
    openRenewal,
    { reason: 'refund_issued', taxes: taxOf(parties), from: from ?? subscription.record },
    ctx,
  );
  return { changes, events };
};
