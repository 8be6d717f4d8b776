import { doc } from '../../shared/api/described.ts';
import { ids } from '../../shared/api/fields.ts';
import { Subscription } from '../../shared/api/objects/subscription.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { serveWithRead } from '../../shared/api/serve.ts';
import { preloadChange, runChange } from '../../shared/api/subscription-change.ts';
import { planChangeCommand } from '../../shared/flows/subscriptions/plan-change.ts';
import { PLAN_CHANGE_REASONS, PLAN_CHARGE_REASONS, planChangeBody, planChangeRequest } from './plan-fields.ts';

export const operation = defineOperation({
  id: 'subscriptions.update',
  method: 'POST',
  path: '/v1/subscriptions/{subscription_id}/update',
  summary: 'Change the plan of a subscription',
  description: doc(
    'Changes the price of the subscription, for the amount that `preview_update` returns at that second: the unused part of the paid ' +
      'period is credited, and the new price is charged for the rest of the period immediately. The plan changes once the charge is paid; ' +
      'if the payment is declined, the response is 402 and the plan does not change. Remaining credit is applied to the next invoices. A ' +
      'change of the interval starts a new period.',
  ),
  events: [
    'subscription.updated',
    'subscription.plan_changed',
    'subscription.coupon_applied',
    'invoice.created',
    'invoice.paid',
    'payment.succeeded',
    'payment.failed',
  ],
  auth: apiKey('subscriptions:write'),
  profile: 'provider',
  uses: ['provider-credential'],
  params: { subscription_id: ids.subscription },
  body: planChangeBody,
  response: Subscription,
  errors: ['resource_missing', 'state_conflict', 'subscription_past_due', 'operation_pending', 'payment_refused', 'provider_unavailable'],
  reasons: [...PLAN_CHANGE_REASONS, ...PLAN_CHARGE_REASONS],
});

export const handler = serveWithRead(
  operation,
  ({ params, body }, context) =>
    preloadChange(context, (store) =>
      planChangeCommand(store, context.tenant, planChangeRequest(params.subscription_id, body, { inPortal: false }), context.now),
    ),
  (_input, context, read) => runChange(context, read),
);
