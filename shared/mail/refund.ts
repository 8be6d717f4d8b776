import { type CreditNote, creditNoteAggregate } from '../domain/credit-note/record.ts';
import { customerAggregate } from '../domain/customer/record.ts';
import { type Invoice, invoiceAggregate } from '../domain/invoice/record.ts';
import { type Payment, paymentAggregate } from '../domain/payment/record.ts';
import { type Refund, refundAggregate } from '../domain/refund/record.ts';
import { type Composer, mailDocument } from './composed.ts';
import { composeForCustomer, type EmailContext, methodText } from './email-context.ts';
import type { EmailTemplate } from './email-template.ts';

export interface Refunded {
  readonly refund: Refund;
  readonly payment: Payment;
  /** The invoice of the refunded payment; `null`: nothing was invoiced. */
  readonly invoice: Invoice | null;
  /** The credit note for the refund; `null`: none was issued, because the payment paid no invoice or the invoice is credited in full. */
  readonly creditNote: CreditNote | null;
}

/** Confirms a refund. Leaves out the reason; the credit note contains it. */
export const refundEmail = (
  { refund, payment, invoice, creditNote }: Refunded,
  context: EmailContext,
  attached: boolean,
): EmailTemplate => {
  const { texts } = context;
  const { labels } = texts;
  const amount = context.amount(refund.amountCents, refund.currency);
  const date = context.date(refund.settledAt ?? refund.created);
  return context.template({
    ...context.wording('refund', { amount, date }),
    facts: [
      ...(invoice === null ? [] : [[labels.invoice, invoice.number] as const]),
      ...(creditNote === null ? [] : [[labels.creditNote, creditNote.number] as const]),
      [labels.date, date],
      ...(payment.paymentMethod === null ? [] : [[labels.paidWith, methodText(payment.paymentMethod, texts)] as const]),
    ],
    amounts: [[labels.refunded, amount]],
    action: null,
    attachment: attached ? texts.attached.creditNote : null,
  });
};

export const composeRefund: Composer<'refund'> = async (deps, { refundId }) => {
  const { store, tenant } = deps;
  const refund = (await store.get(refundAggregate, tenant, refundId))?.record ?? null;
  if (refund === null) return 'subject_gone';
  // The money of a succeeded refund can come back before the mail is sent.
  if (refund.status !== 'succeeded') return 'needless';
  const [customer, stored] = await Promise.all([
    store.get(customerAggregate, tenant, refund.customerId),
    store.get(paymentAggregate, tenant, refund.paymentId),
  ]);
  if (customer === null || stored === null) return 'subject_gone';
  const payment = stored.record;
  const [storedInvoice, storedCreditNote] = await Promise.all([
    payment.invoiceId === null ? null : store.get(invoiceAggregate, tenant, payment.invoiceId),
    refund.creditNoteId === null ? null : store.get(creditNoteAggregate, tenant, refund.creditNoteId),
  ]);
  const [invoice, creditNote] = [storedInvoice?.record ?? null, storedCreditNote?.record ?? null];
  return composeForCustomer(deps, customer.record, {
    document: creditNote === null ? null : mailDocument(creditNote),
    link: null,
    rateLimits: [],
    template: (context, { attached }) => refundEmail({ refund, payment, invoice, creditNote }, context, attached),
  });
};
