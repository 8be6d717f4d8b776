import { customerAggregate } from '../domain/customer/record.ts';
import { amountDueCents, type Invoice, invoiceAggregate } from '../domain/invoice/record.ts';
import type { Composer, Enclosed } from './composed.ts';
import { type EmailContext, portalLinkTo, toCustomer } from './email-context.ts';
import type { EmailTemplate, Row } from './email-template.ts';
import { invoiceAmounts, invoiceDocument, periodRow } from './invoice-rows.ts';

/** Shows an invoice, and what is left to pay of it. */
export const invoiceEmail = (invoice: Invoice, emailContext: EmailContext, { attached, portalUrl }: Enclosed): EmailTemplate => {
  const { strings, shop } = emailContext;
  const { labels } = strings;
  const amount = (amountCents: number): string => emailContext.amount(amountCents, invoice.currency);
  const isPaid = invoice.status === 'paid';
  const due = amount(amountDueCents(invoice));
  const last: Row = isPaid ? [labels.amountPaid, amount(invoice.amountPaidCents)] : [labels.amountDue, due];
  return emailContext.template({
    subject: strings.invoice.subject(shop, invoice.number),
    heading: strings.invoice.heading(invoice.number),
    opening: isPaid ? strings.invoice.paid : strings.invoice.due(due),
    facts: [
      [labels.issuedOn, emailContext.date(invoice.issuedAt)],
      ...(invoice.paidAt === null ? [] : [[labels.paidOn, emailContext.date(invoice.paidAt)] as const]),
      ...periodRow(invoice, emailContext),
    ],
    amounts: invoiceAmounts(invoice, emailContext, last),
    action: emailContext.portalAction(portalUrl),
    closing: attached ? [strings.attached.invoice] : [],
  });
};

/** An invoice that its seller had sent; one that was voided since then is not [MAIL-03]. */
export const composeInvoice: Composer<'invoice'> = async (from, { invoiceId }) => {
  const { store, tenant } = from;
  const invoice = (await store.get(invoiceAggregate, tenant, invoiceId))?.record ?? null;
  const customer = invoice === null ? null : await store.get(customerAggregate, tenant, invoice.customerId);
  if (invoice === null || customer === null) return 'subject_gone';
  if (invoice.status === 'void') return 'needless';
  return toCustomer(from, customer.record, {
    document: invoiceDocument(invoice),
    portal: portalLinkTo(invoice.subscriptionId, customer.record),
    slot: null,
    template: (emailContext, last) => invoiceEmail(invoice, emailContext, last),
  });
};
