import { Subscription } from '../../shared/api/objects/subscription.ts';
import { defineOperation, portalToken } from '../../shared/api/operation.ts';
import { servePortalWithRead } from '../../shared/api/serve-portal.ts';
import { preloadChange, runChange } from '../../shared/api/subscription-change.ts';
import { resumeCommand } from '../../shared/flows/subscriptions/resume.ts';

export const operation = defineOperation({
  id: 'portal.resume',
  method: 'POST',
  path: '/portal/subscription/resume',
  summary: 'Resume the subscription',
  description: 'Charges the rest of the current period if it is unpaid. A decline returns 402 and leaves the subscription paused.',
  auth: portalToken({ acceptsLimited: false }),
  profile: 'provider',
  uses: ['provider-credential'],
  params: {},
  response: Subscription,
  errors: ['resource_missing', 'state_conflict', 'operation_pending', 'subscription_past_due', 'payment_refused', 'provider_unavailable'],
});

export const handler = servePortalWithRead(
  operation,
  (_input, context) => preloadChange(context, (store) => resumeCommand(store, context.tenant, context.subscriptionId)),
  (_input, context, read) => runChange(context, read),
);
