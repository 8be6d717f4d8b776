import * as v from 'valibot';
import { described, doc } from '../../schemas/described.ts';
import { cardFields, cents, currency, customerId, livemode, methodName, objectName, openEnum } from '../common.ts';
import { Issuer, OrderButton } from './checkout-element.ts';

const SavedMethod = v.strictObject({
  id: described(v.string(), doc('Id of the saved payment method. Starts with `pm_`.')),
  object: objectName('checkout_saved_method'),
  kind: described(
    openEnum<string>(['creditcard', 'directdebit', 'paypal']),
    doc('What is charged: `creditcard`, `directdebit` or `paypal`.'),
  ),
  ...cardFields,
  is_default: described(
    v.boolean(),
    doc('True for the payment method that was most recently set as default; if none was set, for the one of the oldest subscription.'),
  ),
});

/** A customer's wallet [ELM-18..22]. */
export const CheckoutPaymentMethods = v.strictObject({
  object: objectName('checkout_payment_methods'),
  livemode,
  customer_id: customerId,
  data: described(v.array(SavedMethod), doc('The saved payment methods, newest first.')),
  methods: described(v.array(methodName), doc('Payment methods that can be added, such as `creditcard`.')),
  ideal_issuers: described(
    v.array(Issuer),
    doc('Banks to choose from for iDEAL; empty: the buyer chooses the bank on the page of the payment provider.'),
  ),
  profile_id: described(
    v.nullable(v.string()),
    doc('Id of your profile at the payment provider, for its card component; `null` in the sandbox.'),
  ),
  order_button: described(
    v.optional(OrderButton),
    doc(
      'What the order button of the element shows. Only for requests with the client secret of a one-off payment; absent if the buyer has no consumer rights and you have no terms.',
    ),
  ),
});

/** A setup that adds a payment method once confirmed. `amount_due_now` is in cents [ELM-11]. */
export const CheckoutSetup = v.strictObject({
  object: objectName('checkout_setup'),
  livemode,
  setup_id: described(v.string(), doc('Id of the setup. Starts with `seti_`.')),
  client_secret: described(v.string(), doc('Secret that confirms this setup, valid for 30 minutes.')),
  currency,
  amount_due_now: described(cents, doc('Amount of the verification charge in cents; nothing is sold.')),
});

/** Status of a confirmed setup [ELM-15]. */
export const CheckoutSetupConfirmation = v.strictObject({
  object: objectName('checkout_setup_confirmation'),
  livemode,
  setup_id: described(v.string(), doc('Id of the setup. Starts with `seti_`.')),
  status: described(
    openEnum<string>(['open', 'requires_action', 'processing', 'succeeded', 'failed']),
    doc(
      '`open` (not confirmed yet), `requires_action` (redirect the buyer), `processing` (no outcome yet), `succeeded` (the payment method is saved) or `failed` (can be confirmed again).',
    ),
  ),
  redirect_url: described(
    v.nullable(v.string()),
    doc('URL to which to redirect the buyer, such as the page of the bank or 3-D Secure; `null` if no action of the buyer is needed.'),
  ),
});
