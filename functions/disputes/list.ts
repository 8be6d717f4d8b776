import * as v from 'valibot';
import { createdQuery } from '../../shared/api/created-range.ts';
import { countingByState, fetchSummarizedList, summarizedListSchema, summaryQuery } from '../../shared/api/list-summary.ts';
import { Dispute } from '../../shared/api/objects/dispute.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { commaSeparated, idParams, listQuery, reference } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { DISPUTE_STATUSES, disputeAggregate } from '../../shared/domain/dispute/record.ts';

export const operation = defineOperation({
  id: 'disputes.list',
  method: 'GET',
  path: '/v1/disputes',
  summary: 'List disputes, newest first',
  description: doc('Lists the disputes of the account, or only those of a payment or with a status.'),
  auth: apiKey('disputes:read'),
  profile: 'read',
  params: {},
  query: v.strictObject({
    ...listQuery,
    ...summaryQuery,
    ...createdQuery,
    payment_id: described(v.optional(reference), doc('Returns only disputes of the payment with this id.')),
    status: described(v.optional(commaSeparated(DISPUTE_STATUSES, 128)), doc('Returns only disputes with one of these statuses.')),
  }),
  response: summarizedListSchema(Dispute),
});

export const handler = serve(operation, async ({ query }, { tenant, store }) =>
  fetchSummarizedList(
    store,
    disputeAggregate,
    tenant,
    idParams.dispute.pattern,
    {
      ...query,
      by: query.payment_id === undefined ? undefined : { parentId: query.payment_id },
      states: query.status,
      where: ({ status }) => query.status?.includes(status) ?? true,
    },
    {
      statuses: countingByState(DISPUTE_STATUSES, ({ status }) => status),
      amountOf: ({ amountCents, currency }) => ({ currency, cents: amountCents }),
    },
  ),
);
