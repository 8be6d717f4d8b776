import { Subscription } from '../../shared/api/objects/subscription.ts';
import { defineOperation, portalToken } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { servePortal } from '../../shared/api/serve/serve-portal.ts';
import { reactivateSubscription } from '../../shared/domain/subscription/lifecycle/reactivate.ts';
import { viewSubscription } from '../../shared/domain/subscription/view.ts';
import { loadLifecycle } from '../../shared/flows/subscriptions/load.ts';

export const operation = defineOperation({
  id: 'portal.reactivate',
  method: 'POST',
  path: '/portal/subscription/reactivate',
  summary: 'Revert the scheduled cancellation of the subscription',
  description: doc('Possible until the current period ends.'),
  events: ['subscription.updated', 'subscription.reactivated'],
  auth: portalToken({ acceptsLimited: false }),
  profile: 'write',
  params: {},
  response: Subscription,
  errors: ['resource_missing', 'state_conflict'],
  reasons: ['subscription_canceled', 'period_over'],
});

export const handler = servePortal(operation, (_input, { tenant, store, run, subscriptionId }) =>
  run({
    load: () => loadLifecycle(store, tenant, subscriptionId),
    nowOf: ({ clockTime }) => clockTime,
    decide: (state, context) => reactivateSubscription(null, state, context),
    answer: (subscription) => viewSubscription(subscription, tenant),
  }),
);
