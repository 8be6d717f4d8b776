import { customerAggregate } from '../domain/customer/record.ts';
import { amountDueCents, type Invoice, invoiceAggregate } from '../domain/invoice/record.ts';
import { type Composer, mailDocument, type SendDetails } from './composed.ts';
import { composeForCustomer, type EmailContext, portalLinkFor } from './email-context.ts';
import type { EmailTemplate, Row } from './email-template.ts';
import { factRows, invoiceAmounts } from './invoice-rows.ts';

/** Shows an invoice and the amount paid or due. */
export const invoiceEmail = (invoice: Invoice, context: EmailContext, { attached, linkUrl }: SendDetails): EmailTemplate => {
  const { texts } = context;
  const { labels } = texts;
  const amount = (amountCents: number): string => context.amount(amountCents, invoice.currency);
  const isPaid = invoice.status === 'paid';
  const last: Row = isPaid ? [labels.amountPaid, amount(invoice.amountPaidCents)] : [labels.amountDue, amount(amountDueCents(invoice))];
  const date = context.date(invoice.issuedAt);
  return context.template({
    ...context.wording('invoice', { invoice_number: invoice.number, amount: last[1], date }, isPaid ? { opening: texts.invoice.paid } : {}),
    facts: factRows(invoice, 'email', context),
    amounts: invoiceAmounts(invoice, context, last),
    action: context.portalAction(linkUrl),
    attachment: attached ? texts.attached.invoice : null,
  });
};

/** The mail with an invoice, sent at the seller's request; `needless` once the invoice is void [MAIL-03]. */
export const composeInvoice: Composer<'invoice'> = async (deps, { invoiceId }) => {
  const { store, tenant } = deps;
  const invoice = (await store.get(invoiceAggregate, tenant, invoiceId))?.record ?? null;
  const customer = invoice === null ? null : await store.get(customerAggregate, tenant, invoice.customerId);
  if (invoice === null || customer === null) return 'subject_gone';
  if (invoice.status === 'void') return 'needless';
  return composeForCustomer(deps, customer.record, {
    document: mailDocument(invoice),
    link: portalLinkFor(invoice.subscriptionId, customer.record),
    rateLimits: [],
    template: (context, details) => invoiceEmail(invoice, context, details),
  });
};
