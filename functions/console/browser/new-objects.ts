import { SCOPES } from '../../../shared/api/scopes.ts';
import { type Action, field, needed } from './actions.ts';
import { CUSTOMER_FIELDS, ENDPOINT_FIELDS, PRODUCT_FIELDS } from './object-fields.ts';

/** How a new object is made, by the screen that lists its kind. */

const currency = needed('currency', 'Currency', 'text', { hint: 'Three letters, such as EUR.', initial: 'EUR' });

export const NEW_OBJECTS: Readonly<Record<string, Action>> = {
  customers: { title: 'New customer', scope: 'customers:write', path: () => 'customers', fields: CUSTOMER_FIELDS },
  products: { title: 'New product', scope: 'products:write', path: () => 'products', fields: PRODUCT_FIELDS },
  prices: {
    title: 'New price',
    scope: 'prices:write',
    path: () => 'prices',
    fields: [
      needed('product_id', 'Product', 'text', { hint: 'Its id.' }),
      currency,
      needed('amount_cents', 'Amount', 'amount'),
      needed('interval', 'Interval', 'choice', { options: ['month', 'year'], initial: 'month' }),
      field('trial_days', 'Days of trial', 'integer'),
    ],
  },
  coupons: {
    title: 'New coupon',
    scope: 'coupons:write',
    path: () => 'coupons',
    fields: [
      needed('code', 'Code', 'text'),
      needed('discount_type', 'Takes off', 'choice', { options: ['percent', 'fixed_amount'], initial: 'percent' }),
      field('percent_off', 'Percent', 'integer', { hint: 'Where it takes off a percentage.' }),
      field('amount_off_cents', 'Amount', 'amount', { hint: 'Where it takes off a fixed amount.' }),
      field('currency', 'Currency of the amount', 'text'),
      needed('duration', 'For', 'choice', { options: ['once', 'repeating', 'forever'], initial: 'once' }),
      field('duration_in_months', 'Months', 'integer', { hint: 'Where it is repeating.' }),
      field('max_redemptions', 'At most so many times', 'integer'),
      field('redeem_by', 'Until', 'time'),
    ],
  },
  tax_rates: {
    title: 'New tax rate',
    scope: 'tax_rates:write',
    path: () => 'tax_rates',
    fields: [
      needed('country_code', 'Country', 'text', { hint: 'Two letters, such as NL.' }),
      needed('rate_basis_points', 'Basis points', 'integer', { hint: '2100 is 21 %.' }),
      field('display_name', 'Name on invoices', 'text'),
    ],
  },
  webhook_endpoints: {
    title: 'New webhook endpoint',
    scope: 'webhook_endpoints:write',
    path: () => 'webhook_endpoints',
    fields: ENDPOINT_FIELDS,
    shows: { name: 'secret', title: 'Signing secret' },
  },
  api_keys: {
    title: 'New API key',
    scope: 'api_keys:write',
    path: () => 'api_keys',
    fields: [
      field('label', 'Label', 'text'),
      needed('scopes', 'Scopes', 'many', { options: ['*', ...SCOPES], whole: '*', hint: '`*` is everything.' }),
    ],
    shows: { name: 'secret', title: 'The key' },
  },
  test_clocks: {
    title: 'New test clock',
    scope: 'test_clocks:write',
    path: () => 'test_clocks',
    fields: [field('name', 'Name', 'text'), needed('frozen_time', 'Its time', 'time')],
  },
};
