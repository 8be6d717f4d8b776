import type { Invoice } from '../domain/invoice/record.ts';
import type { Mode } from '../domain/tenant.ts';
import type { DocumentTexts } from '../locales/documents/en.ts';
import { documentLocaleFor } from '../locales/documents/index.ts';
import { type Formats, formatsOf } from './formats.ts';
import type { DocumentModel, Fact, Total } from './model.ts';
import { addedTaxes, commonParts, emphasizedTotal, plainTotal } from './shared-parts.ts';

/** The totals when the invoice was issued. Payments are not printed, because they come later and the document does not change. */
const totalsOf = (invoice: Invoice, texts: DocumentTexts, formats: Formats): readonly Total[] => {
  const { amount } = formats;
  return [
    plainTotal(texts.subtotal, amount(invoice.subtotalCents)),
    ...(invoice.discountCents === 0 ? [] : [plainTotal(texts.discount, amount(-invoice.discountCents))]),
    ...addedTaxes(invoice, texts, formats),
    emphasizedTotal(texts.total, amount(invoice.totalCents)),
  ];
};

/** Builds the document of an invoice as it was issued, in the buyer's language. */
export const invoiceDocument = (invoice: Invoice, mode: Mode): DocumentModel => {
  const { texts, locale } = documentLocaleFor(invoice.buyer.language);
  const formats = formatsOf(locale, invoice.currency);
  const period: readonly Fact[] =
    invoice.periodStart === null || invoice.periodEnd === null
      ? []
      : [{ label: texts.servicePeriod, value: formats.period(invoice.periodStart, invoice.periodEnd) }];
  return {
    ...commonParts(invoice, mode, texts, formats),
    locale,
    title: texts.invoice,
    facts: [
      { label: texts.invoiceNumber, value: invoice.number },
      { label: texts.issuedOn, value: formats.day(invoice.issuedAt) },
      ...period,
    ],
    totals: totalsOf(invoice, texts, formats),
  };
};
