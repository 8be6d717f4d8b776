import * as v from 'valibot';
import { ids, listQuery, listOf as listSchema, reference } from '../../shared/api/fields.ts';
import { Payment } from '../../shared/api/objects/payment.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { listOf } from '../../shared/api/resources.ts';
import { serve } from '../../shared/api/serve.ts';
import { type Payment as PaymentRecord, paymentAggregate } from '../../shared/domain/payment/record.ts';

export const operation = defineOperation({
  id: 'payments.list',
  method: 'GET',
  path: '/v1/payments',
  summary: 'List payments, newest first',
  auth: apiKey('payments:read'),
  profile: 'read',
  params: {},
  query: v.strictObject({
    ...listQuery,
    customer_id: v.optional(reference),
    subscription_id: v.optional(reference),
  }),
  body: null,
  response: listSchema(Payment),
  errors: [],
});

export const handler = serve(operation, async ({ query }, { tenant, store }) => {
  const { customer_id: customerId, subscription_id: subscriptionId } = query;
  return listOf(store, paymentAggregate, tenant, ids.payment.pattern, {
    ...query,
    by: subscriptionId !== undefined ? { parentId: subscriptionId } : customerId !== undefined ? { customerId } : undefined,
    where: (payment: PaymentRecord) => customerId === undefined || payment.customerId === customerId,
  });
});
