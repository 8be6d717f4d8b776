import * as v from 'valibot';
import { fetchDocumentTexts } from '../../shared/api/calls/document-texts.ts';
import { fetchTaxEvidence } from '../../shared/api/calls/tax-evidence.ts';
import { InvoiceWithTaxEvidence } from '../../shared/api/objects/tax-evidence.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { expandQuery, idParams } from '../../shared/api/schemas/fields.ts';
import { serveRecord } from '../../shared/api/serve/serve-record.ts';
import { invoiceAggregate, viewInvoice } from '../../shared/domain/invoice/record.ts';

export const operation = defineOperation({
  id: 'invoices.retrieve',
  method: 'GET',
  path: '/v1/invoices/{invoice_id}',
  summary: 'Retrieve an invoice',
  description: doc('Returns the invoice with all its lines. Invoices are never deleted.'),
  auth: apiKey('invoices:read'),
  profile: 'read',
  params: { invoice_id: idParams.invoice },
  query: v.strictObject(expandQuery),
  response: InvoiceWithTaxEvidence,
  expand: { tax_evidence: null, document: null },
  errors: ['resource_missing'],
});

export const handler = serveRecord(operation, invoiceAggregate, async (record, { expand }, { tenant, store }) => {
  return {
    ...viewInvoice(record, tenant),
    ...(expand.has('tax_evidence') ? { tax_evidence: await fetchTaxEvidence(store, tenant, record) } : {}),
    ...(expand.has('document') ? { document: await fetchDocumentTexts(store, tenant, record) } : {}),
  };
});
