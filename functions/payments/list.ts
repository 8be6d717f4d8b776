import * as v from 'valibot';
import { createdQuery } from '../../shared/api/created-range.ts';
import { fetchSummarizedList, summarizedListSchema, summaryQuery } from '../../shared/api/list-summary.ts';
import { Payment } from '../../shared/api/objects/payment.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams, listQuery, ownerFilter, ownerQuery } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';

export const operation = defineOperation({
  id: 'payments.list',
  method: 'GET',
  path: '/v1/payments',
  summary: 'List payments, newest first',
  description: doc(
    'Lists the payments of the account, or only those of a customer or subscription. Includes failed attempts and verification charges.',
  ),
  auth: apiKey('payments:read'),
  profile: 'read',
  params: {},
  query: v.strictObject({
    ...listQuery,
    ...summaryQuery,
    ...createdQuery,
    ...ownerQuery,
  }),
  response: summarizedListSchema(Payment),
});

export const handler = serve(operation, async ({ query }, { tenant, store }) =>
  fetchSummarizedList(
    store,
    paymentAggregate,
    tenant,
    idParams.payment.pattern,
    { ...query, ...ownerFilter({ parentId: query.subscription_id, customerId: query.customer_id }) },
    { amountOf: ({ status, amountCents, currency }) => ({ currency, cents: status === 'succeeded' ? amountCents : 0 }) },
  ),
);
