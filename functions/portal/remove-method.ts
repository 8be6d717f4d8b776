import { removeMethodFromWallet } from '../../shared/api/calls/wallet-calls.ts';
import { CheckoutPaymentMethods } from '../../shared/api/objects/checkout/checkout-payment-methods.ts';
import { defineOperation, portalToken } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { servePortalWithRead } from '../../shared/api/serve/serve-portal.ts';

export const operation = defineOperation({
  id: 'portal.remove_method',
  method: 'DELETE',
  path: '/portal/payment_methods/{payment_method_id}',
  summary: 'Remove a saved payment method',
  description: doc(
    'Revokes the mandate of the payment method at the payment provider. Rejected while a subscription uses the payment method ' +
      '(`payment_method_in_use`): make another payment method the default first.',
  ),
  auth: portalToken({ acceptsLimited: true }),
  profile: 'provider',
  uses: ['provider-credential'],
  params: { payment_method_id: idParams.paymentMethod },
  response: CheckoutPaymentMethods,
  errors: ['resource_missing', 'state_conflict', 'operation_pending', 'provider_unavailable'],
  reasons: ['payment_method_in_use', 'renewal_processing', 'provider_refused'],
});

export const handler = servePortalWithRead(
  operation,
  async () => null,
  ({ params }, context) => removeMethodFromWallet(context, { walletAccessId: context.sessionId, methodId: params.payment_method_id }),
);
