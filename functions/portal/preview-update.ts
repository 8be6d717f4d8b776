import { withCodeLimit } from '../../shared/api/calls/code-limit.ts';
import { ApiError } from '../../shared/api/errors/errors.ts';
import { PlanChangePreview } from '../../shared/api/objects/plan-change-preview.ts';
import { defineOperation, portalToken } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { servePortal } from '../../shared/api/serve/serve-portal.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { viewQuote } from '../../shared/domain/subscription/change/plan-change.ts';
import { previewPlanChange } from '../../shared/flows/subscriptions/plan-change.ts';
import { PORTAL_PLAN_CHANGE_REASONS, planChangeBody, planChangeRequest } from '../subscriptions/plan-fields.ts';

export const operation = defineOperation({
  id: 'portal.preview_update',
  method: 'POST',
  path: '/portal/subscription/preview_update',
  summary: 'Preview a change of plan',
  description: doc(
    'Returns the amounts that `update` would charge at this second, or the error that `update` would return. Changes nothing.',
  ),
  auth: portalToken({ acceptsLimited: false }),
  profile: 'read',
  params: {},
  body: planChangeBody,
  response: PlanChangePreview,
  errors: ['resource_missing', 'state_conflict', 'subscription_past_due', 'operation_pending'],
  reasons: PORTAL_PLAN_CHANGE_REASONS,
});

export const handler = servePortal(operation, async ({ body }, { tenant, store, now, customerId, subscriptionId }) => {
  const request = planChangeRequest(subscriptionId, body, { inPortal: true });
  return withCodeLimit({ tenant, store, customerId }, request.couponCode, async () => {
    const quote = await previewPlanChange(store, tenant, request, now);
    if (quote instanceof Refusal) throw ApiError.from(quote);
    return viewQuote(quote, tenant);
  });
});
