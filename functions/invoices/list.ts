import * as v from 'valibot';
import { ids, listQuery, listOf as listSchema, oneOrMore, reference } from '../../shared/api/fields.ts';
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
    customer_id: v.optional(reference),
    subscription_id: v.optional(reference),
    status: v.optional(oneOrMore(STATUSES, 128)),
  }),
  body: null,
  response: listSchema(Invoice),
  errors: [],
});

export const handler = serve(operation, async ({ query }, { tenant, store }) => {
  const { customer_id: customerId, subscription_id: subscriptionId } = query;
  return listOf(store, invoiceAggregate, tenant, ids.invoice.pattern, {
    ...query,
    by: subscriptionId !== undefined ? { parentId: subscriptionId } : customerId !== undefined ? { customerId } : undefined,
    where: (invoice: InvoiceRecord) =>
      (customerId === undefined || invoice.customerId === customerId) && (query.status?.includes(invoice.status) ?? true),
  });
});
