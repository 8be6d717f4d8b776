import * as v from 'valibot';
import { createdQuery, createdRange, isCreatedWithin } from '../../shared/api/created-range.ts';
import { countingByState, fetchSummarizedList, summarizedListSchema, summaryQuery } from '../../shared/api/list-summary.ts';
import { Invoice } from '../../shared/api/objects/invoice.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { checkCursor } from '../../shared/api/resources.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { commaSeparated, idParams, listQuery, ownerFilter, ownerQuery, text } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { INVOICE_STATUSES, type Invoice as InvoiceRecord, invoiceAggregate, numberIndexKey } from '../../shared/domain/invoice/record.ts';
import { INVOICE_NUMBER_MAX_LENGTH } from '../../shared/domain/limits.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import type { Store } from '../../shared/store/writer/store.ts';

export const operation = defineOperation({
  id: 'invoices.list',
  method: 'GET',
  path: '/v1/invoices',
  summary: 'List invoices, newest first',
  description: doc('`number` returns only the invoice with this number, without a summary.'),
  auth: apiKey('invoices:read'),
  profile: 'read',
  params: {},
  query: v.strictObject({
    ...listQuery,
    ...summaryQuery,
    ...createdQuery,
    ...ownerQuery,
    status: described(v.optional(commaSeparated(INVOICE_STATUSES, 128)), doc('Returns only invoices with one of these statuses.')),
    number: described(
      v.optional(text(1, INVOICE_NUMBER_MAX_LENGTH)),
      doc('Returns only the invoice with this number, such as `INV-000123`.'),
    ),
  }),
  response: summarizedListSchema(Invoice),
});

export const handler = serve(operation, async ({ query }, { tenant, store }) => {
  const { by, where } = ownerFilter({ parentId: query.subscription_id, customerId: query.customer_id });
  const matchesFilters = (invoice: InvoiceRecord): boolean => where(invoice) && (query.status?.includes(invoice.status) ?? true);
  if (query.number === undefined) {
    const request = { ...query, by, states: query.status, where: matchesFilters };
    // Without `by`, `where` accepts every invoice, so it is left out: then the invoices can be counted in the state index.
    const statuses = countingByState<InvoiceRecord>(INVOICE_STATUSES, ({ status }) => status, by === undefined ? undefined : where);
    return fetchSummarizedList(store, invoiceAggregate, tenant, idParams.invoice.pattern, request, { statuses });
  }
  checkCursor(query.starting_after, idParams.invoice.pattern);
  const matches = await findByNumber(store, tenant, query.number);
  const isAfter = (id: string): boolean => query.starting_after === undefined || id < query.starting_after;
  const data = matches.filter(
    (invoice) =>
      isAfter(invoice.id) &&
      isCreatedWithin(createdRange(query), invoice) &&
      matchesFilters(invoice) &&
      // `where` does not check the subscription, because lists find the invoices of a subscription by index.
      invoice.subscriptionId === (query.subscription_id ?? invoice.subscriptionId),
  );
  return { object: 'list' as const, data: data.map((invoice) => invoiceAggregate.view(invoice, tenant)), has_more: false };
});

/** Returns the invoice with this number as the only element; an empty array if there is no such invoice. */
const findByNumber = async (store: Store, tenant: Tenant, number: string): Promise<readonly InvoiceRecord[]> => {
  const invoiceIds = await store.idsInSparseIndex(invoiceAggregate, tenant, numberIndexKey(number), 1);
  return [...(await store.getMany(invoiceAggregate, tenant, invoiceIds)).values()].map(({ record }) => record);
};
