import { type FormField, PRICE_USAGE_TYPE, type Values } from '../../forms/forms.ts';
import type { FromRow, RowOf } from '../rows.ts';
import { type Action, type ActionsByScreen, and, field, idOf, is, isNot, pathOf, updateAction } from './actions.ts';
import {
  BUYER_FIELDS,
  CHECKOUT_FIELDS,
  COUPON_MINIMUM,
  COUPON_TERMS,
  changeableLinkFields,
  DELIVER_EMAIL_FIELD,
  PAYMENT_LINK_FIELDS,
  PRICE_FIELDS,
  PRODUCT_FIELDS,
  REFUND_WINDOW_FIELD,
  SELF_SERVICE_FIELD,
  SOLD_PRICE_FIELD,
} from './object-fields.ts';

/** The actions on products, prices, meters, coupons, payment links and tax rates. */

const editCoupon = (fields: readonly FormField[], when: FromRow<RowOf['coupons'], boolean>): Action<RowOf['coupons']> => ({
  title: 'Edit coupon',
  scope: 'coupons:write',
  path: pathOf('coupons'),
  when,
  edits: true,
  fields,
  submit: 'Save',
  effect: 'Applies to future redemptions. Existing discounts do not change.',
  done: 'Coupon saved.',
});

/** What the actions that create a payment link have in common. */
const NEW_PAYMENT_LINK = {
  title: 'Create payment link',
  scope: 'checkout_sessions:write',
  path: () => 'payment_links',
  copyableField: { name: 'url', title: 'Payment link' },
  effect: 'A permanent link that anyone can buy with.',
  done: 'Payment link created.',
} as const;

/** The usage type of the price, on which the fields of a sale depend. */
const usageTypeOf = ({ usage_type: usageType }: RowOf['prices']): Values => ({ [PRICE_USAGE_TYPE]: usageType });

const editLink = (hasLimit: boolean, when: FromRow<RowOf['payment_links'], boolean>): Action<RowOf['payment_links']> => ({
  title: 'Edit link',
  scope: 'checkout_sessions:write',
  path: pathOf('payment_links'),
  when,
  edits: true,
  fields: changeableLinkFields(hasLimit),
  submit: 'Save',
  effect: 'Applies to future buyers. What the link sells cannot be changed.',
  done: 'Payment link saved.',
});

export const CATALOGUE_ACTIONS: ActionsByScreen = {
  products: [
    {
      ...NEW_PAYMENT_LINK,
      when: and(is('active', true), isNot('default_price_id', null)),
      fields: [SOLD_PRICE_FIELD, ...PAYMENT_LINK_FIELDS],
      initial: ({ default_price_id: price }) => ({ price_id: price ?? '' }),
    },
    {
      title: 'Add price',
      scope: 'prices:write',
      path: () => 'prices',
      fixed: (row) => ({ product_id: idOf(row) }),
      fields: PRICE_FIELDS,
      done: 'Price added.',
    },
    {
      title: 'Edit product',
      scope: 'products:write',
      path: pathOf('products'),
      edits: true,
      fields: [...PRODUCT_FIELDS, field('default_price_id', 'Default price', 'entity', { entity: 'prices' })],
      submit: 'Save',
      done: 'Product saved.',
    },
    {
      ...updateAction<RowOf['products']>(
        'Archive product',
        'products:write',
        'products',
        { active: false },
        is('active', true),
        'It can no longer be bought. Existing subscriptions continue.',
        'Product archived.',
      ),
      isDestructive: true,
    },
    updateAction(
      'Restore product',
      'products:write',
      'products',
      { active: true },
      is('active', false),
      'It can be bought again.',
      'Product restored.',
    ),
  ],
  prices: [
    {
      ...NEW_PAYMENT_LINK,
      when: is('active', true),
      fixed: (row) => ({ price_id: idOf(row) }),
      fields: PAYMENT_LINK_FIELDS,
      initial: usageTypeOf,
    },
    {
      title: 'Create checkout link',
      scope: 'checkout_sessions:write',
      path: () => 'checkout/sessions',
      when: is('active', true),
      fixed: (row) => ({ price_id: idOf(row) }),
      fields: [...CHECKOUT_FIELDS, ...BUYER_FIELDS, DELIVER_EMAIL_FIELD],
      initial: usageTypeOf,
      copyableField: { name: 'url', title: 'Checkout link' },
      effect: 'A single-use link for one buyer.',
      done: 'Checkout link created.',
    },
    {
      title: 'Edit price',
      scope: 'prices:write',
      path: pathOf('prices'),
      edits: true,
      fields: [REFUND_WINDOW_FIELD, SELF_SERVICE_FIELD],
      submit: 'Save',
      done: 'Price saved.',
    },
    {
      ...updateAction<RowOf['prices']>(
        'Archive price',
        'prices:write',
        'prices',
        { active: false },
        is('active', true),
        'It can no longer be bought. Existing subscriptions continue at this price.',
        'Price archived.',
      ),
      isDestructive: true,
    },
    updateAction(
      'Restore price',
      'prices:write',
      'prices',
      { active: true },
      is('active', false),
      'It can be bought again.',
      'Price restored.',
    ),
  ],
  meters: [
    {
      ...updateAction<RowOf['meters']>(
        'Deactivate meter',
        'products:write',
        'meters',
        { status: 'inactive' },
        is('status', 'active'),
        'New prices cannot use it. Prices that use it are still billed from its events. You can activate it again.',
        'Meter deactivated.',
      ),
      isDestructive: true,
    },
    updateAction(
      'Activate meter',
      'products:write',
      'meters',
      { status: 'active' },
      is('status', 'inactive'),
      'New prices can use it again.',
      'Meter activated.',
    ),
  ],
  coupons: [
    editCoupon([COUPON_MINIMUM, ...COUPON_TERMS], isNot('currency', null)),
    editCoupon(COUPON_TERMS, is('currency', null)),
    {
      ...updateAction<RowOf['coupons']>(
        'Archive coupon',
        'coupons:write',
        'coupons',
        { active: false },
        is('active', true),
        'It can no longer be redeemed. Existing discounts continue.',
        'Coupon archived.',
      ),
      isDestructive: true,
    },
    updateAction(
      'Restore coupon',
      'coupons:write',
      'coupons',
      { active: true },
      is('active', false),
      'It can be redeemed again.',
      'Coupon restored.',
    ),
  ],
  payment_links: [
    editLink(true, isNot('max_sales', null)),
    editLink(false, is('max_sales', null)),
    {
      ...updateAction<RowOf['payment_links']>(
        'Deactivate link',
        'checkout_sessions:write',
        'payment_links',
        { active: false },
        is('active', true),
        'Its page says that the offer is not available. You can activate it again.',
        'Payment link deactivated.',
      ),
      isDestructive: true,
    },
    updateAction(
      'Activate link',
      'checkout_sessions:write',
      'payment_links',
      { active: true },
      is('active', false),
      'Everyone who has the link can buy again.',
      'Payment link activated.',
    ),
  ],
  tax_rates: [
    {
      ...updateAction<RowOf['tax_rates']>(
        'Archive tax rate',
        'tax_rates:write',
        'tax_rates',
        { active: false },
        is('active', true),
        'It no longer applies to new invoices.',
        'Tax rate archived.',
      ),
      isDestructive: true,
    },
    updateAction(
      'Restore tax rate',
      'tax_rates:write',
      'tax_rates',
      { active: true },
      is('active', false),
      'It applies to new invoices again.',
      'Tax rate restored.',
    ),
  ],
};
