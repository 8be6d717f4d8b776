import { type Action, below, does, field, idOf, is, needed, not, sets } from './actions.ts';
import { currencyOf, money } from './format.ts';
import type { FormField } from './forms.ts';
import { CUSTOMER_FIELDS, ENDPOINT_FIELDS, PRODUCT_FIELDS } from './object-fields.ts';
import type { Row } from './rows.ts';

/** What members do to an object, by the screen that shows its kind. */

const here = (): string => `${location.origin}${location.pathname}`;
const always = (): boolean => true;
const canRefund = (row: Row): boolean =>
  row['status'] === 'succeeded' && Number(row['amount_refunded_cents']) < Number(row['amount_cents']);

const refundable = (row: Row): string => money(Number(row['amount_cents']) - Number(row['amount_refunded_cents']), currencyOf(row) ?? '');

const ADDRESS_FIELDS: readonly FormField[] = [
  field('address.line1', 'Street and number', 'text'),
  field('address.line2', 'Second line', 'text'),
  field('address.postal_code', 'Postal code', 'text'),
  field('address.city', 'City', 'text'),
];
const REFUND_FIELDS: readonly FormField[] = [
  field('amount_cents', 'Amount', 'amount', { hint: 'Left empty: all that is left.' }),
  field('reason', 'Reason', 'text'),
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
      says: 'The customer is hidden, and can buy nothing any more.',
    },
    does(
      'Erase personal data',
      'customers:write',
      below('customers', '/purge'),
      always,
      'What is known of the person goes for good. It cannot be undone.',
    ),
  ],
  subscriptions: [
    {
      title: 'Change price',
      scope: 'subscriptions:write',
      path: below('subscriptions', '/update'),
      when: not('status', 'canceled'),
      fields: [needed('price_id', 'New price', 'text', { hint: 'Its id.' }), field('coupon_code', 'Coupon', 'text')],
      says: 'What is left of the paid period is credited, and the new price is charged.',
    },
    does(
      'Pause',
      'subscriptions:write',
      below('subscriptions', '/pause'),
      is('renewal_state', 'scheduled'),
      'It is not renewed until it is resumed.',
    ),
    does('Resume', 'subscriptions:write', below('subscriptions', '/resume'), is('renewal_state', 'paused'), 'It is renewed again.'),
    does(
      'Keep',
      'subscriptions:write',
      below('subscriptions', '/reactivate'),
      is('renewal_state', 'ending'),
      'It does not end, and is renewed again.',
    ),
    {
      title: 'Make a portal link',
      scope: 'subscriptions:write',
      path: () => 'billing_portal/sessions',
      fixed: (row) => ({ subscription_id: idOf(row), return_url: here() }),
      shows: { name: 'url', title: 'Link for the customer' },
      says: 'Whoever has the link can look after this subscription.',
    },
    {
      title: 'Refund',
      scope: 'refunds:write',
      path: () => 'refunds',
      when: (row) => row['last_payment_id'] !== null,
      fixed: (row) => ({ subscription_id: idOf(row) }),
      fields: REFUND_FIELDS,
      says: 'The latest payment is refunded. Money goes back to the customer.',
    },
    does(
      'Cancel',
      'subscriptions:cancel',
      below('subscriptions', '/cancel'),
      not('renewal_state', 'ending', 'ended'),
      'It ends with the period that is paid.',
    ),
  ],
  invoices: [
    does('Send by mail', 'invoices:write', below('invoices', '/email'), always, 'The buyer gets it with its document.'),
    does('Void', 'invoices:write', below('invoices', '/void'), is('status', 'open'), 'Nobody owes it any more. It cannot be undone.'),
  ],
  payments: [
    {
      title: 'Refund',
      scope: 'refunds:write',
      path: () => 'refunds',
      when: canRefund,
      fixed: (row) => ({ payment_id: idOf(row) }),
      fields: REFUND_FIELDS,
      says: (row) => `Up to ${refundable(row)} goes back to the customer. It cannot be undone.`,
    },
  ],
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
      'Nothing is sent there.',
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
      says: 'Deliveries are signed with a new secret, which is shown once.',
    },
    {
      title: 'Delete',
      scope: 'webhook_endpoints:write',
      method: 'DELETE',
      path: below('webhook_endpoints'),
      says: 'Nothing is sent there any more.',
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
  test_clocks: [
    {
      title: 'Advance',
      scope: 'test_clocks:write',
      path: below('test_clocks', '/advance'),
      when: is('status', 'ready'),
      fields: [needed('frozen_time', 'To', 'time')],
      says: 'Everything that is due for its customers until then happens.',
    },
    {
      title: 'Delete',
      scope: 'test_clocks:write',
      method: 'DELETE',
      path: below('test_clocks'),
      says: 'Its customers and all that is theirs go with it.',
    },
  ],
};
