import type { Stored } from '../aggregate.ts';
import type { Customer } from '../customer/record.ts';
import { audited, type Decision, type DecisionContext } from '../decision.ts';
import type { NamedOrder } from '../mail/orders.ts';
import { Refusal } from '../refusal.ts';
import type { Invoice } from './record.ts';

export interface EmailInvoiceState {
  readonly invoice: Stored<Invoice> | null;
  /** Whom it was issued to, deleted or not. */
  readonly customer: Stored<Customer> | null;
}

/** `ordered`: the mail to be sent, which belongs to this decision. */
export interface EmailedInvoice {
  readonly invoice: Invoice;
  readonly ordered: NamedOrder;
}

/**
 * Has the invoice sent to its customer, as it is now [INV-03, MAIL-03]. Each call is a mail and a separate audit entry
 * [INV-14]; in test mode the mail may go to nobody [MAIL-02]. Nobody owes a void invoice, so it is not sent.
 */
export const emailInvoice = (_command: null, state: EmailInvoiceState, ctx: DecisionContext): Decision<EmailedInvoice> | Refusal => {
  if (state.invoice === null) return new Refusal('resource_missing', 'No such invoice.');
  const { record: invoice } = state.invoice;
  if (invoice.status === 'void') return new Refusal('state_conflict', 'A void invoice is not sent.');
  if ((state.customer?.record.email ?? null) === null) {
    return new Refusal('state_conflict', 'The customer of this invoice has no e-mail address.', { reason: 'customer_has_no_email' });
  }
  const order = { kind: 'invoice', invoiceId: invoice.id } as const;
  return {
    changes: [],
    events: [],
    audit: { ...audited('invoice', 'emailed', invoice.id), customerId: invoice.customerId },
    result: { invoice, ordered: { mailId: ctx.ids.next('invoice#'), order, customerId: invoice.customerId } },
  };
};
