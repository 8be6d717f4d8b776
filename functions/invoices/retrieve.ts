import { doc } from '../../shared/api/described.ts';
import { ids } from '../../shared/api/fields.ts';
import { Invoice } from '../../shared/api/objects/invoice.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { fetchRecord } from '../../shared/api/resources.ts';
import { serve } from '../../shared/api/serve.ts';
import { invoiceAggregate, viewInvoice } from '../../shared/domain/invoice/record.ts';

export const operation = defineOperation({
  id: 'invoices.retrieve',
  method: 'GET',
  path: '/v1/invoices/{invoice_id}',
  summary: 'Retrieve an invoice',
  description: doc('Returns the invoice with all its lines. Invoices are never deleted.'),
  auth: apiKey('invoices:read'),
  profile: 'read',
  params: { invoice_id: ids.invoice },
  response: Invoice,
  errors: ['resource_missing'],
});

export const handler = serve(operation, async ({ params }, { tenant, store }) => {
  const { record } = await fetchRecord(store, invoiceAggregate, tenant, params.invoice_id, 'invoice');
  return viewInvoice(record, tenant);
});
