import { doc } from '../../shared/api/described.ts';
import { resourceMissing } from '../../shared/api/errors.ts';
import { ids } from '../../shared/api/fields.ts';
import { JsonText } from '../../shared/api/json-text.ts';
import { Event } from '../../shared/api/objects/event.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { serveText } from '../../shared/api/serve.ts';
import { clock } from '../../shared/runtime/services.ts';
import { findEvent } from '../../shared/store/event-log/events.ts';

export const operation = defineOperation({
  id: 'events.retrieve',
  method: 'GET',
  path: '/v1/events/{event_id}',
  summary: 'Retrieve an event',
  description: doc('Events are kept for 90 days; older events return 404.'),
  auth: apiKey('events:read'),
  profile: 'read',
  params: { event_id: ids.event },
  response: Event,
  errors: ['resource_missing'],
});

export const handler = serveText(operation, async ({ params }, { tenant, store }) => {
  const event = await findEvent(store.table, tenant, params.event_id, clock.nowMs());
  if (event === null) throw resourceMissing('event');
  return new JsonText(event.json);
});
