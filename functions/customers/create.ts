import * as v from 'valibot';
import * as fields from '../../shared/api/fields.ts';
import { Customer } from '../../shared/api/objects/customer.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { serve } from '../../shared/api/serve.ts';
import { createCustomer } from '../../shared/domain/customer/create.ts';
import { viewCustomer } from '../../shared/domain/customer/record.ts';
import { NAME_MAX_LENGTH } from '../../shared/domain/limits.ts';
import { testClockAggregate } from '../../shared/domain/test-clock/record.ts';
import { customerFields } from './fields.ts';

const body = v.strictObject({
  name: v.nullish(fields.text(0, NAME_MAX_LENGTH)),
  email: v.nullish(fields.email),
  country_code: v.nullish(fields.countryCode),
  address: v.nullish(fields.address),
  language: v.nullish(fields.language),
  metadata: v.nullish(fields.metadata),
  test_clock_id: v.nullish(fields.reference),
});

export const operation = defineOperation({
  id: 'customers.create',
  method: 'POST',
  path: '/v1/customers',
  summary: 'Create a customer',
  description: 'Email addresses are not unique: two requests with the same address create two customers.',
  auth: apiKey('customers:write'),
  profile: 'write',
  params: {},
  query: null,
  body,
  response: Customer,
  errors: ['resource_missing'],
});

export const handler = serve(operation, async ({ body: input }, { tenant, store, run }) => {
  const clockId = input.test_clock_id ?? null;
  return run({
    load: async () => ({ clock: clockId === null ? null : await store.get(testClockAggregate, tenant, clockId) }),
    nowOf: ({ clock }) => clock?.record.frozenTime ?? null,
    decide: (state, context) => createCustomer({ ...customerFields(input), testClockId: clockId }, state, context),
    answer: (customer) => viewCustomer(customer, tenant),
  });
});
