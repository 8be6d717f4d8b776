import * as v from 'valibot';
import { createdQuery } from '../../shared/api/created-range.ts';
import { fetchSummarizedList, summarizedListSchema, summaryQuery } from '../../shared/api/list-summary.ts';
import { CreditNote } from '../../shared/api/objects/credit-note.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { idParams, listQuery, ownerFilter, reference } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { creditNoteAggregate } from '../../shared/domain/credit-note/record.ts';

export const operation = defineOperation({
  id: 'credit_notes.list',
  method: 'GET',
  path: '/v1/credit_notes',
  summary: 'List credit notes, newest first',
  description: doc(
    'Lists the credit notes of the account, or only those of an invoice or a customer. Includes the credit notes of deleted and purged customers.',
  ),
  auth: apiKey('credit_notes:read'),
  profile: 'read',
  params: {},
  query: v.strictObject({
    ...listQuery,
    ...summaryQuery,
    ...createdQuery,
    invoice_id: described(v.optional(reference), doc('Returns only credit notes of the invoice with this id.')),
    customer_id: described(v.optional(reference), doc('Returns only credit notes of the customer with this id.')),
  }),
  response: summarizedListSchema(CreditNote),
});

export const handler = serve(operation, async ({ query }, { tenant, store }) =>
  fetchSummarizedList(
    store,
    creditNoteAggregate,
    tenant,
    idParams.creditNote.pattern,
    { ...query, ...ownerFilter({ parentId: query.invoice_id, customerId: query.customer_id }) },
    { amountOf: ({ totalCents, currency }) => ({ currency, cents: totalCents }) },
  ),
);
