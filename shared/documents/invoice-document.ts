import type { Invoice } from '../domain/invoice/record.ts';
import type { Mode } from '../domain/tenant.ts';
import { wordingFor } from '../locales/documents/index.ts';
import type { DocumentTexts } from '../locales/documents/locale.ts';
import { type Formats, formatsOf } from './formats.ts';
import type { DocumentModel, Fact, Total } from './model.ts';
import { addedTaxes, commonParts, emphasized, plain } from './shared-parts.ts';

/** From the lines to what was to be paid when it was issued: whether and when it was paid changes later, and is not printed. */
const totalsOf = (invoice: Invoice, strings: DocumentTexts, formats: Formats): readonly Total[] => {
  const { amount } = formats;
  return [
    plain(strings.subtotal, amount(invoice.subtotalCents)),
    ...(invoice.discountCents === 0 ? [] : [plain(strings.discount, amount(-invoice.discountCents))]),
    ...addedTaxes(invoice, strings, formats),
    emphasized(strings.total, amount(invoice.totalCents)),
  ];
};

/** The invoice as it was issued, in the buyer's language. */
export const invoiceDocument = (invoice: Invoice, mode: Mode): DocumentModel => {
  const { strings, locale } = wordingFor(invoice.buyer.language);
  const formats = formatsOf(locale, invoice.currency);
  const period: readonly Fact[] =
    invoice.periodStart === null || invoice.periodEnd === null
      ? []
      : [{ label: strings.servicePeriod, value: formats.period(invoice.periodStart, invoice.periodEnd) }];
  return {
    ...commonParts(invoice, mode, strings, formats),
    locale,
    title: strings.invoice,
    facts: [
      { label: strings.invoiceNumber, value: invoice.number },
      { label: strings.issuedOn, value: formats.day(invoice.issuedAt) },
      ...period,
    ],
    totals: totalsOf(invoice, strings, formats),
  };
};
