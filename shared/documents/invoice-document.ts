import { type Invoice, viewInvoiceFields } from '../domain/invoice/record.ts';
import { METHOD_NAMES, type PaymentMethod } from '../domain/payment/methods.ts';
import type { Mode } from '../domain/tenant.ts';
import type { DocumentTexts } from '../locales/documents.ts';
import { documentLocaleFor } from '../locales/documents.ts';
import { invoiceFacts } from '../locales/invoice-facts.ts';
import { type DocumentFormatters, documentFormatters } from './formats.ts';
import type { DocumentModel, Total } from './model.ts';
import { addedTaxes, commonParts, emphasizedTotal, plainTotal } from './shared-parts.ts';

/** The totals when the invoice was issued. */
const totalsOf = (invoice: Invoice, texts: DocumentTexts, formats: DocumentFormatters): readonly Total[] => {
  const { amount } = formats;
  return [
    plainTotal(texts.subtotal, amount(invoice.subtotalCents)),
    ...(invoice.discountCents === 0 ? [] : [plainTotal(texts.discount, amount(-invoice.discountCents))]),
    ...addedTaxes(invoice, texts, formats),
    emphasizedTotal(texts.total, amount(invoice.totalCents)),
  ];
};

/**
 * True for an invoice that was issued as paid. A later payment is not printed, because the document does not change after it was issued.
 */
export const isIssuedPaid = ({ paidAt, issuedAt }: Invoice): boolean => paidAt === issuedAt;

/** `Paid on 4 December 2026 with Visa 2681`; empty if the invoice was not issued as paid. */
const paidNotes = (invoice: Invoice, method: PaymentMethod | null, texts: DocumentTexts, { day }: DocumentFormatters): readonly string[] =>
  isIssuedPaid(invoice) ? [texts.paid(day(invoice.issuedAt), method === null ? null : methodText(method, texts))] : [];

/** `Visa 2681`, `iDEAL`, `Bank transfer` */
const methodText = ({ type, brand, last4 }: PaymentMethod, { methods }: DocumentTexts): string => {
  const names: Readonly<Record<string, string>> = { ...METHOD_NAMES, ...methods };
  return [brand ?? names[type] ?? type, last4].filter((part) => part !== null).join(' ');
};

/**
 * Builds the document of an invoice as it was issued, in the buyer's language. `method`: the method of the invoice's payment; `null`: none.
 */
export const invoiceDocument = (invoice: Invoice, mode: Mode, method: PaymentMethod | null = null): DocumentModel => {
  const { texts, language, locale } = documentLocaleFor(invoice.buyer.language);
  const formats = documentFormatters(locale, invoice.currency, invoice.buyer.countryCode);
  const { notes, ...common } = commonParts(invoice, mode, texts, formats);
  return {
    ...common,
    notes: [...paidNotes(invoice, method, texts, formats), ...notes],
    locale,
    title: texts.invoice,
    facts: invoiceFacts(viewInvoiceFields(invoice), 'document', language, formats).map(([label, value]) => ({ label, value })),
    totals: totalsOf(invoice, texts, formats),
  };
};
