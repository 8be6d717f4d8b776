import type * as v from 'valibot';
import { ids } from '../../shared/api/fields.ts';
import { Payment } from '../../shared/api/objects/payment.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { found, shown } from '../../shared/api/resources.ts';
import { serve } from '../../shared/api/serve.ts';
import { paymentAggregate, viewPayment } from '../../shared/domain/payment/record.ts';

export const operation = defineOperation({
  id: 'payments.retrieve',
  method: 'GET',
  path: '/v1/payments/{payment_id}',
  summary: 'Retrieve a payment',
  auth: apiKey('payments:read'),
  profile: 'read',
  params: { payment_id: ids.payment },
  query: null,
  body: null,
  response: Payment,
  errors: ['resource_missing'],
});

export const handler = serve(operation, async ({ params }, { tenant, store }) => {
  const { record } = await found(store, paymentAggregate, tenant, params.payment_id, 'payment');
  return shown<v.InferOutput<typeof Payment>>(viewPayment(record, tenant));
});
