import * as v from 'valibot';
import { fetchEInvoice } from '../../shared/api/calls/document-files.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { fetchRecord } from '../../shared/api/resources.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { creditNoteAggregate } from '../../shared/domain/credit-note/record.ts';
import { E_INVOICE_FORMATS } from '../../shared/domain/e-invoice/types.ts';

export const operation = defineOperation({
  id: 'credit_notes.e_invoice',
  method: 'GET',
  path: '/v1/credit_notes/{credit_note_id}/e_invoice',
  summary: 'Download the e-invoice of a credit note',
  description: doc(
    'XML, or a PDF with embedded XML for `facturx`. Rendered at the first request and kept. ' +
      'Fields that the credit note lacked when it was issued are filled from the settings that the account and the customer have at the ' +
      'first request; other fields do not change.',
  ),
  auth: apiKey('credit_notes:read'),
  profile: 'read',
  uses: ['documents', 'document-files'],
  params: { credit_note_id: idParams.creditNote },
  query: v.strictObject({
    format: described(
      v.optional(v.picklist(E_INVOICE_FORMATS)),
      doc(
        'One of `e_invoice.formats`. Default: `e_invoice.format` of the credit note; if it is `null`, the format that follows from the country and identifiers of the customer.',
      ),
    ),
  }),
  response: 'e-invoice',
  errors: ['resource_missing', 'state_conflict', 'rendering_pending'],
  reasons: ['e_invoice_incomplete'],
});

export const handler = serve(operation, async ({ params, query }, { tenant, store }) => {
  const { record } = await fetchRecord(store, creditNoteAggregate, tenant, params.credit_note_id, 'credit note');
  return fetchEInvoice(store, tenant, record, query.format);
});
