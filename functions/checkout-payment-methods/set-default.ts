import { updateDefaultMethod } from '../../shared/api/calls/wallet-calls.ts';
import { CheckoutPaymentMethods } from '../../shared/api/objects/checkout/checkout-payment-methods.ts';
import { clientSecret, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serveBuyerWithRead } from '../../shared/api/serve/serve-buyer.ts';
import { loadWallet } from '../../shared/flows/checkout/wallet.ts';

export const operation = defineOperation({
  id: 'checkout_payment_methods.set_default',
  method: 'POST',
  path: '/v1/checkout/payment-methods/{payment_method_id}/default',
  summary: 'Make a saved payment method the default',
  description: doc(
    'All subscriptions of the customer that have not ended and whose prices accept this payment method are charged to it from their next ' +
      'renewal; the others keep their methods. Rejected if the subscription of this checkout session does not accept it ' +
      '(`payment_method_not_accepted`). If a renewal has failed, it is charged within a minute (on a test clock: with its next advance). ' +
      'A payment in progress keeps its method. The previous payment methods stay in the wallet.',
  ),
  events: ['subscription.updated', 'subscription.payment_method_updated'],
  auth: clientSecret(null),
  profile: 'write',
  params: { payment_method_id: idParams.paymentMethod },
  response: CheckoutPaymentMethods,
  errors: ['resource_missing', 'state_conflict', 'operation_pending'],
  reasons: ['payment_method_not_accepted', 'payment_method_unavailable'],
});

/** The buyer uses the wallet (the saved payment methods) through the checkout session or one-off payment `payableId`. */
export const handler = serveBuyerWithRead(
  operation,
  (_input, { store, tenant, payableId }) => loadWallet(store, tenant, payableId),
  ({ params }, context, loaded) =>
    updateDefaultMethod(context, { walletAccessId: context.payableId, methodId: params.payment_method_id }, loaded),
);
