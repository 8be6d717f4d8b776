import * as v from 'valibot';
import { customerSummaries } from '../../shared/api/expand.ts';
import { expandQuery, ids, listQuery, listSchema, oneOrMore, reference } from '../../shared/api/fields.ts';
import { listText, withField } from '../../shared/api/json-text.ts';
import { ListedEvent } from '../../shared/api/objects/event.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { checkCursor } from '../../shared/api/resources.ts';
import { serveText } from '../../shared/api/serve.ts';
import { EVENT_TYPES } from '../../shared/domain/event-types.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { clock } from '../../shared/runtime/services.ts';
import type { LoggedEvent } from '../../shared/store/event-log/event-text.ts';
import { customerOfEvent, pageOfEvents } from '../../shared/store/event-log/events.ts';
import type { Store } from '../../shared/store/writer/store.ts';

const TYPE_FILTER_MAX = 2048;

export const operation = defineOperation({
  id: 'events.list',
  method: 'GET',
  path: '/v1/events',
  summary: 'List events, newest first',
  description:
    'An event appears once everything recorded before it has; it is held back for that for at most about 30 seconds. `customer_id` narrows them to ' +
    'those that concern a customer: the customer itself, and what is theirs.',
  auth: apiKey('events:read'),
  profile: 'read',
  uses: ['log-holes'],
  params: {},
  query: v.strictObject({
    ...listQuery,
    ...expandQuery,
    type: v.optional(oneOrMore(EVENT_TYPES, TYPE_FILTER_MAX)),
    customer_id: v.optional(reference),
  }),
  body: null,
  response: listSchema(ListedEvent),
  expand: { customer: 'customers:read' },
  errors: [],
});

/** The events' texts, each with the customer that its snapshot names, as they are now. */
const namingCustomers = async (store: Store, tenant: Tenant, events: readonly LoggedEvent[]): Promise<readonly string[]> => {
  const named = events.map((event) => ({ event, customerId: customerOfEvent(event) }));
  const customerIds = named.flatMap(({ customerId }) => customerId ?? []);
  const summaries = await customerSummaries(store, tenant, customerIds);
  return named.map(({ event, customerId }) => withField(event.json, 'customer', summaries.get(customerId ?? '') ?? null));
};

export const handler = serveText(operation, async ({ query, expand }, { tenant, store }) => {
  checkCursor(query.starting_after, ids.event.pattern);
  const { events, hasMore } = await pageOfEvents(store.table, tenant, {
    limit: query.limit,
    startingAfter: query.starting_after ?? null,
    types: query.type ?? null,
    customerId: query.customer_id ?? null,
    nowMs: clock.nowMs(),
  });
  const data = expand.has('customer') ? await namingCustomers(store, tenant, events) : events.map(({ json }) => json);
  return listText(data, hasMore);
});
