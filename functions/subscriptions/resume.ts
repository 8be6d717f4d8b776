import { readChange, runChange } from '../../shared/api/charged-change.ts';
import { ids } from '../../shared/api/fields.ts';
import { Subscription } from '../../shared/api/objects/subscription.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { serveReading } from '../../shared/api/serve.ts';
import { resumeCommand } from '../../shared/flows/subscriptions/resume.ts';

export const operation = defineOperation({
  id: 'subscriptions.resume',
  method: 'POST',
  path: '/v1/subscriptions/{subscription_id}/resume',
  summary: 'Resume a paused subscription',
  description:
    'The service and its billing continue. In a trial, for a metered price, and in a period that is paid this costs nothing. In one that is not, the rest of it is charged at once to the payment method, and the subscription continues when that is paid; a decline is a 402 and leaves it paused. The next full charge is at the next end of a period.',
  auth: apiKey('subscriptions:write'),
  profile: 'provider',
  uses: ['provider-credential'],
  params: { subscription_id: ids.subscription },
  query: null,
  body: null,
  response: Subscription,
  errors: ['resource_missing', 'state_conflict', 'operation_pending', 'subscription_past_due', 'payment_refused', 'provider_unavailable'],
});

export const handler = serveReading(
  operation,
  ({ params }, context) => readChange(context, (store) => resumeCommand(store, context.tenant, params.subscription_id)),
  (_input, context, read) => runChange(context, read),
);
