import { Subscription } from '../../shared/api/objects/subscription.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { pauseSubscription } from '../../shared/domain/subscription/lifecycle/pause.ts';
import { viewSubscription } from '../../shared/domain/subscription/view.ts';
import { loadLifecycle } from '../../shared/flows/subscriptions/load.ts';

export const operation = defineOperation({
  id: 'subscriptions.pause',
  method: 'POST',
  path: '/v1/subscriptions/{subscription_id}/pause',
  summary: 'Pause a subscription',
  description: doc(
    'Pauses the subscription immediately: `serves_customer` becomes false, and `status` does not change. Until the subscription is ' +
      'resumed, periods are not billed. A trial and a discount still end, and a scheduled cancellation still takes effect, at their ' +
      'times. Usage of a metered price before and during the pause is charged at the first period end after resuming, or when the subscription ends.',
  ),
  events: ['subscription.updated', 'subscription.paused'],
  auth: apiKey('subscriptions:write'),
  profile: 'write',
  params: { subscription_id: idParams.subscription },
  response: Subscription,
  expectedEventLogEntries: () => 2,
  errors: ['resource_missing', 'state_conflict', 'operation_pending', 'subscription_past_due'],
  reasons: ['subscription_canceled', 'renewal_processing', 'refund_processing', 'payment_processing', 'period_over'],
});

export const handler = serve(operation, ({ params }, { tenant, store, run }) =>
  run({
    load: () => loadLifecycle(store, tenant, params.subscription_id),
    nowOf: ({ clockTime }) => clockTime,
    decide: (state, context) => pauseSubscription(null, state, context),
    answer: (subscription) => viewSubscription(subscription, tenant),
  }),
);
