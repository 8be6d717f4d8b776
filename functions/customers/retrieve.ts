import { Customer } from '../../shared/api/objects/customer.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serveRecord } from '../../shared/api/serve/serve-record.ts';
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

export const handler = serveRecord(operation, customerAggregate, async (record, _input, { tenant }) => viewCustomer(record, tenant));
