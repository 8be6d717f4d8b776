import type { CreditNote } from '../domain/credit-note/record.ts';
import type { Mode } from '../domain/tenant.ts';
import { documentLocaleFor } from '../locales/documents.ts';
import { documentFormatters } from './formats.ts';
import type { DocumentModel, LinesTable } from './model.ts';
import { addedTaxes, commonParts, creditReason, emphasizedTotal, plainTotal } from './shared-parts.ts';

const withoutQuantityAndPrice = <Row extends LinesTable['head']>(row: Row): Row => ({ ...row, quantity: '', unitPrice: '' });

/** Builds the document of a credit note in the buyer's language. All amounts are credited amounts. */
export const creditNoteDocument = (note: CreditNote, mode: Mode): DocumentModel => {
  const { texts, locale } = documentLocaleFor(note.buyer.language);
  const formats = documentFormatters(locale, note.currency, note.buyer.countryCode);
  const { lines, ...common } = commonParts(note, mode, texts, formats);
  return {
    ...common,
    // A line credits part of an invoice line, so quantity times unit price would not be its amount.
    lines: { head: withoutQuantityAndPrice(lines.head), rows: lines.rows.map(withoutQuantityAndPrice) },
    locale,
    title: texts.creditNote,
    facts: [
      { label: texts.creditNoteNumber, value: note.number },
      { label: texts.issuedOn, value: formats.day(note.issuedAt) },
      { label: texts.creditedInvoice, value: note.invoiceNumber },
      ...(note.reason === null ? [] : [{ label: texts.reason, value: creditReason(note.reason, texts) }]),
    ],
    totals: [
      plainTotal(texts.subtotal, formats.amount(note.subtotalCents)),
      ...addedTaxes(note, texts, formats),
      emphasizedTotal(texts.totalCredited, formats.amount(note.totalCents)),
    ],
  };
};
