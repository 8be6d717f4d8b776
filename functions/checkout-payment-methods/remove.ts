import { removeMethodFromWallet } from '../../shared/api/calls/wallet-calls.ts';
import { CheckoutPaymentMethods } from '../../shared/api/objects/checkout/checkout-payment-methods.ts';
import { clientSecret, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serveBuyerWithRead } from '../../shared/api/serve/serve-buyer.ts';

export const operation = defineOperation({
  id: 'checkout_payment_methods.remove',
  method: 'DELETE',
  path: '/v1/checkout/payment-methods/{payment_method_id}',
  summary: 'Remove a saved payment method',
  description: doc(
    'Revokes the mandate of the payment method at the payment provider. Fails with `payment_method_in_use` while a subscription uses the ' +
      'payment method: make another payment method the default first.',
  ),
  auth: clientSecret(null),
  profile: 'provider',
  uses: ['provider-credential'],
  params: { payment_method_id: idParams.paymentMethod },
  response: CheckoutPaymentMethods,
  errors: ['resource_missing', 'state_conflict', 'operation_pending', 'provider_unavailable'],
  reasons: ['payment_method_in_use', 'renewal_processing', 'provider_refused'],
});

/** The buyer uses the wallet (the saved payment methods) through the checkout session or one-off payment `payableId`. */
export const handler = serveBuyerWithRead(
  operation,
  async () => null,
  ({ params }, context) => removeMethodFromWallet(context, { walletAccessId: context.payableId, methodId: params.payment_method_id }),
);
