import { type Change, change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, type NewEvent, unchanged } from '../decision.ts';
import { type BillingParties, taxOf } from '../parties.ts';
import type { Payment } from '../payment/record.ts';
import { Refusal } from '../refusal.ts';
import { waiveRenewal } from '../subscription/renewal/waive.ts';
import type { Subscription } from '../subscription/types.ts';
import { subscriptionAggregate } from '../subscription/view.ts';
import { type Invoice, invoiceAggregate } from './record.ts';
import { isPayable, voidedInvoice } from './transitions.ts';

export interface VoidInvoiceState {
  readonly invoice: Stored<Invoice> | null;
  /** The latest payment of the invoice, if any. */
  readonly payment: Stored<Payment> | null;
  /** The subscription of the invoice, if any. */
  readonly subscription: Stored<Subscription> | null;
  readonly parties: BillingParties | null;
}

/** Ends the subscription's dunning if the voided invoice is the invoice of its unpaid renewal; otherwise no changes. */
const endDunning = (invoice: Invoice, { subscription, parties }: VoidInvoiceState, ctx: DecisionContext) => {
  if (subscription === null || parties === null || subscription.record.renewal?.invoiceId !== invoice.id) return NOTHING;
  const { subscription: after, events } = waiveRenewal(subscription.record, invoice, taxOf(parties), ctx);
  return { changes: [change(subscriptionAggregate, subscription, after)], events };
};

const NOTHING: { readonly changes: readonly Change[]; readonly events: readonly NewEvent[] } = { changes: [], events: [] };

/**
 * Voids an open or uncollectible invoice [INV-10]. Refuses a paid invoice (`invoice_not_voidable`) [INV-11] and an invoice with a pending
 * payment (`operation_pending`). Idempotent. If a payment of the voided invoice succeeds later, it is refunded. If the subscription is past
 * due because of this invoice, its dunning ends: see `waiveRenewal`.
 */
export const voidInvoice = (_command: null, state: VoidInvoiceState, ctx: DecisionContext): Decision<Invoice> | Refusal => {
  if (state.invoice === null) return new Refusal('resource_missing', 'No such invoice.');
  const before = state.invoice.record;
  if (before.status === 'void') return unchanged(before);
  if (!isPayable(before)) {
    return new Refusal('invoice_not_voidable', 'This invoice is paid. Refund its payment instead, which issues a credit note.');
  }
  // Only the invoice of a renewal can have a pending payment: all other invoices are issued when they are paid.
  if (state.payment?.record.status === 'pending') {
    const message = 'A payment of this invoice is pending. Try again when it is settled.';
    return new Refusal('operation_pending', message, { reason: 'renewal_processing' });
  }
  const after = voidedInvoice(before, ctx.now);
  const { changes, events } = endDunning(before, state, ctx);
  return {
    changes: [...changes, change(invoiceAggregate, state.invoice, after)],
    events: [...events, { type: 'invoice.voided', subjectId: after.id }],
    audit: audited('invoice', 'voided', after.id),
    result: after,
  };
};
