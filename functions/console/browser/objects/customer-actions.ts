import { type Action, idOf, isNot, pathOf, postAction, requiredField } from './actions.ts';
import { ADDRESS_FIELDS, CHECKOUT_FIELDS, CUSTOMER_FIELDS } from './object-fields.ts';
import type { RowOf } from './rows.ts';

/** The actions on a customer. */

export const CUSTOMER_ACTIONS: readonly Action<RowOf['customers']>[] = [
  { title: 'Edit', scope: 'customers:write', path: pathOf('customers'), edits: true, fields: [...CUSTOMER_FIELDS, ...ADDRESS_FIELDS] },
  {
    title: 'Set VAT number',
    scope: 'customers:write',
    path: pathOf('customers', '/vat_number'),
    fields: [requiredField('vat_number', 'VAT number', 'text')],
    effect: 'It is checked, and counts for invoices from now on.',
  },
  {
    ...postAction<RowOf['customers']>(
      'Remove VAT number',
      'customers:write',
      pathOf('customers', '/vat_number'),
      isNot('vat_number', null),
      'Invoices from now on are taxed as those of a customer without one.',
    ),
    fixed: () => ({ vat_number: null }),
  },
  {
    ...postAction<RowOf['customers']>(
      'Resume emails',
      'customers:write',
      pathOf('customers'),
      isNot('email_delivery', null),
      'The next emails go to the address again, although one bounced or was reported as spam.',
    ),
    fixed: ({ email }) => ({ email }),
  },
  {
    title: 'Make a checkout link',
    scope: 'checkout_sessions:write',
    path: () => 'checkout/sessions',
    fixed: (row) => ({ customer_id: idOf(row) }),
    fields: [requiredField('price_id', 'Price', 'text', { hint: 'Its id.' }), ...CHECKOUT_FIELDS],
    oneTimeValue: { name: 'url', title: 'Link for the customer' },
  },
  {
    title: 'Revoke portal sessions',
    scope: 'customers:write',
    path: pathOf('customers', '/revoke_portal_sessions'),
    effect:
      'Everybody who is in the portal for this customer is signed out, and links in earlier mails open nothing any more. Later links work.',
  },
  {
    title: 'Delete',
    scope: 'customers:write',
    method: 'DELETE',
    path: pathOf('customers'),
    effect: 'The customer is hidden and can buy nothing any more, and the saved payment methods are given up. It cannot be undone.',
  },
  {
    title: 'Erase personal data',
    scope: 'customers:write',
    path: pathOf('customers', '/purge'),
    removes: true,
    appliesToDeleted: true,
    effect:
      'The customer is deleted, and all personal data is erased, also in events and the audit log. Invoices keep what the law requires. It cannot be undone.',
  },
];
