import { type CreditNote, creditNoteAggregate } from '../domain/credit-note/record.ts';
import { customerAggregate } from '../domain/customer/record.ts';
import { type Invoice, invoiceAggregate } from '../domain/invoice/record.ts';
import { type Payment, paymentAggregate } from '../domain/payment/record.ts';
import { type Refund, refundAggregate } from '../domain/refund/record.ts';
import type { Composer } from './composed.ts';
import { creditNoteDocument } from './credit-note.ts';
import { type EmailContext, methodText, toCustomer } from './email-context.ts';
import type { EmailTemplate } from './email-template.ts';

export interface Refunded {
  readonly refund: Refund;
  readonly payment: Payment;
  /** The invoice of what was returned; `null` where nothing was invoiced. */
  readonly invoice: Invoice | null;
  /** What corrects that invoice; `null` where nothing was left to correct. */
  readonly creditNote: CreditNote | null;
}

/** Tells of money that went back. Why is the seller's own note, not written for the customer. */
export const refundEmail = (
  { refund, payment, invoice, creditNote }: Refunded,
  emailContext: EmailContext,
  attached: boolean,
): EmailTemplate => {
  const { strings, shop } = emailContext;
  const { labels } = strings;
  const amount = emailContext.amount(refund.amountCents, refund.currency);
  return emailContext.template({
    subject: strings.refund.subject(shop),
    heading: strings.refund.heading(amount),
    opening: strings.refund.opening(shop, amount),
    facts: [
      ...(invoice === null ? [] : [[labels.invoice, invoice.number] as const]),
      ...(creditNote === null ? [] : [[labels.creditNote, creditNote.number] as const]),
      [labels.date, emailContext.date(refund.settledAt ?? refund.created)],
      ...(payment.paymentMethod === null ? [] : [[labels.paidWith, methodText(payment.paymentMethod, strings)] as const]),
    ],
    amounts: [[labels.refunded, amount]],
    action: null,
    closing: [strings.refund.closing, ...(attached ? [strings.attached.creditNote] : [])],
  });
};

export const composeRefund: Composer<'refund'> = async (from, { refundId }) => {
  const { store, tenant } = from;
  const refund = (await store.get(refundAggregate, tenant, refundId))?.record ?? null;
  if (refund === null) return 'subject_gone';
  const [customer, stored] = await Promise.all([
    store.get(customerAggregate, tenant, refund.customerId),
    store.get(paymentAggregate, tenant, refund.paymentId),
  ]);
  if (customer === null || stored === null) return 'subject_gone';
  const payment = stored.record;
  const [invoiced, corrected] = await Promise.all([
    payment.invoiceId === null ? null : store.get(invoiceAggregate, tenant, payment.invoiceId),
    refund.creditNoteId === null ? null : store.get(creditNoteAggregate, tenant, refund.creditNoteId),
  ]);
  const [invoice, creditNote] = [invoiced?.record ?? null, corrected?.record ?? null];
  return toCustomer(from, customer.record, {
    document: creditNote === null ? null : creditNoteDocument(creditNote),
    portal: null,
    slot: null,
    template: (emailContext, { attached }) => refundEmail({ refund, payment, invoice, creditNote }, emailContext, attached),
  });
};
