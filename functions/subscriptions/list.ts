import * as v from 'valibot';
import { REFUND_ELIGIBILITY, withRefundEligibility } from '../../shared/api/calls/refund-eligibility.ts';
import { createdQuery } from '../../shared/api/created-range.ts';
import { fetchSummarizedList, summarizedListSchema, summaryQuery } from '../../shared/api/list-summary.ts';
import { Subscription } from '../../shared/api/objects/subscription.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { withCustomers } from '../../shared/api/schemas/expand.ts';
import { commaSeparated, expandQuery, idParams, listQuery, reference } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { renewalStateOf, statesMatching } from '../../shared/domain/subscription/state.ts';
import type { Subscription as SubscriptionRecord } from '../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';

const STATUSES = ['active', 'past_due', 'canceled'] as const;
const RENEWAL_STATES = ['scheduled', 'processing', 'retrying', 'paused', 'ending', 'ended'] as const;

export const operation = defineOperation({
  id: 'subscriptions.list',
  method: 'GET',
  path: '/v1/subscriptions',
  summary: 'List subscriptions, newest first',
  description: doc('Lists the subscriptions of the account, including canceled ones, or only those of a customer or in a state.'),
  auth: apiKey('subscriptions:read'),
  profile: 'read',
  params: {},
  query: v.strictObject({
    ...listQuery,
    ...summaryQuery,
    ...createdQuery,
    ...expandQuery,
    customer_id: described(v.optional(reference), doc('Returns only subscriptions of the customer with this id.')),
    status: described(v.optional(commaSeparated(STATUSES, 128)), doc('Returns only subscriptions with one of these statuses.')),
    renewal_state: described(
      v.optional(commaSeparated(RENEWAL_STATES, 128)),
      doc('Returns only subscriptions with one of these renewal states.'),
    ),
  }),
  response: summarizedListSchema(Subscription),
  expand: { customer: 'customers:read', ...REFUND_ELIGIBILITY },
});

export const handler = serve(operation, async ({ query, expand }, { tenant, store, now }) => {
  const hasRenewalState = (subscription: SubscriptionRecord): boolean =>
    query.renewal_state?.includes(renewalStateOf(subscription)) ?? true;
  const request = {
    ...query,
    states: query.status === undefined && query.renewal_state === undefined ? undefined : statesMatching(query),
    by: query.customer_id === undefined ? undefined : { customerId: query.customer_id },
    where: (subscription: SubscriptionRecord) => (query.status?.includes(subscription.status) ?? true) && hasRenewalState(subscription),
  };
  const statesOf = (status: (typeof STATUSES)[number]) => statesMatching({ status: [status], renewal_state: query.renewal_state });
  const states = Object.fromEntries(STATUSES.map((status) => [status, statesOf(status)]));
  const list = await fetchSummarizedList(store, subscriptionAggregate, tenant, idParams.subscription.pattern, request, {
    statuses: { statusOf: ({ status }) => status, states, where: hasRenewalState, statesMatchWhere: true },
  });
  const subscriptions = await withRefundEligibility(store, tenant, { expand, now }, list.data);
  return { ...list, data: await withCustomers(store, tenant, expand, subscriptions) };
});
