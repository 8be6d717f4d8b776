import type * as v from 'valibot';
import { ids } from '../../shared/api/fields.ts';
import { CustomerDeleted } from '../../shared/api/objects/customer.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { runAtProvider } from '../../shared/api/provider-write.ts';
import { shown } from '../../shared/api/resources.ts';
import { serve } from '../../shared/api/serve.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { beginDeletion } from '../../shared/domain/customer/removal.ts';
import { Refusal } from '../../shared/domain/kernel.ts';
import { deletion, loadRemoval } from '../../shared/flows/customer-removal.ts';

export const operation = defineOperation({
  id: 'customers.delete',
  method: 'DELETE',
  path: '/v1/customers/{customer_id}',
  summary: 'Delete a customer',
  description:
    'Ends its open checkouts and revokes its mandates at the payment provider. Refused while a subscription is active or an invoice is being collected. Invoices and payments stay.',
  auth: apiKey('customers:write'),
  profile: 'provider',
  uses: ['cipher'],
  params: { customer_id: ids.customer },
  query: null,
  body: null,
  response: CustomerDeleted,
  errors: ['resource_missing', 'state_conflict', 'operation_pending', 'provider_unavailable'],
});

export const handler = serve(operation, async ({ params }, context) => {
  const customerId = params.customer_id;
  const answer = await runAtProvider(context, {
    flow: deletion,
    load: () => loadRemoval(context.store, context.tenant, customerId),
    nowOf: ({ moment }) => moment,
    begin: (state) => {
      const begins = beginDeletion(state);
      if (begins instanceof Refusal) return begins;
      const { stored, guards } = begins;
      return { subject: { aggregate: customerAggregate, stored }, input: { customer_id: customerId }, guards };
    },
  });
  return shown<v.InferOutput<typeof CustomerDeleted>>(answer);
});
