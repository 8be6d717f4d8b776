import { CheckoutConfirmation } from '../../shared/api/objects/checkout/checkout-confirmation.ts';
import { clientSecret, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serveBuyerWithRead } from '../../shared/api/serve/serve-buyer.ts';
import { oneShotKind } from '../../shared/domain/one-shot/kind.ts';
import { confirmBody, confirmPayment, preloadPayable } from './confirm-payable.ts';

export const operation = defineOperation({
  id: 'checkout_element.confirm_one_shot',
  method: 'POST',
  path: '/v1/checkout/one_shot/{one_shot_id}/confirm',
  summary: 'Confirm an embedded one-off payment',
  description: doc(
    'Works like confirming an embedded session; `session_id` of the response is the id of the one-off payment. `directdebit` is ' +
      'rejected, because it requires a mandate.',
  ),
  events: [
    'customer.updated',
    'subscription.updated',
    'one_shot_payment.succeeded',
    'one_shot_payment.failed',
    'invoice.created',
    'invoice.paid',
    'payment.succeeded',
    'payment.failed',
  ],
  readsCountry: true,
  auth: clientSecret('one_shot_id'),
  profile: 'provider',
  uses: ['provider-credential'],
  params: { one_shot_id: idParams.oneShot },
  body: confirmBody,
  response: CheckoutConfirmation,
  errors: ['resource_missing', 'state_conflict', 'payment_refused'],
  reasons: ['country_not_confirmed', 'payment_refused', 'provider_not_connected'],
});

export const handler = serveBuyerWithRead(
  operation,
  ({ params }, context) => preloadPayable(oneShotKind, params.one_shot_id, context),
  ({ body }, context, oneShot) => confirmPayment(oneShotKind, oneShot, body, context),
);
