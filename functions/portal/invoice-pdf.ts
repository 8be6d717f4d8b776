import { fetchPdf } from '../../shared/api/calls/document-files.ts';
import { resourceMissing } from '../../shared/api/errors/errors.ts';
import { defineOperation, portalToken } from '../../shared/api/operation.ts';
import { fetchRecord } from '../../shared/api/resources.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { servePortal } from '../../shared/api/serve/serve-portal.ts';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';

export const operation = defineOperation({
  id: 'portal.invoice_pdf',
  method: 'GET',
  path: '/portal/invoices/{invoice_id}/pdf',
  summary: 'Download the PDF of an invoice of the subscription',
  description: doc(
    'The PDF is rendered once, shortly after the invoice is issued, and then never changes. Until then, the response is 501 ' +
      '`rendering_pending`.',
  ),
  auth: portalToken({ acceptsLimited: true }),
  profile: 'read',
  uses: ['documents', 'document-files'],
  params: { invoice_id: idParams.invoice },
  response: 'pdf',
  errors: ['resource_missing', 'rendering_pending'],
});

export const handler = servePortal(operation, async ({ params }, { tenant, store, subscriptionId }) => {
  const { record: invoice } = await fetchRecord(store, invoiceAggregate, tenant, params.invoice_id, 'invoice');
  if (invoice.subscriptionId !== subscriptionId) throw resourceMissing('invoice');
  return fetchPdf(tenant, invoice);
});
