import { CheckoutSession } from '../../shared/api/objects/checkout/checkout-session.ts';
import { defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import type { RequestContext } from '../../shared/api/serve/handler.ts';
import { serveWithPreload } from '../../shared/api/serve/serve.ts';
import { checkoutSessionKind } from '../../shared/domain/checkout-session/kind.ts';
import { viewCheckoutSession } from '../../shared/domain/checkout-session/record.ts';
import { SUBSCRIPTION_METHODS } from '../../shared/domain/payment/methods.ts';
import { PAY_DESCRIPTION, payAsBuyer, payBody, readPayable } from './pay.ts';

export const operation = defineOperation({
  id: 'sandbox.checkout_session_pay',
  method: 'POST',
  path: '/sandbox/checkout_sessions/{checkout_id}/pay',
  summary: 'Pay a checkout session in the sandbox',
  description: doc(PAY_DESCRIPTION),
  events: [
    'customer.updated',
    'subscription.updated',
    'checkout.session.completed',
    'checkout.session.expired',
    'subscription.created',
    'subscription.trial_started',
    'subscription.coupon_applied',
    'invoice.created',
    'invoice.paid',
    'payment.succeeded',
    'payment.failed',
  ],
  auth: { kind: 'sandbox_key' },
  profile: 'provider',
  uses: ['provider-credential'],
  params: { checkout_id: idParams.checkout },
  body: payBody(SUBSCRIPTION_METHODS),
  response: CheckoutSession,
  errors: ['resource_missing', 'state_conflict', 'payment_refused', 'provider_unavailable'],
});

const readSession = ({ params }: { readonly params: { readonly checkout_id: string } }, context: RequestContext) =>
  readPayable(checkoutSessionKind, params.checkout_id, context);

export const handler = serveWithPreload(operation, readSession, async ({ body }, context, session) =>
  viewCheckoutSession(await payAsBuyer(checkoutSessionKind, session, body, context), context.tenant),
);
