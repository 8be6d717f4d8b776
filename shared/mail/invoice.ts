import { customerAggregate } from '../domain/customer/record.ts';
import { amountDueCents, type Invoice, invoiceAggregate } from '../domain/invoice/record.ts';
import type { Composer, Enclosed } from './composed.ts';
import { doorTo, type Letter, toCustomer } from './email-context.ts';
import type { EmailTemplate, Row } from './email-template.ts';
import { invoiceAmounts, invoiceDocument, periodRow } from './invoice-rows.ts';

/** Shows an invoice, and what is left to pay of it. */
export const invoiceEmail = (invoice: Invoice, letter: Letter, { attached, portalUrl }: Enclosed): EmailTemplate => {
  const { words, shop } = letter;
  const { labels } = words;
  const amount = (amountCents: number): string => letter.amount(amountCents, invoice.currency);
  const isPaid = invoice.status === 'paid';
  const due = amount(amountDueCents(invoice));
  const last: Row = isPaid ? [labels.amountPaid, amount(invoice.amountPaidCents)] : [labels.amountDue, due];
  return letter.template({
    subject: words.invoice.subject(shop, invoice.number),
    heading: words.invoice.heading(invoice.number),
    opening: isPaid ? words.invoice.paid : words.invoice.due(due),
    facts: [
      [labels.issuedOn, letter.date(invoice.issuedAt)],
      ...(invoice.paidAt === null ? [] : [[labels.paidOn, letter.date(invoice.paidAt)] as const]),
      ...periodRow(invoice, letter),
    ],
    amounts: invoiceAmounts(invoice, letter, last),
    action: letter.portalAction(portalUrl),
    closing: attached ? [words.attached.invoice] : [],
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
    portal: doorTo(invoice.subscriptionId, customer.record),
    slot: null,
    template: (letter, last) => invoiceEmail(invoice, letter, last),
  });
};
