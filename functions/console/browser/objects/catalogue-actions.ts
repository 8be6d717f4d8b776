import type { FormField } from '../forms/forms.ts';
import { type Action, type ActionsByScreen, below, field, idOf, is, not, sets } from './actions.ts';
import {
  BUYER_FIELDS,
  CHECKOUT_FIELDS,
  COUPON_MINIMUM,
  COUPON_TERMS,
  PRODUCT_FIELDS,
  REFUND_WINDOW_FIELD,
  SELF_SERVICE_FIELD,
} from './object-fields.ts';
import type { OfRow, RowOf } from './rows.ts';

/** What members do to what is sold, and to how it is taxed. */

const editCoupon = (fields: readonly FormField[], when: OfRow<RowOf['coupons'], boolean>): Action<RowOf['coupons']> => ({
  title: 'Edit',
  scope: 'coupons:write',
  path: below('coupons'),
  when,
  edits: true,
  fields,
  says: 'It holds for whoever redeems it from now on.',
});

export const CATALOGUE_ACTIONS: ActionsByScreen = {
  products: [
    {
      title: 'Edit',
      scope: 'products:write',
      path: below('products'),
      edits: true,
      fields: [...PRODUCT_FIELDS, field('default_price_id', 'Default price', 'text', { hint: 'Its id.' })],
    },
    sets(
      'Archive',
      'products:write',
      'products',
      { active: false },
      is('active', true),
      'Nobody can buy it any more; who has it keeps it.',
    ),
    sets('Sell again', 'products:write', 'products', { active: true }, is('active', false), 'It can be bought again.'),
  ],
  prices: [
    {
      title: 'Make a checkout link',
      scope: 'checkout_sessions:write',
      path: () => 'checkout/sessions',
      when: is('active', true),
      fixed: (row) => ({ price_id: idOf(row) }),
      fields: [...CHECKOUT_FIELDS, ...BUYER_FIELDS],
      shows: { name: 'url', title: 'Link for the buyer' },
    },
    { title: 'Edit', scope: 'prices:write', path: below('prices'), edits: true, fields: [REFUND_WINDOW_FIELD, SELF_SERVICE_FIELD] },
    sets('Archive', 'prices:write', 'prices', { active: false }, is('active', true), 'Nobody can buy at it any more; who pays it goes on.'),
    sets('Sell again', 'prices:write', 'prices', { active: true }, is('active', false), 'It can be bought at again.'),
  ],
  coupons: [
    editCoupon([COUPON_MINIMUM, ...COUPON_TERMS], not('currency', null)),
    editCoupon(COUPON_TERMS, is('currency', null)),
    sets(
      'Archive',
      'coupons:write',
      'coupons',
      { active: false },
      is('active', true),
      'Nobody can redeem it any more; who has it keeps it.',
    ),
    sets('Allow again', 'coupons:write', 'coupons', { active: true }, is('active', false), 'It can be redeemed again.'),
  ],
  tax_rates: [
    sets('Archive', 'tax_rates:write', 'tax_rates', { active: false }, is('active', true), 'It is not used for new invoices.'),
    sets('Use again', 'tax_rates:write', 'tax_rates', { active: true }, is('active', false), 'It is used for new invoices.'),
  ],
};
