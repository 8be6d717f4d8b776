import type * as v from 'valibot';
import { ids } from '../../shared/api/fields.ts';
import { CustomerPurged } from '../../shared/api/objects/customer.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { runAtProvider } from '../../shared/api/provider-write.ts';
import { shown } from '../../shared/api/resources.ts';
import { serve } from '../../shared/api/serve.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { beginPurge } from '../../shared/domain/customer/removal.ts';
import { Refusal } from '../../shared/domain/kernel.ts';
import { loadRemoval, purge } from '../../shared/flows/customer-removal.ts';

export const operation = defineOperation({
  id: 'customers.purge',
  method: 'POST',
  path: '/v1/customers/{customer_id}/purge',
  summary: "Erase a customer's personal data for good",
  description:
    'Also for a deleted customer. Erases it from events, audit entries, kept answers and deliveries, and deletes the customer at the payment provider. Invoices keep what invoicing law asks for. It cannot be undone.',
  auth: apiKey('customers:write'),
  profile: 'provider',
  uses: ['cipher'],
  params: { customer_id: ids.customer },
  query: null,
  body: null,
  response: CustomerPurged,
  errors: ['resource_missing', 'state_conflict', 'operation_pending', 'provider_unavailable'],
});

export const handler = serve(operation, async ({ params }, context) => {
  const customerId = params.customer_id;
  const answer = await runAtProvider(context, {
    flow: purge,
    load: () => loadRemoval(context.store, context.tenant, customerId),
    nowOf: ({ moment }) => moment,
    begin: (state) => {
      const begins = beginPurge(state);
      if (begins instanceof Refusal || 'done' in begins) return begins;
      const { stored, guards } = begins;
      return { subject: { aggregate: customerAggregate, stored }, input: { customer_id: customerId }, guards };
    },
  });
  return shown<v.InferOutput<typeof CustomerPurged>>(answer);
});
