import { type Action, type ActionsByScreen, and, idOf, is, isNot, pathOf, postAction, requiredField, updateAction } from './actions.ts';
import { CATALOGUE_ACTIONS } from './catalogue-actions.ts';
import { CUSTOMER_ACTIONS } from './customer-actions.ts';
import { ENDPOINT_FIELDS } from './object-fields.ts';
import { refundOf } from './refund.ts';
import type { RowOf } from './rows.ts';
import { SUBSCRIPTION_ACTIONS } from './subscription-actions.ts';

/** The actions on objects, by the screen that lists the objects. */

/** Whether the invoice can be voided: it is open or uncollectible, and no part of it is paid. */
const isVoidable = and(is('status', 'open', 'uncollectible'), is('amount_paid_cents', 0));

const voidEffect = ({ subscription_id: subscriptionId }: RowOf['invoices']): string => {
  const continues = subscriptionId === null ? '' : ' A subscription that is past due for it goes on, unbilled for this period.';
  return `Nobody owes it any more.${continues} It cannot be undone.`;
};

const actions: ActionsByScreen = {
  customers: CUSTOMER_ACTIONS,
  subscriptions: SUBSCRIPTION_ACTIONS,
  invoices: [
    postAction(
      'Send by mail',
      'invoices:write',
      pathOf('invoices', '/email'),
      isNot('status', 'void'),
      'The buyer gets it with its document.',
    ),
    postAction('Void', 'invoices:write', pathOf('invoices', '/void'), isVoidable, voidEffect),
  ],
  payments: [refundOf((row) => ({ payment_id: idOf(row) }))],
  ...CATALOGUE_ACTIONS,
  webhook_endpoints: [
    { title: 'Edit', scope: 'webhook_endpoints:write', path: pathOf('webhook_endpoints'), edits: true, fields: ENDPOINT_FIELDS },
    updateAction(
      'Disable',
      'webhook_endpoints:write',
      'webhook_endpoints',
      { status: 'disabled' },
      is('status', 'enabled'),
      'Nothing is sent there, and what happens meanwhile is not sent later either.',
    ),
    updateAction(
      'Enable',
      'webhook_endpoints:write',
      'webhook_endpoints',
      { status: 'enabled' },
      isNot('status', 'enabled'),
      'Events are sent there again.',
    ),
    {
      title: 'New secret',
      scope: 'webhook_endpoints:write',
      path: pathOf('webhook_endpoints', '/rotate_secret'),
      oneTimeValue: { name: 'secret', title: 'Signing secret' },
      effect: 'Deliveries are signed with a new secret, which is shown once; for 24 hours the former one signs them too.',
    },
    {
      title: 'Delete',
      scope: 'webhook_endpoints:write',
      method: 'DELETE',
      path: pathOf('webhook_endpoints'),
      effect: 'Nothing is sent there any more, and the record of what was sent there goes too. It cannot be undone.',
    },
  ],
  api_keys: [
    postAction(
      'Revoke',
      'api_keys:write',
      pathOf('api_keys', '/revoke'),
      is('revoked_at', null),
      'Whatever uses the key is refused from now on. It cannot be undone.',
    ),
  ],
  audit_logs: [
    postAction(
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
      path: pathOf('test_clocks', '/advance'),
      when: isNot('status', 'advancing'),
      fields: [requiredField('frozen_time', 'To', 'time')],
      effect: 'Everything that is due for its customers until then happens.',
    },
    {
      title: 'Delete',
      scope: 'test_clocks:write',
      method: 'DELETE',
      path: pathOf('test_clocks'),
      when: isNot('status', 'advancing'),
      effect: 'Its subscriptions end at once and its open checkouts expire; its customers stay. It cannot be undone.',
    },
  ],
};

export const OBJECT_ACTIONS: Readonly<Record<string, readonly Action[]>> = actions;
