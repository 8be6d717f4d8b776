import type { Invoice, InvoiceLine } from '../domain/invoice/record.ts';
import type { TaxSum } from '../domain/tax.ts';
import type { MailDocument } from './composed.ts';
import type { EmailContext } from './email-context.ts';
import type { Row } from './email-template.ts';

export const invoiceDocument = ({ id, number }: Invoice): MailDocument => ({ id, fileName: `${number}.pdf` });

const lineName = ({ type, description, quantity }: InvoiceLine, { strings: { lines } }: EmailContext): string => {
  const what = lines[type];
  const name = what === undefined ? description : `${what}: ${description}`;
  return quantity === '1' ? name : `${name} × ${quantity}`;
};

const taxName = ({ displayName, rateBasisPoints }: TaxSum, { taxBehavior }: Invoice, { strings, percent }: EmailContext): string => {
  const name = `${displayName ?? strings.labels.tax} ${percent(rateBasisPoints)}`;
  return taxBehavior === 'inclusive' ? `${name} (${strings.labels.included})` : name;
};

/** The invoice from its lines to what is left of them: one row an amount, `last` at the end. */
export const invoiceAmounts = (invoice: Invoice, emailContext: EmailContext, last: Row): readonly Row[] => {
  const { labels } = emailContext.strings;
  const amount = (amountCents: number): string => emailContext.amount(amountCents, invoice.currency);
  return [
    ...invoice.lines.map((line): Row => [lineName(line, emailContext), amount(line.amountCents)]),
    ...(invoice.discountCents === 0 ? [] : [[labels.discount, amount(-invoice.discountCents)] as const]),
    ...invoice.tax.map((tax): Row => [taxName(tax, invoice, emailContext), amount(tax.taxCents)]),
    last,
  ];
};

export const periodRow = ({ periodStart, periodEnd }: Invoice, { strings, period }: EmailContext): readonly Row[] =>
  periodStart === null || periodEnd === null ? [] : [[strings.labels.period, period(periodStart, periodEnd)]];
