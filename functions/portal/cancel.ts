import * as v from 'valibot';
import { described, doc } from '../../shared/api/described.ts';
import { Subscription } from '../../shared/api/objects/subscription.ts';
import { defineOperation, portalToken } from '../../shared/api/operation.ts';
import { servePortal } from '../../shared/api/serve-portal.ts';
import { cancelSubscription } from '../../shared/domain/subscription/lifecycle/cancel.ts';
import { CUSTOMER_REASONS } from '../../shared/domain/subscription/lifecycle/cancellation-reasons.ts';
import { viewSubscription } from '../../shared/domain/subscription/view.ts';
import { loadLifecycle } from '../../shared/flows/subscriptions/load.ts';

export const operation = defineOperation({
  id: 'portal.cancel',
  method: 'POST',
  path: '/portal/subscription/cancel',
  summary: 'Cancel the subscription',
  description: doc(
    'Cancels at the end of the current period: `cancel_at_period_end` is true until then. A past due subscription is canceled immediately. `reason` is stored as `cancellation_reason`.',
  ),
  events: ['subscription.updated', 'subscription.canceled', 'invoice.voided'],
  auth: portalToken({ acceptsLimited: false }),
  profile: 'write',
  params: {},
  body: v.strictObject({
    reason: described(
      v.optional(v.picklist(CUSTOMER_REASONS)),
      doc('Why the customer cancels. Default: none; then `cancellation_reason` is `requested`.'),
    ),
  }),
  response: Subscription,
  errors: ['resource_missing', 'state_conflict', 'operation_pending'],
  reasons: ['subscription_canceled', 'renewal_processing'],
});

export const handler = servePortal(operation, ({ body }, { tenant, store, run, subscriptionId }) =>
  run({
    load: () => loadLifecycle(store, tenant, subscriptionId),
    nowOf: ({ clockTime }) => clockTime,
    decide: (state, context) => cancelSubscription(body.reason === undefined ? null : { reason: body.reason }, state, context),
    answer: (subscription) => viewSubscription(subscription, tenant),
  }),
);
