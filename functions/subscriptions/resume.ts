import { preloadChange, runChange } from '../../shared/api/calls/subscription-change.ts';
import { Subscription } from '../../shared/api/objects/subscription.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serveWithPreload } from '../../shared/api/serve/serve.ts';
import { resumeCommand } from '../../shared/flows/subscriptions/resume.ts';

export const operation = defineOperation({
  id: 'subscriptions.resume',
  method: 'POST',
  path: '/v1/subscriptions/{subscription_id}/resume',
  summary: 'Resume a paused subscription',
  description: doc(
    'Resumes the subscription. Resuming is free in a trial, for a metered price and in a paid period. In an unpaid period, the rest of ' +
      'the period is charged immediately to the payment method, and the subscription resumes once the charge is paid; if the payment is ' +
      'declined, the response is 402 and the subscription stays paused. The next full charge is at the end of the period.',
  ),
  events: ['subscription.updated', 'subscription.resumed', 'invoice.created', 'invoice.paid', 'payment.succeeded', 'payment.failed'],
  auth: apiKey('subscriptions:write'),
  profile: 'provider',
  uses: ['provider-credential'],
  params: { subscription_id: idParams.subscription },
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

export const handler = serveWithPreload(
  operation,
  ({ params }, context) => preloadChange(context, (store) => resumeCommand(store, context.tenant, params.subscription_id)),
  (_input, context, change) => runChange(context, change),
);
