import { SCOPES } from '../../../../../shared/api/scopes.ts';
import { ONE_SHOT_METHODS } from '../../../../../shared/domain/payment/methods.ts';
import { methodTypeText } from '../../app/format.ts';
import { type Action, field, requiredField } from './actions.ts';
import {
  BUYER_FIELDS,
  COUPON_MINIMUM,
  COUPON_TERMS,
  CUSTOMER_FIELDS,
  ENDPOINT_FIELDS,
  METER_FIELDS,
  PAYMENT_LINK_FIELDS,
  PRICE_FIELDS,
  PRODUCT_FIELDS,
  REDIRECT_FIELDS,
  rare,
  SOLD_PRICE_FIELD,
} from './object-fields.ts';

const currency = requiredField('currency', 'Currency', 'text', { hint: 'Three letters, such as EUR.', initial: 'EUR' });

/** The actions that create an object, by the screen that lists the objects. */
export const NEW_OBJECTS: Readonly<Record<string, Action>> = {
  customers: {
    title: 'Create customer',
    scope: 'customers:write',
    path: () => 'customers',
    fields: [
      ...CUSTOMER_FIELDS,
      field('test_clock_id', 'Test clock', 'entity', {
        entity: 'test_clocks',
        onlyMode: 'test',
        hint: 'Its simulated time applies to the customer. Cannot be changed later.',
      }),
    ],
    done: 'Customer created.',
  },
  one_shot_payments: {
    title: 'Create one-off payment',
    scope: 'checkout_sessions:write',
    path: () => 'checkout/one_shot',
    fields: [
      requiredField('description', 'Description', 'text', { hint: 'Shown to the buyer and on the invoice.' }),
      requiredField('amount_cents', 'Amount', 'amount'),
      currency,
      requiredField('payment_method', 'Payment method', 'choice', {
        options: ONE_SHOT_METHODS,
        labels: Object.fromEntries(ONE_SHOT_METHODS.map((method) => [method, methodTypeText(method)])),
        initial: 'creditcard',
      }),
      ...REDIRECT_FIELDS,
      ...BUYER_FIELDS,
    ],
    copyableField: { name: 'url', title: 'Link for the buyer' },
    done: 'One-off payment created.',
  },
  products: { title: 'Create product', scope: 'products:write', path: () => 'products', fields: PRODUCT_FIELDS, done: 'Product created.' },
  prices: {
    title: 'Add price',
    scope: 'prices:write',
    path: () => 'prices',
    fields: [requiredField('product_id', 'Product', 'entity', { entity: 'products' }), ...PRICE_FIELDS],
    done: 'Price added.',
  },
  meters: { title: 'Create meter', scope: 'products:write', path: () => 'meters', fields: METER_FIELDS, done: 'Meter created.' },
  coupons: {
    title: 'Create coupon',
    scope: 'coupons:write',
    path: () => 'coupons',
    fields: [
      requiredField('code', 'Code', 'text', { hint: 'What buyers enter at checkout, such as WELCOME10.' }),
      requiredField('discount_type', 'Discount type', 'choice', {
        options: ['percent', 'fixed_amount'],
        labels: { percent: 'Percentage', fixed_amount: 'Fixed amount' },
        initial: 'percent',
      }),
      field('percent_off', 'Percentage off', 'decimal', { when: ({ discount_type: type }) => type === 'percent' }),
      field('amount_off_cents', 'Amount off', 'amount', { when: ({ discount_type: type }) => type === 'fixed_amount' }),
      field('currency', 'Currency', 'text', { hint: 'Currency of the amounts of this coupon, such as EUR.' }),
      requiredField('duration', 'Duration', 'choice', {
        options: ['once', 'repeating', 'forever'],
        labels: { once: 'First period', repeating: 'Several months', forever: 'Forever' },
        initial: 'once',
      }),
      field('duration_in_months', 'Months', 'integer', { when: ({ duration }) => duration === 'repeating' }),
      ...rare([COUPON_MINIMUM, ...COUPON_TERMS]),
    ],
    done: ({ code }) => `Coupon ${String(code)} created.`,
  },
  payment_links: {
    title: 'Create payment link',
    scope: 'checkout_sessions:write',
    path: () => 'payment_links',
    fields: [SOLD_PRICE_FIELD, ...PAYMENT_LINK_FIELDS],
    copyableField: { name: 'url', title: 'Payment link' },
    done: 'Payment link created.',
  },
  tax_rates: {
    title: 'Create tax rate',
    scope: 'tax_rates:write',
    path: () => 'tax_rates',
    fields: [
      requiredField('country_code', 'Country', 'country'),
      requiredField('rate_basis_points', 'Rate (%)', 'rate'),
      field('display_name', 'Name on invoices', 'text', { hint: 'Such as VAT.' }),
    ],
    done: 'Tax rate created.',
  },
  webhook_endpoints: {
    title: 'Add webhook endpoint',
    scope: 'webhook_endpoints:write',
    path: () => 'webhook_endpoints',
    fields: ENDPOINT_FIELDS,
    copyableField: { name: 'secret', title: 'Signing secret', isSecret: true },
    done: 'Webhook endpoint added.',
  },
  api_keys: {
    title: 'Create API key',
    scope: 'api_keys:write',
    path: () => 'api_keys',
    fields: [
      field('label', 'Name', 'text'),
      requiredField('scopes', 'Permissions', 'many', { options: ['*', ...SCOPES], labels: { '*': 'Full access' }, exclusiveOption: '*' }),
    ],
    copyableField: { name: 'secret', title: 'API key', isSecret: true },
    done: 'API key created.',
  },
  test_clocks: {
    title: 'Create test clock',
    scope: 'test_clocks:write',
    path: () => 'test_clocks',
    fields: [field('name', 'Name', 'text'), requiredField('frozen_time', 'Simulated time', 'time')],
    done: 'Test clock created.',
  },
};
