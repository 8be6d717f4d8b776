import { customerAggregate } from '../domain/customer/record.ts';
import { type Invoice, invoiceAggregate } from '../domain/invoice/record.ts';
import { type Payment, paymentAggregate } from '../domain/payment/record.ts';
import type { Composer } from './composed.ts';
import { type EmailContext, methodText, toCustomer } from './email-context.ts';
import type { EmailTemplate, Row } from './email-template.ts';
import { invoiceAmounts, invoiceDocument, periodRow } from './invoice-rows.ts';

export interface Paid {
  readonly payment: Payment;
  /** What was paid; `null` where nothing was invoiced. */
  readonly invoice: Invoice | null;
}

/** Tells of money that was received, and for what. */
export const receiptEmail = ({ payment, invoice }: Paid, emailContext: EmailContext, attached: boolean): EmailTemplate => {
  const { strings, shop } = emailContext;
  const { labels } = strings;
  const paid = emailContext.amount(payment.amountCents, payment.currency);
  const last: Row = [labels.amountPaid, paid];
  return emailContext.template({
    subject: strings.receipt.subject(shop, invoice?.number ?? null),
    heading: strings.receipt.heading,
    opening: strings.receipt.opening(shop, paid),
    facts: [
      ...(invoice === null ? [] : [[labels.invoice, invoice.number] as const]),
      [labels.paidOn, emailContext.date(payment.paidAt ?? payment.created)],
      ...(payment.paymentMethod === null ? [] : [[labels.paidWith, methodText(payment.paymentMethod, strings)] as const]),
      ...(invoice === null ? [] : periodRow(invoice, emailContext)),
    ],
    amounts: invoice === null ? [last] : invoiceAmounts(invoice, emailContext, last),
    action: null,
    closing: attached ? [strings.attached.invoice] : [],
  });
};

/** One mail for a payment and its invoice. A verification charge has neither. */
export const composeReceipt: Composer<'receipt'> = async (from, { paymentId }) => {
  const { store, tenant } = from;
  const payment = (await store.get(paymentAggregate, tenant, paymentId))?.record ?? null;
  if (payment === null) return 'subject_gone';
  if (payment.verification) return 'needless';
  const [customer, stored] = await Promise.all([
    store.get(customerAggregate, tenant, payment.customerId),
    payment.invoiceId === null ? null : store.get(invoiceAggregate, tenant, payment.invoiceId),
  ]);
  if (customer === null) return 'subject_gone';
  const invoice = stored?.record ?? null;
  return toCustomer(from, customer.record, {
    document: invoice === null ? null : invoiceDocument(invoice),
    portal: null,
    slot: null,
    template: (emailContext, { attached }) => receiptEmail({ payment, invoice }, emailContext, attached),
  });
};
