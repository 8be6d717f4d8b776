import { SCOPES } from '../../../../shared/api/scopes.ts';
import { ONE_SHOT_METHODS } from '../../../../shared/domain/payment-methods.ts';
import { type Action, field, requiredField } from './actions.ts';
import {
  BUYER_FIELDS,
  COUPON_MINIMUM,
  COUPON_TERMS,
  CUSTOMER_FIELDS,
  ENDPOINT_FIELDS,
  PAYMENT_LINK_FIELDS,
  PRODUCT_FIELDS,
  REDIRECT_FIELDS,
  REFUND_WINDOW_FIELD,
  SELF_SERVICE_FIELD,
} from './object-fields.ts';

/** The actions that create an object, by the screen that lists the objects. */

const currency = requiredField('currency', 'Currency', 'text', { hint: 'Three letters, such as EUR.', initial: 'EUR' });

export const NEW_OBJECTS: Readonly<Record<string, Action>> = {
  customers: {
    title: 'New customer',
    scope: 'customers:write',
    path: () => 'customers',
    fields: [
      ...CUSTOMER_FIELDS,
      field('test_clock_id', 'Test clock', 'text', { onlyMode: 'test', hint: 'Its id: the customer then lives in its time, for good.' }),
    ],
  },
  one_shot_payments: {
    title: 'New one-off payment',
    scope: 'checkout_sessions:write',
    path: () => 'checkout/one_shot',
    fields: [
      requiredField('description', 'For', 'text'),
      requiredField('amount_cents', 'Amount', 'amount'),
      currency,
      requiredField('payment_method', 'Paid by', 'choice', { options: ONE_SHOT_METHODS, initial: 'creditcard' }),
      ...REDIRECT_FIELDS,
      ...BUYER_FIELDS,
    ],
    oneTimeValue: { name: 'url', title: 'Link for the buyer' },
  },
  products: { title: 'New product', scope: 'products:write', path: () => 'products', fields: PRODUCT_FIELDS },
  prices: {
    title: 'New price',
    scope: 'prices:write',
    path: () => 'prices',
    fields: [
      requiredField('product_id', 'Product', 'text', { hint: 'Its id.' }),
      currency,
      requiredField('interval', 'Interval', 'choice', { options: ['month', 'year'], initial: 'month' }),
      requiredField('usage_type', 'Billed', 'choice', { options: ['licensed', 'metered'], initial: 'licensed' }),
      field('amount_cents', 'Amount', 'amount', { hint: 'Where it is licensed: for each interval, ahead.' }),
      field('unit_amount_decimal', 'Amount for each unit', 'unitAmount', {
        hint: 'Where it is metered, such as 0.025: for what was used.',
      }),
      field('trial_days', 'Days of trial', 'integer'),
      REFUND_WINDOW_FIELD,
      SELF_SERVICE_FIELD,
    ],
  },
  coupons: {
    title: 'New coupon',
    scope: 'coupons:write',
    path: () => 'coupons',
    fields: [
      requiredField('code', 'Code', 'text'),
      requiredField('discount_type', 'Takes off', 'choice', { options: ['percent', 'fixed_amount'], initial: 'percent' }),
      field('percent_off', 'Percent', 'decimal', { hint: 'Where it takes off a percentage.' }),
      field('amount_off_cents', 'Amount', 'amount', { hint: 'Where it takes off a fixed amount.' }),
      field('currency', 'Currency of its amounts', 'text'),
      requiredField('duration', 'For', 'choice', { options: ['once', 'repeating', 'forever'], initial: 'once' }),
      field('duration_in_months', 'Months', 'integer', { hint: 'Where it is repeating.' }),
      COUPON_MINIMUM,
      ...COUPON_TERMS,
    ],
  },
  payment_links: {
    title: 'New payment link',
    scope: 'checkout_sessions:write',
    path: () => 'payment_links',
    fields: [requiredField('price_id', 'Price', 'text', { hint: 'Its id.' }), ...PAYMENT_LINK_FIELDS],
    oneTimeValue: { name: 'url', title: 'Payment link' },
  },
  tax_rates: {
    title: 'New tax rate',
    scope: 'tax_rates:write',
    path: () => 'tax_rates',
    fields: [
      requiredField('country_code', 'Country', 'text', { hint: 'Two letters, such as NL.' }),
      requiredField('rate_basis_points', 'Basis points', 'integer', { hint: '2100 is 21 %.' }),
      field('display_name', 'Name on invoices', 'text'),
    ],
  },
  webhook_endpoints: {
    title: 'New webhook endpoint',
    scope: 'webhook_endpoints:write',
    path: () => 'webhook_endpoints',
    fields: ENDPOINT_FIELDS,
    oneTimeValue: { name: 'secret', title: 'Signing secret' },
  },
  api_keys: {
    title: 'New API key',
    scope: 'api_keys:write',
    path: () => 'api_keys',
    fields: [
      field('label', 'Label', 'text'),
      requiredField('scopes', 'Scopes', 'many', { options: ['*', ...SCOPES], exclusiveOption: '*', hint: '`*` is everything.' }),
    ],
    oneTimeValue: { name: 'secret', title: 'The key' },
  },
  test_clocks: {
    title: 'New test clock',
    scope: 'test_clocks:write',
    path: () => 'test_clocks',
    fields: [field('name', 'Name', 'text'), requiredField('frozen_time', 'Its time', 'time')],
  },
};
