import * as v from 'valibot';
import { described, doc } from '../schemas/described.ts';
import { cents, count, discountDuration, livemode, metadata, objectHead, objectName, openEnum, timestamp } from './common.ts';

const COUPON_TERMS = 'exactly one of percent_off and amount_off_cents is not null';

export const Coupon = v.pipe(
  v.strictObject({
    ...objectHead('coupon', doc('Id of the coupon. Starts with `cpn_`.')),
    code: described(
      v.string(),
      doc('Code that buyers enter. Unique in the account and mode, also among inactive coupons; case does not matter.'),
    ),
    discount_type: described(openEnum(['percent', 'fixed_amount']), doc('`percent` or `fixed_amount`.')),
    percent_off: described(
      v.nullable(v.number()),
      doc('Discount in percent, above 0 and up to 100, with at most two decimals; `null` for a fixed amount.'),
    ),
    amount_off_cents: described(v.nullable(cents), doc('Discount in cents; `null` for a percentage.')),
    currency: described(
      v.nullable(v.string()),
      doc(
        'Currency of `amount_off_cents` and `min_amount_cents`, in upper case. A coupon with a currency is valid only for prices in that currency; `null`: any currency.',
      ),
    ),
    duration: described(discountDuration, doc('`once` (one period), `repeating` (`duration_in_months` months) or `forever`.')),
    duration_in_months: described(
      v.nullable(count),
      doc('Months that a `repeating` discount lasts, from the first period paid with it; `null` for other durations.'),
    ),
    max_redemptions: described(v.nullable(count), doc('How often the coupon can be redeemed in total; `null`: without limit.')),
    max_redemptions_per_customer: described(v.nullable(count), doc('How often one customer can redeem the coupon; `null`: without limit.')),
    times_redeemed: described(count, doc('How often the coupon was redeemed.')),
    min_amount_cents: described(
      v.nullable(cents),
      doc('Lowest price that the coupon can be used for, in cents, before discount and tax; `null`: any price.'),
    ),
    applies_to_price_ids: described(
      v.nullable(v.array(v.string())),
      doc('Ids of the prices that the coupon can be used for; `null`: all prices.'),
    ),
    redeem_by: described(
      v.nullable(timestamp),
      doc('Unix time in seconds until which the coupon can be redeemed; existing discounts continue. `null`: without end.'),
    ),
    active: described(
      v.boolean(),
      doc(
        'False if you deactivated the coupon: its code cannot be redeemed, but existing discounts continue. An expired or exhausted coupon stays active.',
      ),
    ),
    metadata,
  }),
  v.check((coupon) => (coupon.percent_off === null) !== (coupon.amount_off_cents === null), COUPON_TERMS),
);

export const CouponValidation = v.strictObject({
  object: objectName('coupon.validation'),
  livemode,
  valid: described(v.boolean(), doc('True if the code can be used now.')),
  reason: described(
    v.nullable(
      openEnum([
        'coupon_not_found',
        'coupon_inactive',
        'coupon_expired',
        'coupon_exhausted',
        'coupon_already_redeemed',
        'coupon_not_applicable',
        'coupon_minimum_not_reached',
        'coupon_currency_mismatch',
      ]),
    ),
    doc(
      'Why the code cannot be used: `coupon_not_found`, `coupon_inactive`, `coupon_expired`, `coupon_exhausted`, `coupon_already_redeemed`, `coupon_not_applicable`, `coupon_minimum_not_reached` or `coupon_currency_mismatch`. `null` if it can be used.',
    ),
  ),
  code: described(v.string(), doc('The code in the spelling of the coupon; if no coupon has the code, in that of the request.')),
  coupon_id: described(
    v.nullable(v.string()),
    doc('Id of the coupon with the code, also if it cannot be used. Starts with `cpn_`; `null` if there is none.'),
  ),
  percent_off: described(
    v.nullable(v.number()),
    doc('Discount in percent, above 0 and up to 100, with at most two decimals; `null` for a fixed amount, or if no coupon has the code.'),
  ),
  amount_off_cents: described(v.nullable(cents), doc('Discount in cents; `null` for a percentage, or if no coupon has the code.')),
  currency: described(
    v.nullable(v.string()),
    doc('Currency of the coupon, in upper case; `null` if it is valid for any currency, or if no coupon has the code.'),
  ),
  discount_cents: described(
    v.nullable(cents),
    doc('Discount on the price or amount, in cents; `null` if the code cannot be used or the amount is unknown, as for a metered price.'),
  ),
});
