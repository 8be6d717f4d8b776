import { ApiError } from '../../shared/api/errors/errors.ts';
import { PlanChangePreview } from '../../shared/api/objects/plan-change-preview.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { viewQuote } from '../../shared/domain/subscription/change/plan-change.ts';
import { previewPlanChange } from '../../shared/flows/subscriptions/plan-change.ts';
import { PLAN_CHANGE_REASONS, planChangeBody, planChangeRequest } from './plan-fields.ts';

export const operation = defineOperation({
  id: 'subscriptions.preview_update',
  method: 'POST',
  path: '/v1/subscriptions/{subscription_id}/preview_update',
  summary: 'Preview a plan change',
  description: doc('Returns what `update` would charge now, with its invoice lines, and the amount of the next charge. Changes nothing.'),
  auth: apiKey('subscriptions:read'),
  profile: 'read',
  params: { subscription_id: idParams.subscription },
  body: planChangeBody,
  response: PlanChangePreview,
  errors: ['resource_missing', 'state_conflict', 'subscription_past_due', 'operation_pending'],
  reasons: PLAN_CHANGE_REASONS,
});

export const handler = serve(operation, async ({ params, body }, { tenant, store, now }) => {
  const quote = await previewPlanChange(store, tenant, planChangeRequest(params.subscription_id, body, { inPortal: false }), now);
  if (quote instanceof Refusal) throw ApiError.from(quote);
  return viewQuote(quote, tenant);
});
