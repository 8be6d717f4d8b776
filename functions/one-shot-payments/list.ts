import * as v from 'valibot';
import { createdQuery } from '../../shared/api/created-range.ts';
import { countingByState, fetchSummarizedList, summarizedListSchema, summaryQuery } from '../../shared/api/list-summary.ts';
import { OneShotPayment } from '../../shared/api/objects/checkout/one-shot-payment.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { commaSeparated, idParams, listQuery, reference } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { ONE_SHOT_STATUSES, type OneShotStatus, oneShotAggregate } from '../../shared/domain/one-shot/record.ts';

export const operation = defineOperation({
  id: 'one_shot_payments.list',
  method: 'GET',
  path: '/v1/checkout/one_shot',
  summary: 'List one-off payments, newest first',
  description: doc('Lists the one-off payments of the account, or only those of a customer or with a status.'),
  auth: apiKey('checkout_sessions:read'),
  profile: 'read',
  params: {},
  query: v.strictObject({
    ...listQuery,
    ...summaryQuery,
    ...createdQuery,
    customer_id: described(v.optional(reference), doc('Returns only one-off payments of the customer with this id.')),
    status: described(v.optional(commaSeparated(ONE_SHOT_STATUSES, 128)), doc('Returns only one-off payments with one of these statuses.')),
  }),
  response: summarizedListSchema(OneShotPayment),
});

/** Statuses of one-off payments that were paid. */
const PAID: readonly OneShotStatus[] = ['succeeded', 'refunded'];

export const handler = serve(operation, async ({ query }, { tenant, store }) =>
  fetchSummarizedList(
    store,
    oneShotAggregate,
    tenant,
    idParams.oneShot.pattern,
    {
      ...query,
      by: query.customer_id === undefined ? undefined : { customerId: query.customer_id },
      states: query.status,
      where: ({ status }) => query.status?.includes(status) ?? true,
    },
    {
      statuses: countingByState(ONE_SHOT_STATUSES, ({ status }) => status),
      amountOf: ({ status, amountCents, amountPaidCents, currency }) => ({
        currency,
        cents: PAID.includes(status) ? (amountPaidCents ?? amountCents) : 0,
      }),
    },
  ),
);
