import * as v from 'valibot';
import { email, ids, listQuery, listSchema } from '../../shared/api/fields.ts';
import { Customer } from '../../shared/api/objects/customer.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { listOf } from '../../shared/api/resources.ts';
import { serve } from '../../shared/api/serve.ts';
import { addressEntry, type Customer as CustomerRecord, customerAggregate, KEPT } from '../../shared/domain/customer/record.ts';

export const operation = defineOperation({
  id: 'customers.list',
  method: 'GET',
  path: '/v1/customers',
  summary: 'List customers, newest first',
  auth: apiKey('customers:read'),
  profile: 'read',
  params: {},
  query: v.strictObject({ ...listQuery, email: v.optional(email) }),
  body: null,
  response: listSchema(Customer),
  errors: [],
});

export const handler = serve(operation, async ({ query }, { tenant, store }) => {
  const by = query.email === undefined ? undefined : { customerId: addressEntry(query.email) };
  // The index lags a moment behind the records, which have the last word.
  const where = query.email === undefined ? undefined : ({ email }: CustomerRecord) => email === query.email;
  return listOf(store, customerAggregate, tenant, ids.customer.pattern, { ...query, by, where, states: [KEPT], mostMatch: true });
});
