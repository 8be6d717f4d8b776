import { EVENT_TYPES } from '../../../../shared/domain/event-types.ts';
import { deliveryHealth } from '../objects/delivery-health.tsx';
import type { RowOf } from '../objects/rows.ts';
import { actorText, eventText, objectText } from '../objects/sentences.ts';
import { creatorText } from '../team/key-labels.ts';
import { customerFilter } from './filters.ts';
import { columnOf, created, status, statusOf } from './list-columns.ts';
import type { Screen } from './screen-types.ts';

/** The lists for developers: events, webhooks, the audit log, API keys and test clocks. */

type Name = 'events' | 'webhook_endpoints' | 'audit_logs' | 'api_keys' | 'test_clocks';

export const DEVELOPER_LISTS: { readonly [Each in Name]: Screen<RowOf[Each]> } = {
  events: {
    title: 'Events',
    one: 'event',
    path: 'events',
    prefix: 'evt_',
    columns: [
      { ...columnOf('Event', 'type'), text: eventText },
      { ...columnOf('Object', 'data.id'), namedBy: 'object', text: objectText, isLink: true },
      // The field is `id`, because the column `Event` already uses `type`.
      { ...columnOf('Type', 'id'), text: ({ type }) => type },
      created,
    ],
    expand: 'customer',
    expandOne: null,
    empty: 'Events report each change, such as a paid invoice. They are kept for 90 days.',
    filters: [
      { kind: 'choice', title: 'Type', name: 'type', options: Object.fromEntries(EVENT_TYPES.map((type) => [type, type])) },
      customerFilter,
    ],
  },
  webhook_endpoints: {
    title: 'Webhooks',
    one: 'webhook endpoint',
    path: 'webhook_endpoints',
    prefix: 'we_',
    columns: [
      columnOf('URL', 'url'),
      status,
      {
        ...columnOf('Events', 'enabled_events'),
        text: ({ enabled_events: types }) =>
          types.includes('*') ? 'All events' : types.length === 1 ? String(types[0]) : `${types.length} types`,
      },
      { ...columnOf('Deliveries', 'id'), cell: deliveryHealth },
      created,
    ],
    empty: 'Add a webhook endpoint to receive events in your application.',
  },
  audit_logs: {
    title: 'Audit log',
    one: 'audit log entry',
    path: 'audit_logs',
    prefix: 'al_',
    columns: [
      { ...columnOf('Action', 'action'), text: eventText },
      { ...columnOf('Actor', 'actor_id'), namedBy: 'actor', text: actorText },
      { ...columnOf('Object', 'resource_id'), namedBy: 'object' },
      // The field is `id`, because the column `Action` already uses `action`.
      { ...columnOf('Type', 'id'), text: ({ action }) => action },
      columnOf('Date', 'created'),
    ],
    empty: 'Changes by members, API keys and the service itself are recorded here.',
    filters: [
      { kind: 'text', title: 'Action', name: 'action' },
      { kind: 'text', title: 'Object ID', name: 'resource_id' },
    ],
  },
  api_keys: {
    title: 'API keys',
    one: 'API key',
    path: 'api_keys',
    prefix: 'ak_',
    columns: [
      { ...columnOf('Name', 'label'), text: ({ label, prefix }) => label ?? `${prefix}…` },
      { ...columnOf('Key', 'prefix'), text: ({ prefix }) => `${prefix}…` },
      statusOf('revoked_at'),
      { ...columnOf('Created by', 'created_by.id'), namedBy: 'actor', text: creatorText },
      columnOf('Last used', 'last_used_at'),
      created,
    ],
    empty: 'Create an API key to call the API from your application.',
  },
  test_clocks: {
    title: 'Test clocks',
    one: 'test clock',
    path: 'test_clocks',
    prefix: 'clk_',
    only: 'test',
    columns: [
      { ...columnOf('Name', 'name'), text: ({ name, id }) => name ?? id },
      status,
      columnOf('Simulated time', 'frozen_time'),
      created,
    ],
    empty: 'A test clock simulates time, so that you can see renewals and dunning of test customers in minutes.',
  },
};
