import * as v from 'valibot';
import { fetchDocumentTexts } from '../../shared/api/calls/document-texts.ts';
import { CreditNoteWithDocument } from '../../shared/api/objects/credit-note.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { expandQuery, idParams } from '../../shared/api/schemas/fields.ts';
import { serveRecord } from '../../shared/api/serve/serve-record.ts';
import { creditNoteAggregate, viewCreditNote } from '../../shared/domain/credit-note/record.ts';

export const operation = defineOperation({
  id: 'credit_notes.retrieve',
  method: 'GET',
  path: '/v1/credit_notes/{credit_note_id}',
  summary: 'Retrieve a credit note',
  description: doc('Returns the credit note as it was issued. Credit notes never change and are never deleted.'),
  auth: apiKey('credit_notes:read'),
  profile: 'read',
  params: { credit_note_id: idParams.creditNote },
  query: v.strictObject(expandQuery),
  response: CreditNoteWithDocument,
  expand: { document: null },
  errors: ['resource_missing'],
});

export const handler = serveRecord(operation, creditNoteAggregate, async (record, { expand }, { tenant, store }) => {
  const view = viewCreditNote(record, tenant);
  return expand.has('document') ? { ...view, document: await fetchDocumentTexts(store, tenant, record) } : view;
});
