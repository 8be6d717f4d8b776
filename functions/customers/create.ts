import { Customer } from '../../shared/api/objects/customer.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { createCustomer } from '../../shared/domain/customer/create.ts';
import { viewCustomer } from '../../shared/domain/customer/record.ts';
import { testClockAggregate } from '../../shared/domain/test-clock/record.ts';
import { customerInputOf, newCustomerBody } from './fields.ts';

export const operation = defineOperation({
  id: 'customers.create',
  method: 'POST',
  path: '/v1/customers',
  summary: 'Create a customer',
  description: doc('Email addresses are not unique: two requests with the same address create two customers.'),
  events: ['customer.created'],
  auth: apiKey('customers:write'),
  profile: 'write',
  params: {},
  body: newCustomerBody,
  response: Customer,
  errors: ['resource_missing'],
});

export const handler = serve(operation, async ({ body: input }, { tenant, store, run }) => {
  const clockId = input.test_clock_id ?? null;
  return run({
    load: async () => ({ clock: clockId === null ? null : await store.get(testClockAggregate, tenant, clockId) }),
    nowOf: ({ clock }) => clock?.record.frozenTime ?? null,
    decide: (state, context) => createCustomer({ ...customerInputOf(input), testClockId: clockId }, state, context),
    answer: (customer) => viewCustomer(customer, tenant),
  });
});
