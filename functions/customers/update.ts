import * as v from 'valibot';
import * as fields from '../../shared/api/fields.ts';
import { Customer } from '../../shared/api/objects/customer.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { serve } from '../../shared/api/serve.ts';
import { customerAggregate, viewCustomer } from '../../shared/domain/customer/record.ts';
import { updateCustomer } from '../../shared/domain/customer/update.ts';
import { clockTime } from '../../shared/runtime/simulated-time.ts';
import { customerFields } from './fields.ts';

const body = v.strictObject({
  name: v.optional(v.nullable(fields.text(0, 255))),
  email: v.optional(fields.email),
  country_code: v.optional(fields.countryCode),
  address: v.optional(fields.address),
  language: v.optional(fields.language),
  metadata: v.optional(fields.metadata),
});

export const operation = defineOperation({
  id: 'customers.update',
  method: 'POST',
  path: '/v1/customers/{customer_id}',
  summary: 'Update a customer',
  description: 'Fields left out keep their values. Of these fields, only `name` can be cleared with `null`.',
  auth: apiKey('customers:write'),
  profile: 'write',
  params: { customer_id: fields.ids.customer },
  query: null,
  body,
  response: Customer,
  errors: ['resource_missing'],
});

export const handler = serve(operation, async ({ params, body: given }, { tenant, store, run }) =>
  run({
    load: async () => {
      const customer = await store.get(customerAggregate, tenant, params.customer_id);
      return { customer, now: await clockTime(store, tenant, customer?.record.testClockId ?? null) };
    },
    nowOf: ({ now }) => now,
    decide: (state, context) => updateCustomer(customerFields(given), state, context),
    answer: (customer) => viewCustomer(customer, tenant),
  }),
);
