import { CustomerDeleted } from '../../shared/api/objects/customer.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { startDeletion } from '../../shared/domain/customer/removal.ts';
import { deletion } from '../../shared/flows/customers/removal.ts';
import { removeCustomer } from './removal.ts';

export const operation = defineOperation({
  id: 'customers.delete',
  method: 'DELETE',
  path: '/v1/customers/{customer_id}',
  summary: 'Delete a customer',
  description: doc(
    'Expires open checkouts and revokes the mandates at the payment provider. Fails while a subscription is active or an invoice is open. Invoices and payments are kept.',
  ),
  events: ['customer.deleted', 'checkout.session.expired'],
  auth: apiKey('customers:write'),
  profile: 'provider',
  uses: ['provider-credential', 'token-lookups'],
  params: { customer_id: idParams.customer },
  response: CustomerDeleted,
  errors: ['resource_missing', 'state_conflict', 'operation_pending', 'provider_unavailable'],
  reasons: ['customer_has_open_invoice', 'payment_processing', 'provider_refused'],
});

export const handler = serve(operation, ({ params }, context) => removeCustomer(context, params.customer_id, deletion, startDeletion));
