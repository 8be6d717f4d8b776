import * as v from 'valibot';
import { ids } from '../../../shared/api/fields.ts';
import { Customer } from '../../../shared/api/objects/customer.ts';
import { apiKey, defineOperation } from '../../../shared/api/operation.ts';
import { serve } from '../../../shared/api/serve.ts';

export const operation = defineOperation({
  id: 'customers.archive',
  method: 'POST',
  path: '/v1/customers/{customer_id}/archive',
  summary: 'Archive a customer',
  auth: apiKey('customers:write'),
  profile: 'write',
  params: { customer_id: ids.customer },
  query: null,
  body: v.strictObject({}),
  response: Customer,
  errors: ['resource_missing'],
});

export const handler = serve(operation, async () => {
  throw new Error('customers.archive does nothing yet');
});
