import * as v from 'valibot';
import { REFUND_ELIGIBILITY, withRefundEligibility } from '../../shared/api/calls/refund-eligibility.ts';
import { WITHDRAWAL_REFUND, withWithdrawalRefund } from '../../shared/api/calls/withdrawal-refund.ts';
import { Subscription } from '../../shared/api/objects/subscription.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { withCustomers } from '../../shared/api/schemas/expand.ts';
import { expandQuery, idParams } from '../../shared/api/schemas/fields.ts';
import { serveRecord } from '../../shared/api/serve/serve-record.ts';
import { subscriptionAggregate, viewSubscription } from '../../shared/domain/subscription/view.ts';

export const operation = defineOperation({
  id: 'subscriptions.retrieve',
  method: 'GET',
  path: '/v1/subscriptions/{subscription_id}',
  summary: 'Retrieve a subscription',
  description: doc('Returns a subscription, also a canceled one. `serves_customer` tells whether to provide the service.'),
  auth: apiKey('subscriptions:read'),
  profile: 'read',
  params: { subscription_id: idParams.subscription },
  query: v.strictObject(expandQuery),
  response: Subscription,
  expand: { customer: 'customers:read', ...REFUND_ELIGIBILITY, ...WITHDRAWAL_REFUND },
  errors: ['resource_missing'],
});

export const handler = serveRecord(operation, subscriptionAggregate, async (record, { expand }, { tenant, store, now }) => {
  const view = await withWithdrawalRefund(store, tenant, { expand, now }, record, viewSubscription(record, tenant));
  const subscriptions = await withRefundEligibility(store, tenant, { expand, now }, [view]);
  const [expanded = view] = await withCustomers(store, tenant, expand, subscriptions);
  return expanded;
});
