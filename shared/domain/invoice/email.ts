import type { Stored } from '../aggregate.ts';
import type { Customer } from '../customer/record.ts';
import { audited, type Decision, type DecisionContext } from '../decision.ts';
import type { MailOrderWithId } from '../mail/orders.ts';
import { Refusal } from '../refusal.ts';
import type { Invoice } from './record.ts';

export interface EmailInvoiceState {
  readonly invoice: Stored<Invoice> | null;
  /** The invoice's customer, deleted or not. */
  readonly customer: Stored<Customer> | null;
}

export interface EmailedInvoice {
  readonly invoice: Invoice;
  /** The order of the mail. The caller writes it together with the audit entry. */
  readonly mailOrder: MailOrderWithId;
}

/**
 * Orders an email to the customer with the invoice as it is now [INV-03, MAIL-03]. Each call sends one more email and adds an audit entry
 * [INV-14]. In test mode, the email is sent only if a member of the account has the customer's address [MAIL-02]. Refuses a void invoice,
 * and a customer without an email address (409).
 */
export const emailInvoice = (_command: null, state: EmailInvoiceState, ctx: DecisionContext): Decision<EmailedInvoice> | Refusal => {
  if (state.invoice === null) return new Refusal('resource_missing', 'No such invoice.');
  const { record: invoice } = state.invoice;
  if (invoice.status === 'void') return new Refusal('state_conflict', 'A void invoice cannot be sent.');
  if ((state.customer?.record.email ?? null) === null) {
    return new Refusal('state_conflict', 'The customer of this invoice has no email address.', { reason: 'customer_has_no_email' });
  }
  const order = { kind: 'invoice', invoiceId: invoice.id } as const;
  return {
    changes: [],
    events: [],
    audit: { ...audited('invoice', 'emailed', invoice.id), customerId: invoice.customerId },
    result: { invoice, mailOrder: { mailId: ctx.ids.next('invoice#'), order, customerId: invoice.customerId } },
  };
};
