import * as v from 'valibot';
import { UsageRecord } from '../../shared/api/objects/usage/usage-record.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { seconds } from '../../shared/api/times.ts';
import { recordUsage } from '../../shared/domain/usage-record/create.ts';
import { viewUsageRecord } from '../../shared/domain/usage-record/record.ts';
import { loadUsage } from '../../shared/flows/subscriptions/usage.ts';
import { usageCountItem } from '../../shared/store/core/usage-counters.ts';

export const operation = defineOperation({
  id: 'usage_records.create',
  method: 'POST',
  path: '/v1/subscriptions/{subscription_id}/usage_records',
  summary: 'Record usage',
  description: doc(
    'Usage counts in the period of `occurred_at`. If that period is already billed, usage counts in the current period instead. ' +
      '`occurred_at` can be at most five minutes in the future and not before the start of the subscription. Send an `Idempotency-Key`, ' +
      'so that a retry does not count twice.',
  ),
  auth: apiKey('usage_records:write'),
  profile: 'write',
  params: { subscription_id: fields.idParams.subscription },
  body: v.strictObject({
    quantity: described(fields.integer(0, Number.MAX_SAFE_INTEGER), doc('Number of used units.')),
    occurred_at: described(v.nullish(seconds), doc('Unix time in seconds of the usage. Default: now.')),
    metadata: fields.newMetadata,
  }),
  response: UsageRecord,
  errors: ['resource_missing', 'state_conflict'],
  reasons: ['subscription_not_metered', 'subscription_canceled', 'period_over', 'payment_processing'],
});

export const handler = serve(operation, ({ params, body }, { tenant, store, now, run }) =>
  run({
    load: () => loadUsage(store, tenant, params.subscription_id, now),
    nowOf: ({ clockTime }) => clockTime,
    decide: (state, context) =>
      recordUsage({ quantity: body.quantity, occurredAt: body.occurred_at ?? null, metadata: body.metadata ?? {} }, state, context),
    extraWrites: ({ record, counting, counterHoldCounts }) =>
      counting === null ? [] : [usageCountItem(tenant, record, counting, { holds: counterHoldCounts, now })],
    answer: ({ record }) => viewUsageRecord(record, tenant),
  }),
);
