import { type Action, below, both, does, field, idOf, is, needed, not, sets } from './actions.ts';
import type { FormField } from './forms.ts';
import { CUSTOMER_FIELDS, ENDPOINT_FIELDS, PRODUCT_FIELDS } from './object-fields.ts';
import { refundOf } from './refund.ts';
import type { Row } from './rows.ts';
import { SUBSCRIPTION_ACTIONS } from './subscription-actions.ts';

/** What members do to an object, by the screen that shows its kind. */

/** Nobody paid for it. */
const isUnpaid = both(is('status', 'open', 'uncollectible'), is('amount_paid_cents', 0));

const saysVoid = ({ subscription_id: subscriptionId }: Row): string => {
  const goesOn = subscriptionId === null ? '' : ' A subscription that is past due for it goes on, unbilled for this period.';
  return `Nobody owes it any more.${goesOn} It cannot be undone.`;
};

const ADDRESS_FIELDS: readonly FormField[] = [
  field('address.line1', 'Street and number', 'text'),
  field('address.line2', 'Second line', 'text'),
  field('address.postal_code', 'Postal code', 'text'),
  field('address.city', 'City', 'text'),
];

export const OBJECT_ACTIONS: Readonly<Record<string, readonly Action[]>> = {
  customers: [
    { title: 'Edit', scope: 'customers:write', path: below('customers'), edits: true, fields: [...CUSTOMER_FIELDS, ...ADDRESS_FIELDS] },
    {
      title: 'Set VAT number',
      scope: 'customers:write',
      path: below('customers', '/vat_number'),
      fields: [needed('vat_number', 'VAT number', 'text')],
      says: 'It is checked, and counts for invoices from now on.',
    },
    {
      title: 'Delete',
      scope: 'customers:write',
      method: 'DELETE',
      path: below('customers'),
      says: 'The customer is hidden and can buy nothing any more, and the saved payment methods are given up. It cannot be undone.',
    },
    {
      title: 'Erase personal data',
      scope: 'customers:write',
      path: below('customers', '/purge'),
      removes: true,
      ofDeleted: true,
      says: 'The customer is deleted, and what is known of the person goes for good, also from events and the audit log. Invoices keep what the law asks for. It cannot be undone.',
    },
  ],
  subscriptions: SUBSCRIPTION_ACTIONS,
  invoices: [
    does('Send by mail', 'invoices:write', below('invoices', '/email'), not('status', 'void'), 'The buyer gets it with its document.'),
    does('Void', 'invoices:write', below('invoices', '/void'), isUnpaid, saysVoid),
  ],
  payments: [refundOf((row) => ({ payment_id: idOf(row) }))],
  products: [
    { title: 'Edit', scope: 'products:write', path: below('products'), edits: true, fields: PRODUCT_FIELDS },
    sets(
      'Archive',
      'products:write',
      'products',
      { active: false },
      is('active', true),
      'Nobody can buy it any more; who has it keeps it.',
    ),
    sets('Sell again', 'products:write', 'products', { active: true }, is('active', false), 'It can be bought again.'),
  ],
  prices: [
    {
      title: 'Make a checkout link',
      scope: 'checkout_sessions:write',
      path: () => 'checkout/sessions',
      when: is('active', true),
      fixed: (row) => ({ price_id: idOf(row) }),
      fields: [
        needed('success_url', 'Address after the purchase', 'url'),
        needed('cancel_url', 'Address if the buyer turns back', 'url'),
        field('customer_email', 'E-mail of the buyer', 'email'),
        field('coupon_code', 'Coupon', 'text'),
      ],
      shows: { name: 'url', title: 'Link for the buyer' },
    },
    sets('Archive', 'prices:write', 'prices', { active: false }, is('active', true), 'Nobody can buy at it any more; who pays it goes on.'),
    sets('Sell again', 'prices:write', 'prices', { active: true }, is('active', false), 'It can be bought at again.'),
  ],
  coupons: [
    sets(
      'Archive',
      'coupons:write',
      'coupons',
      { active: false },
      is('active', true),
      'Nobody can redeem it any more; who has it keeps it.',
    ),
    sets('Allow again', 'coupons:write', 'coupons', { active: true }, is('active', false), 'It can be redeemed again.'),
  ],
  tax_rates: [
    sets('Archive', 'tax_rates:write', 'tax_rates', { active: false }, is('active', true), 'It is not used for new invoices.'),
    sets('Use again', 'tax_rates:write', 'tax_rates', { active: true }, is('active', false), 'It is used for new invoices.'),
  ],
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
      ({ resource_id: sessionId }) => `billing_portal/sessions/${String(sessionId)}/revoke`,
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
