import { UsageEvent } from '../../shared/api/objects/usage/usage-event.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { cancelEvent } from '../../shared/domain/usage-event/cancel.ts';
import { viewUsageEvent } from '../../shared/domain/usage-event/record.ts';
import { loadUsageEvent, usageEventCancellationWrites } from '../../shared/flows/subscriptions/usage-event-cancel.ts';

export const operation = defineOperation({
  id: 'usage_events.cancel',
  method: 'POST',
  path: '/v1/usage_events/{usage_event_id}/cancel',
  summary: 'Cancel a usage event',
  description: doc(
    'Removes an event from the usage of its period until the period, or a plan change, is billed, for meters with the aggregation `sum` or `count`. The ' +
      'id cannot be reused: send the corrected event with a new id.',
  ),
  auth: apiKey('usage_records:write'),
  profile: 'write',
  params: { usage_event_id: idParams.usageEvent },
  response: UsageEvent,
  errors: ['resource_missing', 'state_conflict'],
  reasons: ['period_already_billed', 'subscription_canceled', 'period_over', 'payment_processing'],
  expectedEventLogEntries: () => 0,
});

export const handler = serve(operation, async ({ params }, { tenant, store, now, run }) =>
  run({
    load: () => loadUsageEvent(store, tenant, params.usage_event_id, now),
    nowOf: ({ metered }) => metered.now,
    decide: (state) => cancelEvent(state),
    extraWrites: (canceled) => usageEventCancellationWrites(tenant, canceled, now),
    answer: ({ after }) => viewUsageEvent(after, tenant),
  }),
);
