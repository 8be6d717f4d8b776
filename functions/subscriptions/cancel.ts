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
  description:
    'The subscription ends with its current period: `cancel_at_period_end` is true until then, and `reactivate` withdraws it. One that is past due ends at once, and what was being collected is not owed any more.',
  auth: apiKey('subscriptions:cancel'),
  profile: 'write',
  params: { subscription_id: ids.subscription },
  query: null,
  body: null,
  response: Subscription,
  errors: ['resource_missing', 'state_conflict', 'operation_pending'],
});

export const handler = serve(operation, ({ params }, { tenant, store, run }) =>
  run({
    load: () => loadLifecycle(store, tenant, params.subscription_id),
    nowOf: ({ moment }) => moment,
    decide: (state, context) => cancelSubscription(null, state, context),
    answer: (subscription) => viewSubscription(subscription, tenant),
  }),
);
