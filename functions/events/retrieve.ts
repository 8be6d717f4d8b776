import { resourceMissing } from '../../shared/api/errors/errors.ts';
import { Event } from '../../shared/api/objects/event.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { JsonText } from '../../shared/api/schemas/json-text.ts';
import { serveText } from '../../shared/api/serve/serve.ts';
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
  params: { event_id: idParams.event },
  response: Event,
  errors: ['resource_missing'],
});

export const handler = serveText(operation, async ({ params }, { tenant, store }) => {
  const event = await findEvent(store.table, tenant, params.event_id, clock.nowMs());
  if (event === null) throw resourceMissing('event');
  return new JsonText(event.json);
});
