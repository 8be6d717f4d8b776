import { doc } from '../../shared/api/described.ts';
import { ids } from '../../shared/api/fields.ts';
import { Subscription } from '../../shared/api/objects/subscription.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { serve } from '../../shared/api/serve.ts';
import { cancelSubscription } from '../../shared/domain/subscription/lifecycle/cancel.ts';
import { viewSubscription } from '../../shared/domain/subscription/view.ts';
import { loadLifecycle } from '../../shared/flows/subscriptions/load.ts';

export const operation = defineOperation({
  id: 'subscriptions.cancel',
  method: 'POST',
  path: '/v1/subscriptions/{subscription_id}/cancel',
  summary: 'Cancel a subscription',
  description: doc(
    'Cancels the subscription at the end of the current period: until then `cancel_at_period_end` is true, and `reactivate` reverts the cancellation. A past due subscription ends immediately, and its open invoice is no longer collected.',
  ),
  events: ['subscription.updated', 'subscription.canceled', 'invoice.voided'],
  auth: apiKey('subscriptions:cancel'),
  profile: 'write',
  params: { subscription_id: ids.subscription },
  response: Subscription,
  errors: ['resource_missing', 'state_conflict', 'operation_pending'],
  reasons: ['subscription_canceled', 'renewal_processing'],
});

export const handler = serve(operation, ({ params }, { tenant, store, run }) =>
  run({
    load: () => loadLifecycle(store, tenant, params.subscription_id),
    nowOf: ({ clockTime }) => clockTime,
    decide: (state, context) => cancelSubscription(null, state, context),
    answer: (subscription) => viewSubscription(subscription, tenant),
  }),
);
