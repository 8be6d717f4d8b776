import { CheckoutSession } from '../../shared/api/objects/checkout/checkout-session.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { fetchRecord } from '../../shared/api/resources.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { checkoutSessionAggregate, viewCheckoutSession } from '../../shared/domain/checkout-session/record.ts';

export const operation = defineOperation({
  id: 'checkout_sessions.retrieve',
  method: 'GET',
  path: '/v1/checkout/sessions/{checkout_id}',
  summary: 'Retrieve a checkout session',
  description: doc('Returns the current state of the session. `client_secret` is always `null` here.'),
  auth: apiKey('checkout_sessions:read'),
  profile: 'read',
  params: { checkout_id: idParams.checkout },
  response: CheckoutSession,
  errors: ['resource_missing'],
});

export const handler = serve(operation, async ({ params }, { tenant, store }) => {
  const { record } = await fetchRecord(store, checkoutSessionAggregate, tenant, params.checkout_id, 'checkout session');
  return viewCheckoutSession(record, tenant);
});
