import { formatFor } from './e-invoice/formats.ts';
import { missingFields } from './e-invoice/missing.ts';
import type { EInvoiceDocument, EInvoiceFormat } from './e-invoice/types.ts';
import { eInvoiceFactsOf } from './e-invoice/view.ts';

/** Name of the file with the PDF of an invoice or credit note. The file never changes. */
export const pdfFileName = (id: string): string => `${id}.pdf`;

/** Extension of a format's file. */
export const extensionOf = (format: EInvoiceFormat): 'pdf' | 'xml' => (format === 'facturx' ? 'pdf' : 'xml');

/** Name of the file with an e-invoice. For `facturx`: used only where the PDF of the document has no embedded XML. */
export const eInvoiceFileName = (id: string, format: EInvoiceFormat): string => `${id}.${format}.${extensionOf(format)}`;

/** True if the PDF of the document is Factur-X: the customer wants an e-invoice, and the document lacks nothing for it. */
export const embedsXml = (document: EInvoiceDocument): boolean => {
  const facts = eInvoiceFactsOf(document);
  return formatFor(facts) !== null && missingFields(facts, 'facturx').length === 0;
};

/**
 * The format of the XML file that is rendered and mailed with the PDF: the customer's format, if it is not Factur-X and the document lacks
 * nothing for it. `null`: only the PDF.
 */
export const formatMailedWithPdf = (document: EInvoiceDocument): EInvoiceFormat | null => {
  const facts = eInvoiceFactsOf(document);
  const format = formatFor(facts);
  return format === null || format === 'facturx' || missingFields(facts, format).length > 0 ? null : format;
};
