import * as v from 'valibot';
import { ids, listQuery, listSchema, oneOrMore, ownerFilter, ownerQuery } from '../../shared/api/fields.ts';
import { Invoice } from '../../shared/api/objects/invoice.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { listOf } from '../../shared/api/resources.ts';
import { serve } from '../../shared/api/serve.ts';
import { type Invoice as InvoiceRecord, invoiceAggregate } from '../../shared/domain/invoice/record.ts';

const STATUSES = ['open', 'paid', 'void', 'uncollectible'] as const;
export const operation = defineOperation({
  id: 'invoices.list',
  method: 'GET',
  path: '/v1/invoices',
  summary: 'List invoices, newest first',
  auth: apiKey('invoices:read'),
  profile: 'read',
  params: {},
  query: v.strictObject({
    ...listQuery,
    ...ownerQuery,
    status: v.optional(oneOrMore(STATUSES, 128)),
  }),
  body: null,
  response: listSchema(Invoice),
  errors: [],
});

export const handler = serve(operation, async ({ query }, { tenant, store }) => {
  const { by, where } = ownerFilter({ parentId: query.subscription_id, customerId: query.customer_id });
  return listOf(store, invoiceAggregate, tenant, ids.invoice.pattern, {
    ...query,
    by,
    states: query.status,
    where: (invoice: InvoiceRecord) => where(invoice) && (query.status?.includes(invoice.status) ?? true),
  });
});
