import { type Invoice, type InvoiceLine, viewInvoiceFields } from '../domain/invoice/record.ts';
import type { TaxSum } from '../domain/tax/tax.ts';
import { invoiceFacts } from '../locales/invoice-facts.ts';
import { prefixedName } from '../locales/line-prefixes.ts';
import type { EmailContext } from './email-context.ts';
import type { Row } from './email-template.ts';

const lineName = (line: InvoiceLine, { language, quantity }: EmailContext): string => {
  const name = prefixedName(line, language);
  return line.quantity === '1' ? name : `${name} × ${quantity(line.quantity)}`;
};

const taxName = (
  { displayName, rateBasisPoints }: TaxSum,
  { taxBehavior, reverseCharge }: Invoice,
  { texts, percent }: EmailContext,
): string => {
  if (reverseCharge && rateBasisPoints === 0) return texts.labels.reverseCharge;
  const name = `${displayName ?? texts.labels.tax} ${percent(rateBasisPoints)}`;
  return taxBehavior === 'inclusive' ? `${name} (${texts.labels.included})` : name;
};

/** The rows of the amounts: the lines, discount and taxes of the invoice, then the row `last` with the amount paid or due. */
export const invoiceAmounts = (invoice: Invoice, context: EmailContext, last: Row): readonly Row[] => {
  const { labels } = context.texts;
  const amount = (amountCents: number): string => context.amount(amountCents, invoice.currency);
  return [
    ...invoice.lines.map((line): Row => [lineName(line, context), amount(line.amountCents)]),
    ...(invoice.discountCents === 0 ? [] : [[labels.discount, amount(-invoice.discountCents)] as const]),
    ...invoice.tax.map((tax): Row => [taxName(tax, invoice, context), amount(tax.taxCents)]),
    last,
  ];
};

/** The facts of an invoice that a mail shows. `place`: the invoice's email (`email`) or the receipt of its payment (`receipt`). */
export const factRows = (invoice: Invoice, place: 'email' | 'receipt', { language, date, period }: EmailContext): readonly Row[] =>
  invoiceFacts(viewInvoiceFields(invoice), place, language, { day: date, period });
