import { type Change, change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, type NewEvent, unchanged } from '../decision.ts';
import { type BillingParties, treatmentFor } from '../parties.ts';
import type { Payment } from '../payment/record.ts';
import { Refusal } from '../refusal.ts';
import { forgiveRenewal } from '../subscription/renewal/forgive.ts';
import type { Subscription } from '../subscription/types.ts';
import { subscriptionAggregate } from '../subscription/view.ts';
import { type Invoice, invoiceAggregate } from './record.ts';
import { isPayable, voidedInvoice } from './transitions.ts';

export interface VoidInvoiceState {
  readonly invoice: Stored<Invoice> | null;
  /** The latest payment that was to settle it, if there is one. */
  readonly payment: Stored<Payment> | null;
  /** The subscription that it bills, if it bills one. */
  readonly subscription: Stored<Subscription> | null;
  readonly parties: BillingParties | null;
}

/** What becomes of the subscription that waits for the invoice; nothing when none does. */
const released = ({ invoice, subscription, parties }: VoidInvoiceState, ctx: DecisionContext) => {
  const renewal = subscription?.record.renewal ?? null;
  if (subscription === null || parties === null || invoice === null || renewal?.invoiceId !== invoice.record.id) return NOTHING;
  const { subscription: after, events } = forgiveRenewal(subscription.record, invoice.record, treatmentFor(parties), ctx);
  return { changes: [change(subscriptionAggregate, subscription, after)], events };
};

const NOTHING: { readonly changes: readonly Change[]; readonly events: readonly NewEvent[] } = { changes: [], events: [] };

/**
 * Voids an invoice for which no money moved, one that was given up as uncollectible too: it was never owed [INV-10]. A paid one is
 * refused with `invoice_not_voidable` [INV-11]; one whose charge is pending with `operation_pending`, because it may be paid
 * yet. Voiding again changes nothing. Money that comes for it anyway is returned.
 *
 * A subscription that is past due for it owes nothing any more: see `forgiveRenewal`.
 */
export const voidInvoice = (_command: null, state: VoidInvoiceState, ctx: DecisionContext): Decision<Invoice> | Refusal => {
  if (state.invoice === null) return new Refusal('resource_missing', 'No such invoice.');
  const before = state.invoice.record;
  if (before.status === 'void') return unchanged(before);
  if (!isPayable(before) || before.amountPaidCents > 0) {
    return new Refusal('invoice_not_voidable', 'This invoice was paid: refund its payment, which issues a credit note.');
  }
  if (state.payment?.record.status === 'pending') {
    const renews = before.billingReason === 'subscription_cycle' || before.billingReason === 'usage';
    return new Refusal(
      'operation_pending',
      'A charge of this invoice is pending. Try again once it is settled.',
      renews ? { reason: 'renewal_processing' } : {},
    );
  }
  const after = voidedInvoice(before, ctx.now);
  const { changes, events } = released(state, ctx);
  return {
    changes: [...changes, change(invoiceAggregate, state.invoice, after)],
    events: [...events, { type: 'invoice.voided', subjectId: after.id }],
    audit: audited('invoice', 'voided', after.id),
    result: after,
  };
};
