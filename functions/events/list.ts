import * as v from 'valibot';
import { customerSummaries } from '../../shared/api/expand.ts';
import { expandQuery, ids, listQuery, listSchema, oneOrMore } from '../../shared/api/fields.ts';
import { listText, withField } from '../../shared/api/json-text.ts';
import { ListedEvent } from '../../shared/api/objects/event.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { checkCursor } from '../../shared/api/resources.ts';
import { serveText } from '../../shared/api/serve.ts';
import { EVENT_TYPES } from '../../shared/domain/event-types.ts';
import { clock } from '../../shared/runtime/services.ts';
import { customerOfEvent, pageOfEvents } from '../../shared/store/event-log/events.ts';

const TYPE_FILTER_MAX = 2048;

export const operation = defineOperation({
  id: 'events.list',
  method: 'GET',
  path: '/v1/events',
  summary: 'List events, newest first',
  description: 'An event appears once everything recorded before it has; it is held back for that for at most about 30 seconds.',
  auth: apiKey('events:read'),
  profile: 'read',
  uses: ['log-holes'],
  params: {},
  query: v.strictObject({ ...listQuery, ...expandQuery, type: v.optional(oneOrMore(EVENT_TYPES, TYPE_FILTER_MAX)) }),
  body: null,
  response: listSchema(ListedEvent),
  expand: { customer: 'customers:read' },
  errors: [],
});

export const handler = serveText(operation, async ({ query, expand }, { tenant, store }) => {
  checkCursor(query.starting_after, ids.event.pattern);
  const { events, hasMore } = await pageOfEvents(store.table, tenant, {
    limit: query.limit,
    startingAfter: query.starting_after ?? null,
    types: query.type ?? null,
    nowMs: clock.nowMs(),
  });
  const named = events.map((event) => ({ event, customerId: expand.has('customer') ? customerOfEvent(event) : null }));
  const customerIds = named.flatMap(({ customerId }) => customerId ?? []);
  const summaries = await customerSummaries(store, tenant, customerIds);
  const data = named.map(({ event, customerId }) => withField(event.json, 'customer', summaries.get(customerId ?? '') ?? null));
  return listText(data, hasMore);
});
