import * as v from 'valibot';
import { cents, objectHead, openEnum, paymentMethod, refundEligibility, timestamp } from './common.ts';

export const Payment = v.strictObject({
  ...objectHead('payment'),
  type: openEnum(),
  status: openEnum(),
  amount_cents: cents,
  amount_refunded_cents: cents,
  amount_disputed_cents: cents,
  currency: v.string(),
  customer_id: v.string(),
  /** Absent on the first payment of a checkout that created no subscription. */
  subscription_id: v.optional(v.nullable(v.string())),
  invoice_id: v.nullable(v.string()),
  checkout_session_id: v.nullable(v.string()),
  one_shot_payment_id: v.nullable(v.string()),
  payment_method: v.nullable(paymentMethod),
  failure_code: v.nullable(openEnum()),
  failure_message: v.nullable(v.string()),
  paid_at: v.nullable(timestamp),
  refund_eligibility: v.nullable(refundEligibility),
});
