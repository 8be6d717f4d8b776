import { EVENT_TYPES } from '../../../../../shared/domain/event-types.ts';
import { AGGREGATIONS } from '../../../../../shared/domain/meter/record.ts';
import { SUBSCRIPTION_METHODS } from '../../../../../shared/domain/payment/methods.ts';
import { methodTypeText } from '../../app/format.ts';
import { type FormField, PRICE_USAGE_TYPE, type Values } from '../../forms/forms.ts';
import { field, requiredField } from './actions.ts';

/** Form fields that several actions share. */

const LANGUAGES = { de: 'German', en: 'English', es: 'Spanish', fr: 'French', it: 'Italian', nl: 'Dutch', pl: 'Polish' };

export const CUSTOMER_FIELDS: readonly FormField[] = [
  field('name', 'Name', 'text'),
  requiredField('email', 'Email', 'email'),
  field('country_code', 'Country', 'country', { hint: 'Decides the tax and the payment methods.' }),
  field('language', 'Language', 'choice', { options: Object.keys(LANGUAGES), labels: LANGUAGES, hint: 'Of emails, invoices and pages.' }),
];

export const ADDRESS_FIELDS: readonly FormField[] = [
  field('address.line1', 'Address line 1', 'text'),
  field('address.line2', 'Address line 2', 'text'),
  field('address.postal_code', 'Postal code', 'text'),
  field('address.city', 'City', 'text'),
];

/** The URLs to which a checkout redirects the buyer. */
export const REDIRECT_FIELDS: readonly FormField[] = [
  requiredField('success_url', 'Success URL', 'url', { hint: 'Where buyers go after paying.' }),
  requiredField('cancel_url', 'Cancel URL', 'url', { hint: 'Where buyers go without paying.' }),
];

const COUPON = field('coupon_code', 'Coupon', 'entity', { entity: 'coupons' });
const TRIAL = field('trial_days_override', 'Trial (days)', 'integer', { hint: 'Leave empty for the trial of the price.' });

/** The most that a subscription of a metered price is billed in a period. */
const SPENDING_CAP: FormField = field('max_amount_cents', 'Spending cap', 'amount', {
  when: (values) => values[PRICE_USAGE_TYPE] === 'metered',
  hint: 'For the usage of a period, before discount and tax. Above it, the customer has no access. Leave empty for no limit.',
});

export const CHECKOUT_FIELDS: readonly FormField[] = [...REDIRECT_FIELDS, COUPON, TRIAL, SPENDING_CAP];

export const PRICE_FIELD: FormField = requiredField('price_id', 'Price', 'entity', { entity: 'prices' });

/** The price that a link or checkout sells. */
export const SOLD_PRICE_FIELD: FormField = { ...PRICE_FIELD, isSoldPrice: true };

const LINK_REDIRECT_FIELDS: readonly FormField[] = [
  field('success_url', 'Success URL', 'url', { hint: 'Leave empty to show a confirmation page.' }),
  field('cancel_url', 'Cancel URL', 'url', { hint: 'Leave empty to return to the page of the link.' }),
];

const METADATA_FIELD: FormField = field('metadata', 'Metadata', 'metadata', { hint: 'One key=value per line, such as campaign=spring.' });

/** Marks fields as rare: forms show them below "More options". */
export const rare = (fields: readonly FormField[]): FormField[] => fields.map((each) => ({ ...each, isRare: true }));

export const PAYMENT_LINK_FIELDS: readonly FormField[] = [
  { ...COUPON, hint: 'All buyers get the discount.' },
  TRIAL,
  SPENDING_CAP,
  ...rare([
    field('payment_method', 'Payment method', 'choice', {
      options: SUBSCRIPTION_METHODS,
      labels: Object.fromEntries(SUBSCRIPTION_METHODS.map((method) => [method, methodTypeText(method)])),
      unsetLabel: 'Buyers choose',
    }),
    field('max_sales', 'Max. sales', 'integer', { hint: 'Leave empty for no limit. A limit cannot be added to an existing link.' }),
    ...LINK_REDIRECT_FIELDS,
    METADATA_FIELD,
  ]),
];

/** The fields of a payment link that can be changed. `hasLimit`: the link has a maximum number of sales, which cannot be removed. */
export const changeableLinkFields = (hasLimit: boolean): readonly FormField[] => [
  ...(hasLimit ? [requiredField('max_sales', 'Max. sales', 'integer')] : []),
  ...LINK_REDIRECT_FIELDS,
  METADATA_FIELD,
];

/** The buyer; if both fields are empty, the checkout asks for the buyer's details. */
export const BUYER_FIELDS: readonly FormField[] = [
  field('customer_id', 'Existing customer', 'entity', { entity: 'customers' }),
  field('customer_email', 'Email of a new customer', 'email', { when: ({ customer_id: customer = '' }) => customer === '' }),
];

/** Whether the created link is emailed to the customer. */
export const DELIVER_EMAIL_FIELD: FormField = field('deliver_email', 'Email the link to the customer', 'flag', {
  hint: 'In test mode, only members of your team get emails.',
});

export const RETURN_FIELD: FormField = requiredField('return_url', 'Return URL', 'url', {
  hint: 'A page of your site to which the customer returns, such as https://example.com/account.',
});

export const REFUND_WINDOW_FIELD: FormField = field('refund_window_days', 'Refund window (days)', 'integer', {
  hint: 'Leave empty for the window of your account. 0 means no refunds.',
});

export const SELF_SERVICE_FIELD: FormField = field('self_service', 'Customers can switch to this price in the portal', 'flag', {
  initial: 'true',
});

/** The conditions and limits of a coupon. */
export const COUPON_TERMS: readonly FormField[] = [
  field('applies_to_price_ids', 'Prices', 'entities', { entity: 'prices', hint: 'Leave empty for all prices.' }),
  field('max_redemptions', 'Max. redemptions', 'integer'),
  field('max_redemptions_per_customer', 'Max. redemptions per customer', 'integer'),
  field('redeem_by', 'Expires', 'time'),
];

/** The minimum amount of a coupon. Only a coupon with a currency can have one. */
export const COUPON_MINIMUM: FormField = field('min_amount_cents', 'Minimum amount', 'amount');

/** Texts of the tax categories. */
export const TAX_CATEGORY_NAMES: Readonly<Record<string, string>> = {
  electronic_service: 'Electronic service',
  e_book: 'E-book',
  news: 'Newspaper or magazine',
};

export const PRODUCT_FIELDS: readonly FormField[] = [
  requiredField('name', 'Name', 'text'),
  field('description', 'Description', 'longText'),
  field('allow_promotion_codes', 'Buyers can enter promotion codes', 'flag', { initial: 'true' }),
  requiredField('tax_category', 'Tax category', 'choice', {
    options: Object.keys(TAX_CATEGORY_NAMES),
    labels: TAX_CATEGORY_NAMES,
    initial: 'electronic_service',
    hint: 'For the VAT rates of the EU.',
  }),
];

const VALUE_KEY_HINT = 'Property of the events that contains the value. Leave empty to use the value of the event.';

export const METER_FIELDS: readonly FormField[] = [
  requiredField('event_name', 'Event name', 'text', { hint: 'Name of the usage events to count, such as api_calls.' }),
  requiredField('aggregation', 'Quantity of a period', 'choice', {
    options: AGGREGATIONS,
    labels: {
      sum: 'Sum of the values',
      count: 'Number of events',
      max: 'Highest value',
      last: 'Latest value',
      unique: 'Number of different values',
    },
    initial: 'sum',
  }),
  field('value_key', 'Value property', 'text', { when: ({ aggregation: by }) => by !== 'count' && by !== 'unique', hint: VALUE_KEY_HINT }),
  requiredField('value_key', 'Value property', 'text', {
    when: ({ aggregation: by }) => by === 'unique',
    hint: 'Property of the events whose different values are counted, such as user.',
  }),
  field('filters', 'Filters', 'filters', {
    hint: 'One property in a line, with the values to count, such as model: small, large. Leave empty to count all events. A meter cannot be changed later.',
  }),
];

export const ENDPOINT_FIELDS: readonly FormField[] = [
  requiredField('url', 'URL', 'url', { hint: 'Receives events by POST.' }),
  field('description', 'Description', 'text'),
  requiredField('enabled_events', 'Events', 'many', {
    options: ['*', ...EVENT_TYPES],
    labels: { '*': 'All events' },
    exclusiveOption: '*',
    initial: '*',
  }),
];

const isMetered = ({ usage_type: type }: Values): boolean => type === 'metered';

/** The fields of a price, except its product and tiers. */
export const PRICE_FIELDS: readonly FormField[] = [
  requiredField('usage_type', 'Pricing', 'choice', {
    options: ['licensed', 'metered'],
    labels: { licensed: 'Flat fee', metered: 'Usage-based' },
    initial: 'licensed',
    hint: 'A flat fee is charged at the start of each period, usage at its end.',
  }),
  requiredField('interval', 'Billing period', 'choice', {
    options: ['month', 'year'],
    labels: { month: 'Monthly', year: 'Yearly' },
    initial: 'month',
  }),
  requiredField('currency', 'Currency', 'text', { hint: 'Three letters, such as EUR.', initial: 'EUR' }),
  requiredField('amount_cents', 'Amount', 'amount', { when: (values) => !isMetered(values) }),
  requiredField('unit_amount_decimal', 'Price per unit', 'unitAmount', {
    when: (values) => isMetered(values) && values['has_tiers'] !== 'true',
    hint: 'Such as 0.025.',
  }),
  field('meter_id', 'Meter', 'entity', {
    entity: 'meters',
    when: isMetered,
    hint: 'Its usage events are billed. Leave empty to bill usage records only.',
  }),
  field('trial_days', 'Trial (days)', 'integer', { hint: 'Leave empty for no trial.' }),
  REFUND_WINDOW_FIELD,
  SELF_SERVICE_FIELD,
];
