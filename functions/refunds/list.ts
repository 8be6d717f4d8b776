import * as v from 'valibot';
import { createdQuery } from '../../shared/api/created-range.ts';
import { fetchSummarizedList, summarizedListSchema, summaryQuery } from '../../shared/api/list-summary.ts';
import { Refund } from '../../shared/api/objects/refund.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { idParams, listQuery, ownerFilter, reference } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { refundAggregate } from '../../shared/domain/refund/record.ts';

export const operation = defineOperation({
  id: 'refunds.list',
  method: 'GET',
  path: '/v1/refunds',
  summary: 'List refunds, newest first',
  description: doc(
    'Lists the refunds of the account, or only those of a payment or customer. Includes refunds made at the payment provider or by the service.',
  ),
  auth: apiKey('refunds:read'),
  profile: 'read',
  params: {},
  query: v.strictObject({
    ...listQuery,
    ...summaryQuery,
    ...createdQuery,
    payment_id: described(v.optional(reference), doc('Returns only refunds of the payment with this id.')),
    customer_id: described(v.optional(reference), doc('Returns only refunds of the customer with this id.')),
  }),
  response: summarizedListSchema(Refund),
});

export const handler = serve(operation, async ({ query }, { tenant, store }) =>
  fetchSummarizedList(
    store,
    refundAggregate,
    tenant,
    idParams.refund.pattern,
    { ...query, ...ownerFilter({ parentId: query.payment_id, customerId: query.customer_id }) },
    { amountOf: ({ status, amountCents, currency }) => ({ currency, cents: status === 'failed' ? 0 : amountCents }) },
  ),
);
