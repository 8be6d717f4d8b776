import { Subscription } from '../../shared/api/objects/subscription.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { reactivateSubscription } from '../../shared/domain/subscription/lifecycle/reactivate.ts';
import { viewSubscription } from '../../shared/domain/subscription/view.ts';
import { loadLifecycle } from '../../shared/flows/subscriptions/load.ts';

export const operation = defineOperation({
  id: 'subscriptions.reactivate',
  method: 'POST',
  path: '/v1/subscriptions/{subscription_id}/reactivate',
  summary: 'Revert a scheduled cancellation',
  description: doc('Works until the end of the current period.'),
  events: ['subscription.updated', 'subscription.reactivated'],
  auth: apiKey('subscriptions:write'),
  profile: 'write',
  params: { subscription_id: idParams.subscription },
  response: Subscription,
  expectedEventLogEntries: () => 2,
  errors: ['resource_missing', 'state_conflict'],
  reasons: ['subscription_canceled', 'period_over'],
});

export const handler = serve(operation, ({ params }, { tenant, store, run }) =>
  run({
    load: () => loadLifecycle(store, tenant, params.subscription_id),
    nowOf: ({ clockTime }) => clockTime,
    decide: (state, context) => reactivateSubscription(null, state, context),
    answer: (subscription) => viewSubscription(subscription, tenant),
  }),
);
