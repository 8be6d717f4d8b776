import { CheckoutSession } from '../../shared/api/objects/checkout/checkout-session.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serveRecord } from '../../shared/api/serve/serve-record.ts';
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

export const handler = serveRecord(operation, checkoutSessionAggregate, async (record, _input, { tenant }) =>
  viewCheckoutSession(record, tenant),
);
