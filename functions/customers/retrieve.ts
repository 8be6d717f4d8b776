import { Customer } from '../../shared/api/objects/customer.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { fetchRecord } from '../../shared/api/resources.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { customerAggregate, viewCustomer } from '../../shared/domain/customer/record.ts';

export const operation = defineOperation({
  id: 'customers.retrieve',
  method: 'GET',
  path: '/v1/customers/{customer_id}',
  summary: 'Retrieve a customer',
  description: doc('Returns 404 for a deleted customer.'),
  auth: apiKey('customers:read'),
  profile: 'read',
  params: { customer_id: idParams.customer },
  response: Customer,
  errors: ['resource_missing'],
});

export const handler = serve(operation, async ({ params }, { tenant, store }) => {
  const { record } = await fetchRecord(store, customerAggregate, tenant, params.customer_id, 'customer');
  return viewCustomer(record, tenant);
});
