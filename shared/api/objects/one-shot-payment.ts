import * as v from 'valibot';
import { cents, metadata, objectHead, openEnum, timestamp } from './common.ts';

export const OneShotPayment = v.strictObject({
  ...objectHead('one_shot_payment'),
  status: openEnum(),
  amount_cents: cents,
  amount_refunded_cents: cents,
  amount_disputed_cents: cents,
  currency: v.string(),
  description: v.string(),
  customer_id: v.string(),
  payment_id: v.nullable(v.string()),
  invoice_id: v.nullable(v.string()),
  payment_method: v.nullable(openEnum()),
  ui_mode: openEnum(),
  url: v.nullable(v.string()),
  client_secret: v.nullable(v.string()),
  success_url: v.nullable(v.string()),
  cancel_url: v.nullable(v.string()),
  expires_at: v.nullable(timestamp),
  metadata,
});
