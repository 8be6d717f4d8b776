import type { FormField } from '../forms/forms.ts';
import { type Action, type ActionsByScreen, field, idOf, is, isNot, pathOf, updateAction } from './actions.ts';
import {
  BUYER_FIELDS,
  CHECKOUT_FIELDS,
  COUPON_MINIMUM,
  COUPON_TERMS,
  PAYMENT_LINK_FIELDS,
  PRODUCT_FIELDS,
  REFUND_WINDOW_FIELD,
  SELF_SERVICE_FIELD,
} from './object-fields.ts';
import type { OfRow, RowOf } from './rows.ts';

/** The actions on products, prices, coupons, payment links and tax rates. */

const editCoupon = (fields: readonly FormField[], when: OfRow<RowOf['coupons'], boolean>): Action<RowOf['coupons']> => ({
  title: 'Edit',
  scope: 'coupons:write',
  path: pathOf('coupons'),
  when,
  edits: true,
  fields,
  effect: 'It holds for whoever redeems it from now on.',
});

export const CATALOGUE_ACTIONS: ActionsByScreen = {
  products: [
    {
      title: 'Edit',
      scope: 'products:write',
      path: pathOf('products'),
      edits: true,
      fields: [...PRODUCT_FIELDS, field('default_price_id', 'Default price', 'text', { hint: 'Its id.' })],
    },
    updateAction(
      'Archive',
      'products:write',
      'products',
      { active: false },
      is('active', true),
      'Nobody can buy it any more; who has it keeps it.',
    ),
    updateAction('Sell again', 'products:write', 'products', { active: true }, is('active', false), 'It can be bought again.'),
  ],
  prices: [
    {
      title: 'Make a checkout link',
      scope: 'checkout_sessions:write',
      path: () => 'checkout/sessions',
      when: is('active', true),
      fixed: (row) => ({ price_id: idOf(row) }),
      fields: [...CHECKOUT_FIELDS, ...BUYER_FIELDS],
      oneTimeValue: { name: 'url', title: 'Link for the buyer' },
    },
    {
      title: 'Create a payment link',
      scope: 'checkout_sessions:write',
      path: () => 'payment_links',
      when: is('active', true),
      fixed: (row) => ({ price_id: idOf(row) }),
      fields: PAYMENT_LINK_FIELDS,
      oneTimeValue: { name: 'url', title: 'Payment link' },
    },
    { title: 'Edit', scope: 'prices:write', path: pathOf('prices'), edits: true, fields: [REFUND_WINDOW_FIELD, SELF_SERVICE_FIELD] },
    updateAction(
      'Archive',
      'prices:write',
      'prices',
      { active: false },
      is('active', true),
      'Nobody can buy at it any more; who pays it goes on.',
    ),
    updateAction('Sell again', 'prices:write', 'prices', { active: true }, is('active', false), 'It can be bought at again.'),
  ],
  coupons: [
    editCoupon([COUPON_MINIMUM, ...COUPON_TERMS], isNot('currency', null)),
    editCoupon(COUPON_TERMS, is('currency', null)),
    updateAction(
      'Archive',
      'coupons:write',
      'coupons',
      { active: false },
      is('active', true),
      'Nobody can redeem it any more; who has it keeps it.',
    ),
    updateAction('Allow again', 'coupons:write', 'coupons', { active: true }, is('active', false), 'It can be redeemed again.'),
  ],
  payment_links: [
    updateAction(
      'Deactivate',
      'checkout_sessions:write',
      'payment_links',
      { active: false },
      is('active', true),
      'Its page says that nothing is sold.',
    ),
    updateAction(
      'Activate',
      'checkout_sessions:write',
      'payment_links',
      { active: true },
      is('active', false),
      'Everyone who has the link can buy again.',
    ),
  ],
  tax_rates: [
    updateAction('Archive', 'tax_rates:write', 'tax_rates', { active: false }, is('active', true), 'It is not used for new invoices.'),
    updateAction('Use again', 'tax_rates:write', 'tax_rates', { active: true }, is('active', false), 'It is used for new invoices.'),
  ],
};
