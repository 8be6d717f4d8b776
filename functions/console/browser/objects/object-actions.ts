import { type Action, type ActionsByScreen, below, both, does, idOf, is, needed, not, sets } from './actions.ts';
import { CATALOGUE_ACTIONS } from './catalogue-actions.ts';
import { CUSTOMER_ACTIONS } from './customer-actions.ts';
import { ENDPOINT_FIELDS } from './object-fields.ts';
import { refundOf } from './refund.ts';
import type { RowOf } from './rows.ts';
import { SUBSCRIPTION_ACTIONS } from './subscription-actions.ts';

/** What members do to an object, by the screen that shows its kind. */

/** Nobody paid for it. */
const isUnpaid = both(is('status', 'open', 'uncollectible'), is('amount_paid_cents', 0));

const saysVoid = ({ subscription_id: subscriptionId }: RowOf['invoices']): string => {
  const continues = subscriptionId === null ? '' : ' A subscription that is past due for it goes on, unbilled for this period.';
  return `Nobody owes it any more.${continues} It cannot be undone.`;
};

const actions: ActionsByScreen = {
  customers: CUSTOMER_ACTIONS,
  subscriptions: SUBSCRIPTION_ACTIONS,
  invoices: [
    does('Send by mail', 'invoices:write', below('invoices', '/email'), not('status', 'void'), 'The buyer gets it with its document.'),
    does('Void', 'invoices:write', below('invoices', '/void'), isUnpaid, saysVoid),
  ],
  payments: [refundOf((row) => ({ payment_id: idOf(row) }))],
  ...CATALOGUE_ACTIONS,
  webhook_endpoints: [
    { title: 'Edit', scope: 'webhook_endpoints:write', path: below('webhook_endpoints'), edits: true, fields: ENDPOINT_FIELDS },
    sets(
      'Disable',
      'webhook_endpoints:write',
      'webhook_endpoints',
      { status: 'disabled' },
      is('status', 'enabled'),
      'Nothing is sent there, and what happens meanwhile is not sent later either.',
    ),
    sets(
      'Enable',
      'webhook_endpoints:write',
      'webhook_endpoints',
      { status: 'enabled' },
      not('status', 'enabled'),
      'Events are sent there again.',
    ),
    {
      title: 'New secret',
      scope: 'webhook_endpoints:write',
      path: below('webhook_endpoints', '/rotate_secret'),
      shows: { name: 'secret', title: 'Signing secret' },
      says: 'Deliveries are signed with a new secret, which is shown once; for 24 hours the former one signs them too.',
    },
    {
      title: 'Delete',
      scope: 'webhook_endpoints:write',
      method: 'DELETE',
      path: below('webhook_endpoints'),
      says: 'Nothing is sent there any more, and the record of what was sent there goes too. It cannot be undone.',
    },
  ],
  api_keys: [
    does(
      'Revoke',
      'api_keys:write',
      below('api_keys', '/revoke'),
      is('revoked_at', null),
      'Whatever uses the key is refused from now on. It cannot be undone.',
    ),
  ],
  audit_logs: [
    does(
      'Revoke the portal link',
      'subscriptions:write',
      ({ resource_id: sessionId }: RowOf['audit_logs']) => `billing_portal/sessions/${sessionId}/revoke`,
      is('action', 'portal_session.created'),
      'It opens nothing from now on.',
    ),
  ],
  test_clocks: [
    {
      title: 'Advance',
      scope: 'test_clocks:write',
      path: below('test_clocks', '/advance'),
      when: not('status', 'advancing'),
      fields: [needed('frozen_time', 'To', 'time')],
      says: 'Everything that is due for its customers until then happens.',
    },
    {
      title: 'Delete',
      scope: 'test_clocks:write',
      method: 'DELETE',
      path: below('test_clocks'),
      when: not('status', 'advancing'),
      says: 'Its subscriptions end at once and its open checkouts expire; its customers stay. It cannot be undone.',
    },
  ],
};

export const OBJECT_ACTIONS: Readonly<Record<string, readonly Action[]>> = actions;
