import * as v from 'valibot';
import { openEnum } from '../../shared/api/objects/common.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { listSchema } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { EVENT_TYPES } from '../../shared/domain/event-types.ts';

const EventType = v.strictObject({
  object: described(v.literal('event_type'), doc('Type of the object.')),
  type: described(openEnum<string>(EVENT_TYPES), doc('Name of the event type, such as `invoice.paid`.')),
});

export const operation = defineOperation({
  id: 'webhook_endpoints.event_types',
  method: 'GET',
  path: '/v1/webhook_endpoints/event_types',
  summary: 'List event types',
  description: doc('Lists the names of all event types, in one page.'),
  auth: apiKey('webhook_endpoints:read'),
  profile: 'read',
  params: {},
  response: listSchema(EventType),
});

export const handler = serve(operation, async () => ({
  object: 'list' as const,
  data: EVENT_TYPES.map((type) => ({ object: 'event_type' as const, type })),
  has_more: false,
}));
