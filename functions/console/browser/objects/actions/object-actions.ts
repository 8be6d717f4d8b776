import type { RowOf } from '../rows.ts';
import { type Action, type ActionsByScreen, and, idOf, is, isNot, pathOf, postAction, requiredField, updateAction } from './actions.ts';
import { CATALOGUE_ACTIONS } from './catalogue-actions.ts';
import { CUSTOMER_ACTIONS } from './customer-actions.ts';
import { ENDPOINT_FIELDS } from './object-fields.ts';
import { type InvoiceWithPayment, refundAction } from './refund.ts';
import { SUBSCRIPTION_ACTIONS } from './subscription-actions.ts';

/** The actions on objects, by the screen that lists the objects. */

/** Whether the invoice can be voided: it is open or uncollectible, and no part of it is paid. */
const isVoidable = and(is('status', 'open', 'uncollectible'), is('amount_paid_cents', 0));

const voidEffect = ({ subscription_id: subscriptionId, status }: RowOf['invoices']): string => {
  // If the invoice is uncollectible, the subscription has ended. If it is open, the subscription is past due, or this is its last invoice.
  const mayContinue = subscriptionId !== null && status === 'open';
  const continueText = mayContinue ? " If the subscription is past due, it continues; this period isn't billed." : '';
  return `The customer no longer owes this invoice.${continueText} This cannot be undone.`;
};

const actions: ActionsByScreen = {
  customers: CUSTOMER_ACTIONS,
  subscriptions: SUBSCRIPTION_ACTIONS,
  invoices: [
    refundAction<InvoiceWithPayment>(({ payment_id: id }) => ({ payment_id: id })) as Action<RowOf['invoices']>,
    postAction(
      'Send by email',
      'invoices:write',
      pathOf('invoices', '/email'),
      isNot('status', 'void'),
      'The customer gets an email with the PDF.',
      'Invoice sent.',
    ),
    {
      ...postAction<RowOf['invoices']>(
        'Void invoice',
        'invoices:write',
        pathOf('invoices', '/void'),
        isVoidable,
        voidEffect,
        'Invoice voided.',
      ),
      isDestructive: true,
      confirmName: ({ number }) => number,
    },
  ],
  payments: [refundAction((row) => ({ payment_id: idOf(row) }))],
  ...CATALOGUE_ACTIONS,
  webhook_endpoints: [
    {
      title: 'Edit endpoint',
      scope: 'webhook_endpoints:write',
      path: pathOf('webhook_endpoints'),
      edits: true,
      fields: ENDPOINT_FIELDS,
      submit: 'Save',
      done: 'Webhook endpoint saved.',
    },
    {
      title: 'Rotate secret',
      scope: 'webhook_endpoints:write',
      path: pathOf('webhook_endpoints', '/rotate_secret'),
      copyableField: { name: 'secret', title: 'Signing secret', isSecret: true },
      effect: 'Deliveries are signed with a new secret. For 24 hours they are also signed with the old one.',
      done: 'Signing secret rotated.',
    },
    {
      ...updateAction<RowOf['webhook_endpoints']>(
        'Disable endpoint',
        'webhook_endpoints:write',
        'webhook_endpoints',
        { status: 'disabled' },
        is('status', 'enabled'),
        'Events are no longer sent. Events that happen while it is disabled are never sent.',
        'Webhook endpoint disabled.',
      ),
      isDestructive: true,
    },
    updateAction(
      'Enable endpoint',
      'webhook_endpoints:write',
      'webhook_endpoints',
      { status: 'enabled' },
      isNot('status', 'enabled'),
      'New events are sent again.',
      'Webhook endpoint enabled.',
    ),
    {
      title: 'Delete endpoint',
      scope: 'webhook_endpoints:write',
      method: 'DELETE',
      path: pathOf('webhook_endpoints'),
      effect: 'Events are no longer sent, and the deliveries are deleted. This cannot be undone.',
      done: 'Webhook endpoint deleted.',
      isDestructive: true,
    },
  ],
  api_keys: [
    {
      ...postAction<RowOf['api_keys']>(
        'Revoke key',
        'api_keys:write',
        pathOf('api_keys', '/revoke'),
        is('revoked_at', null),
        'Requests with this key fail immediately. This cannot be undone.',
        'API key revoked.',
      ),
      isDestructive: true,
      confirmName: ({ label, prefix }) => label ?? prefix,
    },
  ],
  audit_logs: [
    {
      ...postAction<RowOf['audit_logs']>(
        'Revoke portal link',
        'subscriptions:write',
        ({ resource_id: sessionId }) => `billing_portal/sessions/${sessionId}/revoke`,
        is('action', 'portal_session.created'),
        'The link stops working immediately.',
        'Portal link revoked.',
      ),
      isDestructive: true,
    },
  ],
  test_clocks: [
    {
      title: 'Advance clock',
      scope: 'test_clocks:write',
      path: pathOf('test_clocks', '/advance'),
      when: isNot('status', 'advancing'),
      fields: [requiredField('frozen_time', 'New time', 'time')],
      effect: 'Renewals and other work of its customers that are due until then happen now.',
      submit: 'Advance',
      done: 'Test clock is advancing.',
    },
    {
      title: 'Delete clock',
      scope: 'test_clocks:write',
      method: 'DELETE',
      path: pathOf('test_clocks'),
      when: isNot('status', 'advancing'),
      effect: 'Its subscriptions end immediately and its open checkouts expire. Its customers stay. This cannot be undone.',
      done: 'Test clock deleted.',
      isDestructive: true,
    },
  ],
};

export const OBJECT_ACTIONS: Readonly<Record<string, readonly Action[]>> = actions;
