import * as v from 'valibot';
import { UsageEvent } from '../../shared/api/objects/usage/usage-event.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { checkCursor, unknownCursor } from '../../shared/api/resources.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { idParams, listQuery, listSchema, reference } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { viewUsageEvent } from '../../shared/domain/usage-event/record.ts';
import { listUsageEvents } from '../../shared/store/core/usage-events.ts';

export const operation = defineOperation({
  id: 'usage_events.list',
  method: 'GET',
  path: '/v1/usage_events',
  summary: 'List the usage events of a subscription, last received first',
  description: doc(
    'Lists usage events of a subscription, billed or not. Events are kept for 100 days (400 days if the period is longer than 31 days).',
  ),
  auth: apiKey('usage_records:read'),
  profile: 'read',
  params: {},
  query: v.strictObject({
    ...listQuery,
    subscription_id: described(reference, doc('Id of the subscription.')),
  }),
  response: listSchema(UsageEvent),
});

export const handler = serve(operation, async ({ query }, { tenant, store }) => {
  checkCursor(query.starting_after, idParams.usageEvent.pattern);
  const page = await listUsageEvents(store.table, tenant, query.subscription_id, {
    limit: query.limit,
    startingAfter: query.starting_after,
  });
  if (page === null) throw unknownCursor();
  return { object: 'list' as const, data: page.events.map(({ event }) => viewUsageEvent(event, tenant)), has_more: page.hasMore };
});
