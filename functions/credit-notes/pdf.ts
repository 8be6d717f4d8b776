import { fetchPdf } from '../../shared/api/calls/document-files.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { fetchRecord } from '../../shared/api/resources.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { creditNoteAggregate } from '../../shared/domain/credit-note/record.ts';

export const operation = defineOperation({
  id: 'credit_notes.pdf',
  method: 'GET',
  path: '/v1/credit_notes/{credit_note_id}/pdf',
  summary: 'Download the PDF of a credit note',
  description: doc(
    "In the customer's language. Rendered shortly after the credit note is issued; until then the response is 501 `rendering_pending`.",
  ),
  auth: apiKey('credit_notes:read'),
  profile: 'read',
  uses: ['documents', 'document-files'],
  params: { credit_note_id: idParams.creditNote },
  response: 'pdf',
  errors: ['resource_missing', 'rendering_pending'],
});

export const handler = serve(operation, async ({ params }, { tenant, store }) => {
  const { record } = await fetchRecord(store, creditNoteAggregate, tenant, params.credit_note_id, 'credit note');
  return fetchPdf(tenant, record);
});
