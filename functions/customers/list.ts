import * as v from 'valibot';
import { createdQuery } from '../../shared/api/created-range.ts';
import { Customer } from '../../shared/api/objects/customer.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { fetchList, mergePages } from '../../shared/api/resources.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { email, idParams, listQuery, listSchema } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import {
  type Customer as CustomerRecord,
  customerAggregate,
  emailIndexKey,
  formerEmailIndexKey,
  NOT_DELETED,
} from '../../shared/domain/customer/record.ts';
import { sameEmail } from '../../shared/domain/mail/recipients.ts';

export const operation = defineOperation({
  id: 'customers.list',
  method: 'GET',
  path: '/v1/customers',
  summary: 'List customers, newest first',
  description: doc('Lists the customers that are not deleted.'),
  auth: apiKey('customers:read'),
  profile: 'read',
  params: {},
  query: v.strictObject({
    ...listQuery,
    ...createdQuery,
    email: described(v.optional(email), doc('Returns only customers with this email address; case does not matter.')),
  }),
  response: listSchema(Customer),
});

export const handler = serve(operation, async ({ query: { email: emailFilter, ...page } }, { tenant, store }) => {
  const list = (by?: { readonly customerId: string }, where?: (customer: CustomerRecord) => boolean) =>
    fetchList(store, customerAggregate, tenant, idParams.customer.pattern, { ...page, by, where, states: [NOT_DELETED], mostMatch: true });
  if (emailFilter === undefined) return list();
  // The index `by-customer` has customers by email address: in lower case, or as entered if an earlier release stored the customer. The
  // index is eventually consistent, so `hasEmail` also checks the records.
  const hasEmail = ({ email }: CustomerRecord): boolean => email !== null && sameEmail(email, emailFilter);
  const indexKeys = new Set([emailIndexKey(emailFilter), formerEmailIndexKey(emailFilter)]);
  return mergePages(await Promise.all([...indexKeys].map((indexKey) => list({ customerId: indexKey }, hasEmail))), page.limit);
});
