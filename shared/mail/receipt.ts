import { customerAggregate } from '../domain/customer/record.ts';
import { type Invoice, invoiceAggregate } from '../domain/invoice/record.ts';
import { type Payment, paymentAggregate } from '../domain/payment/record.ts';
import { FACT_LABELS } from '../locales/invoice-facts.ts';
import { type Composer, mailDocument } from './composed.ts';
import { composeForCustomer, type EmailContext, methodText } from './email-context.ts';
import type { EmailTemplate, Row } from './email-template.ts';
import { factRows, invoiceAmounts } from './invoice-rows.ts';

export interface ReceivedPayment {
  readonly payment: Payment;
  /** The paid invoice; `null`: nothing was invoiced. */
  readonly invoice: Invoice | null;
}

/** Confirms a received payment. `attached`: the PDF of the invoice is attached. */
export const receiptEmail = ({ payment, invoice }: ReceivedPayment, context: EmailContext, attached: boolean): EmailTemplate => {
  const { texts, shop } = context;
  const { labels } = texts;
  const paid = context.amount(payment.amountCents, payment.currency);
  const date = context.date(payment.paidAt ?? payment.created);
  const last: Row = [labels.amountPaid, paid];
  return context.template({
    ...context.wording('receipt', { amount: paid, date }, { subject: texts.receipt.subject(shop, invoice?.number ?? null) }),
    facts: [
      ...(invoice === null ? [] : [[labels.invoice, invoice.number] as const]),
      [FACT_LABELS.paidOn[context.language], date],
      ...(payment.paymentMethod === null ? [] : [[labels.paidWith, methodText(payment.paymentMethod, texts)] as const]),
      ...(invoice === null ? [] : factRows(invoice, 'receipt', context)),
    ],
    amounts: invoice === null ? [last] : invoiceAmounts(invoice, context, last),
    action: null,
    attachment: attached ? texts.attached.invoice : null,
  });
};

/**
 * Composes one mail for a payment and the invoice that it paid. Returns `needless` for a verification charge, and `subject_gone` if the
 * payment or the customer does not exist.
 */
export const composeReceipt: Composer<'receipt'> = async (deps, { paymentId }) => {
  const { store, tenant } = deps;
  const payment = (await store.get(paymentAggregate, tenant, paymentId))?.record ?? null;
  if (payment === null) return 'subject_gone';
  if (payment.verification) return 'needless';
  const [customer, stored] = await Promise.all([
    store.get(customerAggregate, tenant, payment.customerId),
    payment.invoiceId === null ? null : store.get(invoiceAggregate, tenant, payment.invoiceId),
  ]);
  if (customer === null) return 'subject_gone';
  const invoice = stored?.record ?? null;
  return composeForCustomer(deps, customer.record, {
    document: invoice === null ? null : mailDocument(invoice),
    link: null,
    rateLimits: [],
    template: (context, { attached }) => receiptEmail({ payment, invoice }, context, attached),
  });
};
