import { doc } from '../../shared/api/described.ts';
import { ids } from '../../shared/api/fields.ts';
import { CreditNote } from '../../shared/api/objects/credit-note.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { fetchRecord } from '../../shared/api/resources.ts';
import { serve } from '../../shared/api/serve.ts';
import { creditNoteAggregate, viewCreditNote } from '../../shared/domain/credit-note/record.ts';

export const operation = defineOperation({
  id: 'credit_notes.retrieve',
  method: 'GET',
  path: '/v1/credit_notes/{credit_note_id}',
  summary: 'Retrieve a credit note',
  description: doc('Returns the credit note as it was issued. Credit notes never change and are never deleted.'),
  auth: apiKey('credit_notes:read'),
  profile: 'read',
  params: { credit_note_id: ids.creditNote },
  response: CreditNote,
  errors: ['resource_missing'],
});

export const handler = serve(operation, async ({ params }, { tenant, store }) =>
  viewCreditNote((await fetchRecord(store, creditNoteAggregate, tenant, params.credit_note_id, 'credit note')).record, tenant),
);
