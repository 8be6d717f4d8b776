import { fetchPdf } from '../../shared/api/calls/document-files.ts';
import { resourceMissing } from '../../shared/api/errors/errors.ts';
import { defineOperation, portalToken } from '../../shared/api/operation.ts';
import { fetchRecord } from '../../shared/api/resources.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { servePortal } from '../../shared/api/serve/serve-portal.ts';
import { creditNoteAggregate } from '../../shared/domain/credit-note/record.ts';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';

export const operation = defineOperation({
  id: 'portal.credit_note_pdf',
  method: 'GET',
  path: '/portal/credit_notes/{credit_note_id}/pdf',
  summary: 'Download the PDF of a credit note of the subscription',
  description: doc(
    'The PDF is rendered once, shortly after the credit note is issued, and then never changes. Until then, the response is 501 ' +
      '`rendering_pending`.',
  ),
  auth: portalToken({ acceptsLimited: true }),
  profile: 'read',
  uses: ['documents', 'document-files'],
  params: { credit_note_id: idParams.creditNote },
  response: 'pdf',
  errors: ['resource_missing', 'rendering_pending'],
});

export const handler = servePortal(operation, async ({ params }, { tenant, store, subscriptionId }) => {
  const { record: creditNote } = await fetchRecord(store, creditNoteAggregate, tenant, params.credit_note_id, 'credit note');
  // The caller asked for a credit note, so the error for a missing invoice names the credit note.
  const { record: invoice } = await fetchRecord(store, invoiceAggregate, tenant, creditNote.invoiceId, 'credit note');
  if (invoice.subscriptionId !== subscriptionId) throw resourceMissing('credit note');
  return fetchPdf(tenant, creditNote);
});
