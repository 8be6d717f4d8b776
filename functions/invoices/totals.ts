import * as v from 'valibot';
import { createdQuery, createdRange } from '../../shared/api/created-range.ts';
import { InvoiceTotals, viewInvoiceTotal } from '../../shared/api/objects/invoice-totals.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { scanRecords } from '../../shared/api/reports/record-scan.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { commaSeparated, reference } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { INVOICE_STATUSES, invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { totalsByCurrency } from '../../shared/domain/invoice/totals.ts';

export const operation = defineOperation({
  id: 'invoices.totals',
  method: 'GET',
  path: '/v1/invoices/totals',
  summary: 'Retrieve the number and sums of invoices',
  description: doc(
    'Returns how many invoices a list with the same filters would contain, and their sums, per currency. Responds with ' +
      '400 if there are more than 100,000 invoices. This endpoint is an extension of the specification.',
  ),
  auth: apiKey('invoices:read'),
  profile: 'read',
  params: {},
  query: v.strictObject({
    ...createdQuery,
    status: described(v.optional(commaSeparated(INVOICE_STATUSES, 128)), doc('Counts only invoices with one of these statuses.')),
    customer_id: described(v.optional(reference), doc('Counts only invoices of this customer.')),
  }),
  response: InvoiceTotals,
});

export const handler = serve(operation, async ({ query }, { tenant, store }) => {
  const { status, customer_id: customerId } = query;
  const invoices = await scanRecords(
    store,
    invoiceAggregate,
    tenant,
    {
      timeOf: ({ created }) => created,
      range: createdRange(query),
      ...(customerId === undefined ? { states: status } : { by: { customerId } }),
      where: (invoice) => status?.includes(invoice.status) ?? true,
    },
    'created[gte]',
  );
  return { object: 'invoice_totals' as const, data: totalsByCurrency(invoices).map(viewInvoiceTotal) };
});
