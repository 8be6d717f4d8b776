import { preloadChange, runChange } from '../../shared/api/calls/subscription-change.ts';
import { Subscription } from '../../shared/api/objects/subscription.ts';
import { defineOperation, portalToken } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { servePortalWithRead } from '../../shared/api/serve/serve-portal.ts';
import { resumeCommand } from '../../shared/flows/subscriptions/resume.ts';

export const operation = defineOperation({
  id: 'portal.resume',
  method: 'POST',
  path: '/portal/subscription/resume',
  summary: 'Resume the subscription',
  description: doc('Charges the rest of the current period if it is unpaid. A decline returns 402 and leaves the subscription paused.'),
  events: ['subscription.updated', 'subscription.resumed', 'invoice.created', 'invoice.paid', 'payment.succeeded', 'payment.failed'],
  auth: portalToken({ acceptsLimited: false }),
  profile: 'provider',
  uses: ['provider-credential'],
  params: {},
  response: Subscription,
  errors: ['resource_missing', 'state_conflict', 'operation_pending', 'subscription_past_due', 'payment_refused', 'provider_unavailable'],
  reasons: [
    'subscription_canceled',
    'period_over',
    'renewal_processing',
    'refund_processing',
    'payment_processing',
    'payment_method_missing',
    'payment_refused',
    'provider_not_connected',
  ],
});

export const handler = servePortalWithRead(
  operation,
  (_input, context) => preloadChange(context, (store) => resumeCommand(store, context.tenant, context.subscriptionId)),
  (_input, context, preloaded) => runChange(context, preloaded),
);
