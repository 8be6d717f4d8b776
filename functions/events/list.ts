import * as v from 'valibot';
import { ListedEvent } from '../../shared/api/objects/event.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { checkCursor } from '../../shared/api/resources.ts';
import { described, doc, named } from '../../shared/api/schemas/described.ts';
import { fetchCustomerSummaries } from '../../shared/api/schemas/expand.ts';
import { commaSeparated, expandQuery, idParams, listQuery, listSchema, reference } from '../../shared/api/schemas/fields.ts';
import { listText, withField } from '../../shared/api/schemas/json-text.ts';
import { serveText } from '../../shared/api/serve/serve.ts';
import { EVENT_TYPES } from '../../shared/domain/event-types.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { clock } from '../../shared/runtime/services.ts';
import type { LoggedEvent } from '../../shared/store/event-log/event-text.ts';
import { customerOfEvent, pageOfEvents } from '../../shared/store/event-log/events.ts';
import type { Store } from '../../shared/store/writer/store.ts';

const TYPE_FILTER_MAX_LENGTH = 2048;

export const operation = defineOperation({
  id: 'events.list',
  method: 'GET',
  path: '/v1/events',
  summary: 'List events, newest first',
  description: doc(
    'Events appear in the order in which they were recorded; an event is delayed by at most about 30 seconds while earlier events are ' +
      'being written. `customer_id` returns only events of a customer and of the objects that belong to the customer.',
  ),
  auth: apiKey('events:read'),
  profile: 'read',
  uses: ['log-gaps'],
  params: {},
  query: v.strictObject({
    ...listQuery,
    ...expandQuery,
    type: described(
      v.optional(commaSeparated(EVENT_TYPES, TYPE_FILTER_MAX_LENGTH)),
      doc('Returns only events of these types. Default: all types.'),
    ),
    customer_id: described(
      v.optional(reference),
      doc('Returns only events of the customer with this id, and of the objects that belong to the customer.'),
    ),
  }),
  response: named(listSchema(ListedEvent), 'EventList'),
  expand: { customer: 'customers:read' },
});

/** Returns the JSON of the events with `customer` added: the current summary of the customer that the event's snapshot names. */
const jsonWithCustomers = async (store: Store, tenant: Tenant, events: readonly LoggedEvent[]): Promise<readonly string[]> => {
  const eventsWithCustomerIds = events.map((event) => ({ event, customerId: customerOfEvent(event) }));
  const customerIds = eventsWithCustomerIds.flatMap(({ customerId }) => customerId ?? []);
  const summaries = await fetchCustomerSummaries(store, tenant, customerIds);
  return eventsWithCustomerIds.map(({ event, customerId }) => withField(event.json, 'customer', summaries.get(customerId ?? '') ?? null));
};

export const handler = serveText(operation, async ({ query, expand }, { tenant, store }) => {
  checkCursor(query.starting_after, idParams.event.pattern);
  const { events, hasMore } = await pageOfEvents(store.table, tenant, {
    limit: query.limit,
    startingAfter: query.starting_after ?? null,
    types: query.type ?? null,
    customerId: query.customer_id ?? null,
    nowMs: clock.nowMs(),
  });
  const data = expand.has('customer') ? await jsonWithCustomers(store, tenant, events) : events.map(({ json }) => json);
  return listText(data, hasMore);
});
