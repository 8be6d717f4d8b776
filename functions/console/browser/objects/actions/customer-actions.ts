import type { RowOf } from '../rows.ts';
import { type Action, idOf, isNot, pathOf, postAction, requiredField } from './actions.ts';
import { BUYER_E_INVOICING_FIELDS } from './e-invoicing-fields.ts';
import { ADDRESS_FIELDS, CHECKOUT_FIELDS, CUSTOMER_FIELDS, DELIVER_EMAIL_FIELD, SOLD_PRICE_FIELD } from './object-fields.ts';

/** The actions on a customer. */

type Customer = RowOf['customers'];

/** What the member types before the customer is deleted or erased. For a deleted customer, it is the id, because only the id is known. */
const confirmName = ({ name, email, id }: Customer): string => name ?? email ?? id;

export const CUSTOMER_ACTIONS: readonly Action<Customer>[] = [
  {
    title: 'Create checkout link',
    scope: 'checkout_sessions:write',
    path: () => 'checkout/sessions',
    fixed: (row) => ({ customer_id: idOf(row) }),
    fields: [SOLD_PRICE_FIELD, ...CHECKOUT_FIELDS, DELIVER_EMAIL_FIELD],
    copyableField: { name: 'url', title: 'Checkout link' },
    effect: 'A link with which this customer can subscribe.',
    done: 'Checkout link created.',
  },
  {
    title: 'Edit customer',
    scope: 'customers:write',
    path: pathOf('customers'),
    edits: true,
    fields: [...CUSTOMER_FIELDS, ...ADDRESS_FIELDS, ...BUYER_E_INVOICING_FIELDS],
    submit: 'Save',
    done: 'Customer saved.',
  },
  {
    title: 'Set VAT number',
    scope: 'customers:write',
    path: pathOf('customers', '/vat_number'),
    fields: [requiredField('vat_number', 'VAT number', 'text', { hint: 'With the country, such as NL123456789B01.' })],
    effect: 'The number is verified, and applies to future invoices.',
    done: 'VAT number saved.',
  },
  {
    ...postAction<Customer>(
      'Remove VAT number',
      'customers:write',
      pathOf('customers', '/vat_number'),
      isNot('vat_number', null),
      'Future invoices are taxed as for a consumer.',
      'VAT number removed.',
    ),
    fixed: () => ({ vat_number: null }),
    isDestructive: true,
  },
  {
    ...postAction<Customer>(
      'Resume emails',
      'customers:write',
      pathOf('customers'),
      isNot('email_delivery', null),
      'Emails are sent to this address again, although one bounced or was reported as spam.',
      'Emails resumed.',
    ),
    fixed: ({ email }) => ({ email }),
  },
  {
    title: 'Revoke portal links',
    scope: 'customers:write',
    path: pathOf('customers', '/revoke_portal_sessions'),
    effect: 'Everyone in the portal of this customer is signed out, and links in earlier emails stop working. New links work.',
    done: 'Portal links revoked.',
    isDestructive: true,
  },
  {
    title: 'Delete customer',
    scope: 'customers:write',
    method: 'DELETE',
    path: pathOf('customers'),
    effect: 'The customer can no longer buy, and saved payment methods are removed. This cannot be undone.',
    done: (_response, row) => `${confirmName(row)} deleted.`,
    isDestructive: true,
    confirmName,
  },
  {
    title: 'Erase personal data',
    scope: 'customers:write',
    path: pathOf('customers', '/purge'),
    removes: true,
    appliesToDeleted: true,
    effect:
      'The customer is deleted, and all personal data is erased, also in events and the audit log. Invoices keep what the law requires. This cannot be undone.',
    done: 'Personal data erased.',
    isDestructive: true,
    confirmName,
  },
];
