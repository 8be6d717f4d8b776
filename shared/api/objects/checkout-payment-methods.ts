import * as v from 'valibot';
import { cents, count, openEnum } from './common.ts';

const SavedMethod = v.strictObject({
  id: v.string(),
  object: v.literal('checkout_saved_method'),
  kind: openEnum(),
  brand: v.nullable(v.string()),
  last4: v.nullable(v.string()),
  exp_month: v.nullable(count),
  exp_year: v.nullable(count),
  is_default: v.boolean(),
});

/** A customer's wallet [ELM-18..22]. */
export const CheckoutPaymentMethods = v.strictObject({
  object: v.literal('checkout_payment_methods'),
  livemode: v.boolean(),
  customer_id: v.string(),
  data: v.array(SavedMethod),
  methods: v.array(openEnum()),
  ideal_issuers: v.array(v.strictObject({ id: v.string(), name: v.string() })),
  profile_id: v.nullable(v.string()),
});

/** A setup that adds a payment method once confirmed. `amount_due_now` is in cents [ELM-11]. */
export const CheckoutSetup = v.strictObject({
  object: v.literal('checkout_setup'),
  livemode: v.boolean(),
  setup_id: v.string(),
  client_secret: v.string(),
  currency: v.string(),
  amount_due_now: cents,
});

/** Status of a confirmed setup [ELM-15]. */
export const CheckoutSetupConfirmation = v.strictObject({
  object: v.literal('checkout_setup_confirmation'),
  livemode: v.boolean(),
  setup_id: v.string(),
  status: openEnum(),
  redirect_url: v.nullable(v.string()),
});
