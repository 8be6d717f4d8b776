import { fetchPdf } from '../../shared/api/calls/document-files.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { fetchRecord } from '../../shared/api/resources.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';

export const operation = defineOperation({
  id: 'invoices.pdf',
  method: 'GET',
  path: '/v1/invoices/{invoice_id}/pdf',
  summary: 'Download the PDF of an invoice',
  description: doc(
    "The invoice as issued, in the customer's language. If the invoice was paid when it was issued (a first period, a plan change or a " +
      'one-off payment), the PDF names the day and the method of the payment. Renewals and usage are paid after their invoice is issued, ' +
      'so their PDF names neither the day nor the method; see `paid_at` and `payment_id` of the invoice. ' +
      'Rendered shortly after the invoice is issued; until then the response is 501 `rendering_pending`.',
  ),
  auth: apiKey('invoices:read'),
  profile: 'read',
  uses: ['documents', 'document-files'],
  params: { invoice_id: idParams.invoice },
  response: 'pdf',
  errors: ['resource_missing', 'rendering_pending'],
});

export const handler = serve(operation, async ({ params }, { tenant, store }) => {
  const { record } = await fetchRecord(store, invoiceAggregate, tenant, params.invoice_id, 'invoice');
  return fetchPdf(tenant, record);
});
