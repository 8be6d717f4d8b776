import { updateDefaultMethod } from '../../shared/api/calls/wallet-calls.ts';
import { CheckoutPaymentMethods } from '../../shared/api/objects/checkout/checkout-payment-methods.ts';
import { defineOperation, portalToken } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { servePortalWithRead } from '../../shared/api/serve/serve-portal.ts';
import { loadWallet } from '../../shared/flows/checkout/wallet.ts';

export const operation = defineOperation({
  id: 'portal.set_default_method',
  method: 'POST',
  path: '/portal/payment_methods/{payment_method_id}/default',
  summary: 'Make a saved payment method the default',
  description: doc(
    'All subscriptions of the customer that have not ended and whose prices accept this payment method are charged to it from their next ' +
      'renewal; the others keep their methods. Rejected if the subscription of this portal does not accept it ' +
      '(`payment_method_not_accepted`). If a renewal has failed, it is charged within a minute (on a test clock: with its next advance). ' +
      'A payment in progress keeps its method. The previous default stays in the wallet.',
  ),
  events: ['subscription.updated', 'subscription.payment_method_updated'],
  auth: portalToken({ acceptsLimited: true }),
  profile: 'write',
  params: { payment_method_id: idParams.paymentMethod },
  response: CheckoutPaymentMethods,
  errors: ['resource_missing', 'state_conflict', 'operation_pending'],
  reasons: ['payment_method_not_accepted', 'payment_method_unavailable'],
});

export const handler = servePortalWithRead(
  operation,
  (_input, { store, tenant, sessionId }) => loadWallet(store, tenant, sessionId),
  ({ params }, context, wallet) =>
    updateDefaultMethod(context, { walletAccessId: context.sessionId, methodId: params.payment_method_id }, wallet),
);
