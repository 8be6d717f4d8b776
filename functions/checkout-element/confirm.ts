import { CheckoutConfirmation } from '../../shared/api/objects/checkout/checkout-confirmation.ts';
import { clientSecret, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serveBuyerWithRead } from '../../shared/api/serve/serve-buyer.ts';
import { checkoutSessionKind } from '../../shared/domain/checkout-session/kind.ts';
import { confirmBody, confirmPayment, preloadPayable } from './confirm-payable.ts';

export const operation = defineOperation({
  id: 'checkout_element.confirm',
  method: 'POST',
  path: '/v1/checkout/sessions/{checkout_id}/confirm',
  summary: 'Confirm the payment of an embedded session',
  description: doc(
    'Starts a payment, or continues the pending payment; a different method, card or bank starts a payment that replaces the pending ' +
      'payment. If `redirect_url` is set, redirect the buyer there. After a failed or canceled payment, the session can be confirmed again ' +
      'until it expires.',
  ),
  events: [
    'customer.updated',
    'subscription.updated',
    'checkout.session.completed',
    'subscription.created',
    'subscription.trial_started',
    'subscription.coupon_applied',
    'invoice.created',
    'invoice.paid',
    'payment.succeeded',
    'payment.failed',
  ],
  readsCountry: true,
  auth: clientSecret('checkout_id'),
  profile: 'provider',
  uses: ['provider-credential'],
  params: { checkout_id: idParams.checkout },
  body: confirmBody,
  response: CheckoutConfirmation,
  errors: ['resource_missing', 'state_conflict', 'payment_refused'],
  reasons: ['country_not_confirmed', 'payment_refused', 'provider_not_connected'],
});

export const handler = serveBuyerWithRead(
  operation,
  ({ params }, context) => preloadPayable(checkoutSessionKind, params.checkout_id, context),
  ({ body }, context, session) => confirmPayment(checkoutSessionKind, session, body, context),
);
