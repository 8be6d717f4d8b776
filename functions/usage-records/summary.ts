import { doc } from '../../shared/api/described.ts';
import { resourceMissing } from '../../shared/api/errors.ts';
import { ids } from '../../shared/api/fields.ts';
import { UsageSummary } from '../../shared/api/objects/usage-record.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { orThrow } from '../../shared/api/resources.ts';
import { serve } from '../../shared/api/serve.ts';
import { asMetered } from '../../shared/domain/subscription/usage/usage.ts';
import { viewUsageSummary } from '../../shared/domain/usage-record/summary.ts';
import { loadUsage } from '../../shared/flows/subscriptions/usage.ts';

export const operation = defineOperation({
  id: 'usage_records.summary',
  method: 'GET',
  path: '/v1/subscriptions/{subscription_id}/usage_summary',
  summary: "Retrieve the current period's usage summary",
  description: doc(
    'Returns the charge for the usage of the open period so far, before discount and tax. Once the invoice of a period is created, the next period is the open one. Usage in a trial is free.',
  ),
  auth: apiKey('usage_records:read'),
  profile: 'read',
  params: { subscription_id: ids.subscription },
  response: UsageSummary,
  errors: ['resource_missing', 'state_conflict'],
  reasons: ['subscription_not_metered'],
});

export const handler = serve(operation, async ({ params }, { tenant, store, now }) => {
  const { subscription, usage, pricing } = await loadUsage(store, tenant, params.subscription_id, now);
  if (subscription === null) throw resourceMissing('subscription');
  const metered = orThrow(asMetered(subscription.record));
  return viewUsageSummary(metered, usage, pricing, tenant);
});
