import type { FormField } from '../forms/forms.ts';
import { type Action, below, does, field, idOf, needed, not } from './actions.ts';
import { CHECKOUT_FIELDS, CUSTOMER_FIELDS } from './object-fields.ts';
import type { RowOf } from './rows.ts';

/** What members do to a customer. */

const ADDRESS_FIELDS: readonly FormField[] = [
  field('address.line1', 'Street and number', 'text'),
  field('address.line2', 'Second line', 'text'),
  field('address.postal_code', 'Postal code', 'text'),
  field('address.city', 'City', 'text'),
];

export const CUSTOMER_ACTIONS: readonly Action<RowOf['customers']>[] = [
  { title: 'Edit', scope: 'customers:write', path: below('customers'), edits: true, fields: [...CUSTOMER_FIELDS, ...ADDRESS_FIELDS] },
  {
    title: 'Set VAT number',
    scope: 'customers:write',
    path: below('customers', '/vat_number'),
    fields: [needed('vat_number', 'VAT number', 'text')],
    says: 'It is checked, and counts for invoices from now on.',
  },
  {
    ...does<RowOf['customers']>(
      'Remove VAT number',
      'customers:write',
      below('customers', '/vat_number'),
      not('vat_number', null),
      'Invoices from now on are taxed as those of a customer without one.',
    ),
    fixed: () => ({ vat_number: null }),
  },
  {
    title: 'Make a checkout link',
    scope: 'checkout_sessions:write',
    path: () => 'checkout/sessions',
    fixed: (row) => ({ customer_id: idOf(row) }),
    fields: [needed('price_id', 'Price', 'text', { hint: 'Its id.' }), ...CHECKOUT_FIELDS],
    shows: { name: 'url', title: 'Link for the customer' },
  },
  {
    title: 'Revoke portal sessions',
    scope: 'customers:write',
    path: below('customers', '/revoke_portal_sessions'),
    says: 'Everybody who is in the portal for this customer is signed out, and links in earlier mails open nothing any more. Later links work.',
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
];
