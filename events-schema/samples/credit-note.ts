import { issueCreditNote } from '../../shared/domain/credit-note/issue.ts';
import { viewCreditNote } from '../../shared/domain/credit-note/record.ts';
import { examplesOf, id } from './example.ts';
import { CONTEXT, INVOICE } from './sale.ts';

const PAID_INVOICE = { record: { ...INVOICE, status: 'paid' }, version: 1, seq: 1, changedAt: INVOICE.issuedAt } as const;

/** A credit note for the whole invoice amount. */
const issued = issueCreditNote(PAID_INVOICE, { amountCents: INVOICE.totalCents, refundId: id('re', 1), reason: 'refund' }, CONTEXT);
if (issued === null) throw new Error('The invoice has no amount left to credit.');
const sample = viewCreditNote({ ...issued.note, number: 'TC-2026-000001' }, CONTEXT.tenant);

export const creditNoteExamples = examplesOf(sample, {
  'credit_note.created': { previous: null, invalid: { data: { tax: 503 } } },
});
