import * as v from 'valibot';
import { cents, count, openEnum } from './common.ts';

/** Data of the payment element. The specification names some amounts without `_cents`; all are in cents. */
export const CheckoutElement = v.strictObject({
  object: v.literal('checkout_element'),
  session_id: v.string(),
  status: openEnum(),
  livemode: v.boolean(),
  currency: v.string(),
  amount_due_now: cents,
  recurring_amount: cents,
  recurring_amount_discounted: v.nullable(cents),
  recurring_interval: openEnum(),
  discount_cents: cents,
  trial_days: count,
  requires_verification: v.boolean(),
  methods: v.array(openEnum()),
  ideal_issuers: v.nullable(v.array(v.strictObject({ id: v.string(), name: v.string() }))),
  profile_id: v.nullable(v.string()),
  product_name: v.string(),
  merchant_name: v.string(),
  merchant_logo_url: v.nullable(v.string()),
  show_header: v.boolean(),
  country: v.nullable(v.string()),
  country_suggestion: v.nullable(v.string()),
  allow_promotion_codes: v.boolean(),
  coupon_code: v.nullable(v.string()),
  coupon_duration: v.nullable(openEnum()),
  coupon_duration_in_months: v.nullable(count),
  success_url: v.string(),
  cancel_url: v.string(),
});
