import * as v from 'valibot';
import { count, metadata, objectHead, openEnum, timestamp } from './common.ts';

export const CheckoutSession = v.strictObject({
  ...objectHead('checkout.session'),
  customer_id: v.string(),
  customer_email: v.nullable(v.string()),
  customer_country_code: v.nullable(v.string()),
  price_id: v.string(),
  success_url: v.string(),
  cancel_url: v.string(),
  status: openEnum(),
  ui_mode: openEnum(),
  url: v.nullable(v.string()),
  client_secret: v.nullable(v.string()),
  subscription_id: v.nullable(v.string()),
  payment_id: v.nullable(v.string()),
  expires_at: v.nullable(timestamp),
  trial_days_override: v.nullable(count),
  coupon_id: v.nullable(v.string()),
  payment_method: v.nullable(openEnum()),
  metadata,
});
