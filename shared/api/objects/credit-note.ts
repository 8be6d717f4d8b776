import * as v from 'valibot';
import { described, doc, named } from '../schemas/described.ts';
import { cents, currency, customerId, objectHead, timestamp } from './common.ts';
import { expandedDocument } from './document-texts.ts';
import { EInvoice } from './e-invoicing.ts';
import { Invoice } from './invoice.ts';

export const CreditNote = v.strictObject({
  ...objectHead('credit_note', doc('Id of the credit note. Starts with `cn_`.')),
  number: described(
    v.string(),
    doc('Number of the credit note, such as `CN-000123` (`TEST-CN-000123` in test mode). Counted without gaps per account and mode.'),
  ),
  invoice_id: described(v.string(), doc('Id of the corrected invoice. Starts with `inv_`.')),
  customer_id: customerId,
  refund_id: described(
    v.nullable(v.string()),
    doc('Id of the refund that the credit note documents. Starts with `re_`; `null` if there is none.'),
  ),
  reason: described(v.nullable(v.string()), doc('Reason of the correction, as given for the refund; `null` if there is none.')),
  currency,
  subtotal_cents: described(cents, doc('Sum of `amount_cents` of all lines, in cents. Discounts are already deducted.')),
  tax_cents: described(cents, doc('Sum of the credited tax of all rates, in cents.')),
  total_cents: described(cents, doc('Credited amount in cents, with tax.')),
  tax: described(Invoice.entries.tax, doc('Credited tax per rate, at the rates of the invoice.')),
  lines: described(
    Invoice.entries.lines,
    doc(
      'The credited part of each line of the invoice. Positive for lines that the customer was charged for, negative for lines that ' +
        'reduced the invoice.',
    ),
  ),
  issued_at: described(timestamp, doc('Unix time in seconds when the credit note was issued.')),
  e_invoice: described(EInvoice, doc('The e-invoice of the document: format, status and missing fields.')),
});

/**
 * A credit note as the retrieve operation returns it. Lists, events and all other responses contain `CreditNote`, without the texts of the
 * document.
 */
export const CreditNoteWithDocument = named(
  v.strictObject({ ...CreditNote.entries, document: expandedDocument }),
  'CreditNoteWithDocument',
);
