import { UsageAlertDeleted } from '../../shared/api/objects/usage/usage-alert.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { deleteUsageAlert } from '../../shared/domain/usage-alert/delete.ts';
import { usageAlertAggregate } from '../../shared/domain/usage-alert/record.ts';

export const operation = defineOperation({
  id: 'usage_alerts.delete',
  method: 'DELETE',
  path: '/v1/usage_alerts/{usage_alert_id}',
  summary: 'Delete a usage alert',
  description: doc(
    'Deletes the alert. If its threshold was reached, `reached_usage_alerts` of subscriptions contains the alert until the period ends.',
  ),
  auth: apiKey('subscriptions:write'),
  profile: 'write',
  params: { usage_alert_id: idParams.usageAlert },
  response: UsageAlertDeleted,
  errors: ['resource_missing'],
  expectedEventLogEntries: () => 0,
});

export const handler = serve(operation, async ({ params }, { tenant, store, run }) =>
  run({
    load: async () => ({ alert: await store.get(usageAlertAggregate, tenant, params.usage_alert_id) }),
    nowOf: () => null,
    decide: deleteUsageAlert,
    answer: ({ id }) => ({ id, object: 'usage_alert' as const, deleted: true as const }),
  }),
);
