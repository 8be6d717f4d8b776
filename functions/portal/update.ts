import { withCodeLimit } from '../../shared/api/calls/code-limit.ts';
import { preloadChange, runChange } from '../../shared/api/calls/subscription-change.ts';
import { Subscription } from '../../shared/api/objects/subscription.ts';
import { defineOperation, portalToken } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { servePortalWithRead } from '../../shared/api/serve/serve-portal.ts';
import { planChangeCommand } from '../../shared/flows/subscriptions/plan-change.ts';
import { PLAN_CHARGE_REASONS, PORTAL_PLAN_CHANGE_REASONS, planChangeBody, planChangeRequest } from '../subscriptions/plan-fields.ts';

export const operation = defineOperation({
  id: 'portal.update',
  method: 'POST',
  path: '/portal/subscription/update',
  summary: 'Change the plan',
  description: doc(
    'Changes to another price and charges the amounts that `preview_update` would return at the same second. The plan changes once the charge is paid; a decline returns 402 and keeps the old plan. Returns 403 (`plan_not_offered`) for a price that `plans` does not list, and 409 (`too_many_changes`) after 10 changes in a period.',
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
  auth: portalToken({ acceptsLimited: false }),
  profile: 'provider',
  uses: ['provider-credential'],
  params: {},
  body: planChangeBody,
  response: Subscription,
  errors: ['resource_missing', 'state_conflict', 'subscription_past_due', 'operation_pending', 'payment_refused', 'provider_unavailable'],
  reasons: [...PORTAL_PLAN_CHANGE_REASONS, ...PLAN_CHARGE_REASONS],
});

export const handler = servePortalWithRead(
  operation,
  ({ body }, context) =>
    preloadChange(context, (store) =>
      planChangeCommand(store, context.tenant, planChangeRequest(context.subscriptionId, body, { inPortal: true }), context.now),
    ),
  ({ body }, context, preloaded) => withCodeLimit(context, body.coupon_code ?? null, () => runChange(context, preloaded)),
);
