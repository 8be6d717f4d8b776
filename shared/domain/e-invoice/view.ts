import { applicableFormats, formatFor } from './formats.ts';
import { missingFields } from './missing.ts';
import { NO_BUYER_E_INVOICING, NO_SELLER_E_INVOICING } from './settings.ts';
import type { EInvoiceDocument, EInvoiceFacts } from './types.ts';

/** The document with the settings that were frozen into it. */
export const eInvoiceFactsOf = <Document extends EInvoiceDocument>(
  document: Document,
): EInvoiceFacts & { readonly document: Document } => ({
  document,
  seller: document.seller.eInvoicing ?? NO_SELLER_E_INVOICING,
  buyer: document.buyer.eInvoicing ?? NO_BUYER_E_INVOICING,
});

/**
 * The API's `e_invoice` of an invoice or credit note: the customer's format, and what the document lacks for this format. Fixed when the
 * document is issued.
 */
export const viewEInvoice = (document: EInvoiceDocument) => {
  const facts = eInvoiceFactsOf(document);
  const format = formatFor(facts);
  const missing = format === null ? [] : missingFields(facts, format);
  return {
    status: missing.length === 0 ? ('ready' as const) : ('incomplete' as const),
    format,
    formats: [...applicableFormats(facts)],
    missing: missing.map(({ field, rule, message }) => ({ field, rule, message })),
  };
};
