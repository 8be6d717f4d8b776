import * as v from 'valibot';
import { resourceMissing } from '../../shared/api/errors/errors.ts';
import { UsageSummary } from '../../shared/api/objects/usage/usage-record.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { orThrow } from '../../shared/api/resources.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { idParams, text } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { USAGE_EVENT } from '../../shared/domain/limits.ts';
import { asMetered } from '../../shared/domain/subscription/usage/usage.ts';
import { BREAKDOWN_INTERVALS } from '../../shared/domain/usage-record/breakdown.ts';
import { viewUsageSummary } from '../../shared/domain/usage-record/summary.ts';
import { loadUsage } from '../../shared/flows/subscriptions/usage.ts';
import { loadBreakdown } from '../../shared/flows/subscriptions/usage-breakdown.ts';

export const operation = defineOperation({
  id: 'usage_records.summary',
  method: 'GET',
  path: '/v1/subscriptions/{subscription_id}/usage_summary',
  summary: "Retrieve the current period's usage summary",
  description: doc(
    'Returns the charge for the usage of the open period so far, before discount and tax. Once the invoice of a period is created, the next period is the open one. Usage in a trial is free. With `interval` or `group_by`, `breakdown` has the usage by meter, time and property. If the period has more than 10,000 usage records and events, or if some of its events have expired, `hour` and `group_by` are refused with 400 (`breakdown_too_large`, `usage_events_expired`): use `day` or `period` without `group_by`. If such a period is longer than 31 days, `day` is also refused: use `month` or `period`.',
  ),
  auth: apiKey('usage_records:read'),
  profile: 'read',
  params: { subscription_id: idParams.subscription },
  query: v.strictObject({
    interval: described(
      v.optional(v.picklist(BREAKDOWN_INTERVALS)),
      doc(
        'Length of time of a row of `breakdown`: `hour`, `day` or `month` (UTC), or `period`. Default: `period` with `group_by`, otherwise no breakdown.',
      ),
    ),
    group_by: described(
      v.optional(text(1, USAGE_EVENT.keyMaxLength)),
      doc('Property of usage events: `breakdown` has a row for each of its values. Default: none.'),
    ),
  }),
  response: UsageSummary,
  errors: ['resource_missing', 'state_conflict'],
  reasons: ['subscription_not_metered', 'breakdown_too_large', 'usage_events_expired'],
});

export const handler = serve(operation, async ({ params, query }, { tenant, store, now }) => {
  const { subscription, usage, pricing, clockTime } = await loadUsage(store, tenant, params.subscription_id, now);
  if (subscription === null) throw resourceMissing('subscription');
  const metered = orThrow(asMetered(subscription.record));
  const { interval, group_by: groupBy = null } = query;
  const request = { interval: interval ?? 'period', groupBy } as const;
  const isRequested = interval !== undefined || groupBy !== null;
  const state = { subscription: metered, usage, pricing, now: clockTime ?? now };
  const breakdown = isRequested ? orThrow(await loadBreakdown(store, tenant, request, state)) : null;
  return viewUsageSummary(metered, { usage, pricing, breakdown }, tenant);
});
