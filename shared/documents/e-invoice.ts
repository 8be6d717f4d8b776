import type { EInvoiceFormat } from '../domain/e-invoice/types.ts';
import { eInvoiceFactsOf } from '../domain/e-invoice/view.ts';
import { eInvoiceModel } from '../e-invoices/build.ts';
import { writeEInvoice } from '../e-invoices/write.ts';
import type { IssuedDocument } from './issued.ts';

/** Writes the XML of a document. The document must have all fields that the format requires. The same record gives the same text. */
export const eInvoiceXml = ({ record, corrected, method }: IssuedDocument, format: EInvoiceFormat): string =>
  writeEInvoice(eInvoiceModel({ ...eInvoiceFactsOf(record), corrected, method }), format);
