import * as v from 'valibot';
import { createdQuery } from '../../shared/api/created-range.ts';
import { described, doc } from '../../shared/api/described.ts';
import { ids, listQuery, listSchema, ownerFilter, reference } from '../../shared/api/fields.ts';
import { Refund } from '../../shared/api/objects/refund.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { fetchList } from '../../shared/api/resources.ts';
import { serve } from '../../shared/api/serve.ts';
import { refundAggregate } from '../../shared/domain/refund/record.ts';

export const operation = defineOperation({
  id: 'refunds.list',
  method: 'GET',
  path: '/v1/refunds',
  summary: 'List refunds, newest first',
  description: doc(
    'Lists the refunds of the account, or only those of a payment or customer. Also refunds made at the payment provider or by the service.',
  ),
  auth: apiKey('refunds:read'),
  profile: 'read',
  params: {},
  query: v.strictObject({
    ...listQuery,
    ...createdQuery,
    payment_id: described(v.optional(reference), doc('Returns only refunds of the payment with this id.')),
    customer_id: described(v.optional(reference), doc('Returns only refunds of the customer with this id.')),
  }),
  response: listSchema(Refund),
});

export const handler = serve(operation, async ({ query }, { tenant, store }) =>
  fetchList(store, refundAggregate, tenant, ids.refund.pattern, {
    ...query,
    ...ownerFilter({ parentId: query.payment_id, customerId: query.customer_id }),
  }),
);
