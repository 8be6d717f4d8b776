import { EVENT_TYPES } from '../../../../shared/domain/event-types.ts';
import type { FormField } from '../forms/forms.ts';
import { field, requiredField } from './actions.ts';

/** Form fields that several actions share. */

export const CUSTOMER_FIELDS: readonly FormField[] = [
  field('name', 'Name', 'text'),
  requiredField('email', 'E-mail', 'email'),
  field('country_code', 'Country', 'text', { hint: 'Two letters, such as NL.' }),
  field('language', 'Language', 'text', { hint: 'Such as nl or pt-BR.' }),
];

export const ADDRESS_FIELDS: readonly FormField[] = [
  field('address.line1', 'Street and number', 'text'),
  field('address.line2', 'Second line', 'text'),
  field('address.postal_code', 'Postal code', 'text'),
  field('address.city', 'City', 'text'),
];

/** The URLs to which a checkout redirects the buyer. */
export const REDIRECT_FIELDS: readonly FormField[] = [
  requiredField('success_url', 'Address after the purchase', 'url'),
  requiredField('cancel_url', 'Address if the buyer turns back', 'url'),
];

export const CHECKOUT_FIELDS: readonly FormField[] = [
  ...REDIRECT_FIELDS,
  field('coupon_code', 'Coupon', 'text'),
  field('trial_days_override', 'Days of trial', 'integer', { hint: 'In place of what the price says.' }),
];

export const PAYMENT_LINK_FIELDS: readonly FormField[] = [
  field('coupon_code', 'Coupon', 'text', { hint: 'Its code. All buyers get the discount.' }),
  field('trial_days_override', 'Days of trial', 'integer', { hint: 'Instead of the trial of the price.' }),
  field('max_sales', 'Sells at most', 'integer', { hint: 'Left empty: without limit, which cannot be changed later.' }),
  field('success_url', 'Page after the purchase', 'url', { hint: 'Left empty: a page of this service thanks the buyer.' }),
  field('cancel_url', 'Page if the buyer cancels', 'url', { hint: 'Left empty: the page of the link.' }),
];

/** The buyer; if both fields are empty, the checkout asks for the buyer's details. */
export const BUYER_FIELDS: readonly FormField[] = [
  field('customer_id', 'Customer', 'text', { hint: 'The id of one that there is.' }),
  field('customer_email', 'E-mail of the buyer', 'email', { hint: 'Of a new customer.' }),
];

export const RETURN_FIELD: FormField = requiredField('return_url', 'Where the customer goes back to', 'url', {
  hint: 'A page of your own, such as https://example.com/account.',
});

export const REFUND_WINDOW_FIELD: FormField = field('refund_window_days', 'Days to refund it', 'integer', {
  hint: 'Left empty: as many as the account says. 0: it cannot be refunded.',
});

export const SELF_SERVICE_FIELD: FormField = field('self_service', 'Customers may choose it in the portal', 'flag', { initial: 'true' });

/** The conditions and limits of a coupon. */
export const COUPON_TERMS: readonly FormField[] = [
  field('applies_to_price_ids', 'Only for prices', 'list', { hint: 'Their ids, one after the other. Left empty: for all.' }),
  field('max_redemptions', 'At most so many times', 'integer'),
  field('max_redemptions_per_customer', 'At most per customer', 'integer'),
  field('redeem_by', 'Until', 'time'),
];

/** The minimum amount of a coupon, which only a coupon with a currency can have. */
export const COUPON_MINIMUM: FormField = field('min_amount_cents', 'From an amount of', 'amount');

export const PRODUCT_FIELDS: readonly FormField[] = [
  requiredField('name', 'Name', 'text'),
  field('description', 'Description', 'longText'),
  field('allow_promotion_codes', 'Buyers may enter a promotion code', 'flag', { initial: 'true' }),
];

export const ENDPOINT_FIELDS: readonly FormField[] = [
  requiredField('url', 'Address', 'url'),
  field('description', 'Description', 'text'),
  requiredField('enabled_events', 'Events', 'many', { options: ['*', ...EVENT_TYPES], exclusiveOption: '*', initial: '*' }),
];
