import * as v from 'valibot';
import { cents, count, metadata, objectHead, openEnum, timestamp } from './common.ts';

const COUPON_TERMS = 'exactly one of percent_off and amount_off_cents is not null';

export const Coupon = v.pipe(
  v.strictObject({
    ...objectHead('coupon'),
    code: v.string(),
    discount_type: openEnum(),
    percent_off: v.nullable(v.number()),
    amount_off_cents: v.nullable(cents),
    currency: v.nullable(v.string()),
    duration: openEnum(),
    duration_in_months: v.nullable(count),
    max_redemptions: v.nullable(count),
    max_redemptions_per_customer: v.nullable(count),
    times_redeemed: count,
    min_amount_cents: v.nullable(cents),
    applies_to_price_ids: v.nullable(v.array(v.string())),
    redeem_by: v.nullable(timestamp),
    active: v.boolean(),
    metadata,
  }),
  v.check((coupon) => (coupon.percent_off === null) !== (coupon.amount_off_cents === null), COUPON_TERMS),
);

export const CouponValidation = v.strictObject({
  object: v.literal('coupon.validation'),
  livemode: v.boolean(),
  valid: v.boolean(),
  /** Why the code cannot be used; `null` when it can. */
  reason: v.nullable(openEnum()),
  code: v.string(),
  coupon_id: v.nullable(v.string()),
  percent_off: v.nullable(v.number()),
  amount_off_cents: v.nullable(cents),
  currency: v.nullable(v.string()),
  discount_cents: v.nullable(cents),
});
