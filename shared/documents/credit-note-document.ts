import type { CreditNote } from '../domain/credit-note/record.ts';
import type { Mode } from '../domain/tenant.ts';
import { wordingFor } from '../locales/documents/index.ts';
import { formatsOf } from './formats.ts';
import type { DocumentModel, LinesTable } from './model.ts';
import { addedTaxes, commonParts, emphasized, plain } from './shared-parts.ts';

const withoutUnits = <Row extends LinesTable['head']>(row: Row): Row => ({ ...row, quantity: '', unitPrice: '' });

/** The credit note, in the buyer's language. Its amounts are what is returned. */
export const creditNoteDocument = (note: CreditNote, mode: Mode): DocumentModel => {
  const { strings, locale } = wordingFor(note.buyer.language);
  const formats = formatsOf(locale, note.currency);
  const { lines, ...common } = commonParts(note, mode, strings, formats);
  return {
    ...common,
    // A line returns a part of what was invoiced: so many units at that price would come to another amount.
    lines: { head: withoutUnits(lines.head), rows: lines.rows.map(withoutUnits) },
    locale,
    title: strings.creditNote,
    facts: [
      { label: strings.creditNoteNumber, value: note.number },
      { label: strings.issuedOn, value: formats.day(note.issuedAt) },
      { label: strings.creditedInvoice, value: note.invoiceNumber },
      ...(note.reason === null ? [] : [{ label: strings.reason, value: note.reason }]),
    ],
    totals: [
      plain(strings.subtotal, formats.amount(note.subtotalCents)),
      ...addedTaxes(note, strings, formats),
      emphasized(strings.totalCredited, formats.amount(note.totalCents)),
    ],
  };
};
