import * as v from 'valibot';
import { cents, count, customerSummary, objectHead, openEnum, paymentMethod, refundEligibility, timestamp } from './common.ts';
import { PriceSummary } from './price.ts';

const Discount = v.strictObject({
  object: v.literal('discount'),
  coupon_id: v.string(),
  code: v.string(),
  percent_off: v.nullable(v.number()),
  amount_off_cents: v.nullable(cents),
  currency: v.nullable(v.string()),
  duration: openEnum(),
  duration_in_months: v.nullable(count),
  ends_at: v.nullable(timestamp),
});

export const Subscription = v.strictObject({
  ...objectHead('subscription'),
  customer_id: v.string(),
  price_id: v.string(),
  status: openEnum(),
  renewal_state: openEnum(),
  serves_customer: v.boolean(),
  cancel_at_period_end: v.boolean(),
  canceled_at: v.nullable(timestamp),
  cancellation_reason: v.nullable(v.string()),
  current_period_start: timestamp,
  current_period_end: timestamp,
  trial_start: v.nullable(timestamp),
  trial_end: v.nullable(timestamp),
  last_payment_at: v.nullable(timestamp),
  last_payment_id: v.nullable(v.string()),
  payment_count: count,
  mrr_cents: cents,
  next_charge_amount_cents: v.nullable(cents),
  next_payment_attempt: v.nullable(timestamp),
  dunning_attempts_notified: count,
  dunning_last_notified_at: v.nullable(timestamp),
  dunning_max_attempts: count,
  discount: v.nullable(Discount),
  payment_method: v.nullable(paymentMethod),
  customer: v.nullable(customerSummary),
  price: PriceSummary,
  refund_eligibility: v.nullable(refundEligibility),
});

/** The page on which a customer authorizes a new payment method [SUB-12]. `url` is `null` if no action is needed. */
export const SubscriptionReauthorization = v.strictObject({
  object: v.literal('subscription.reauthorization'),
  livemode: v.boolean(),
  subscription_id: v.string(),
  payment_id: v.string(),
  url: v.nullable(v.string()),
  expires_at: timestamp,
});
