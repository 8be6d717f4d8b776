import { CustomerPurged } from '../../shared/api/objects/customer.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { startPurge } from '../../shared/domain/customer/removal.ts';
import { customerPurge } from '../../shared/flows/customers/purge.ts';
import { removeCustomer } from './removal.ts';

export const operation = defineOperation({
  id: 'customers.purge',
  method: 'POST',
  path: '/v1/customers/{customer_id}/purge',
  summary: "Purge a customer's personal data",
  description: doc(
    'Works for deleted customers too. Erases personal data from events, audit entries, stored idempotent responses and webhook deliveries, and deletes the customer at the payment provider. If the customer has very many events, the response is 409 `operation_pending`, and the service continues. Repeat the request with the same `Idempotency-Key` to get the result. Invoices keep the data that the law requires. Cannot be undone.',
  ),
  events: ['customer.deleted', 'checkout.session.expired'],
  auth: apiKey('customers:write'),
  profile: 'provider',
  uses: ['provider-credential', 'token-lookups'],
  params: { customer_id: idParams.customer },
  response: CustomerPurged,
  errors: ['resource_missing', 'state_conflict', 'operation_pending', 'provider_unavailable'],
  reasons: ['customer_has_open_invoice', 'payment_processing', 'provider_refused'],
});

export const handler = serve(operation, ({ params }, context) => removeCustomer(context, params.customer_id, customerPurge, startPurge));
