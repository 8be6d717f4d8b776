import { OneShotPayment } from '../../shared/api/objects/checkout/one-shot-payment.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { fetchRecord } from '../../shared/api/resources.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { oneShotAggregate, viewOneShot } from '../../shared/domain/one-shot/record.ts';

export const operation = defineOperation({
  id: 'one_shot_payments.retrieve',
  method: 'GET',
  path: '/v1/checkout/one_shot/{one_shot_id}',
  summary: 'Retrieve a one-off payment',
  description: doc('Returns the current state of the one-off payment. `client_secret` is always `null` here.'),
  auth: apiKey('checkout_sessions:read'),
  profile: 'read',
  params: { one_shot_id: idParams.oneShot },
  response: OneShotPayment,
  errors: ['resource_missing'],
});

export const handler = serve(operation, async ({ params }, { tenant, store }) => {
  const { record } = await fetchRecord(store, oneShotAggregate, tenant, params.one_shot_id, 'one-off payment');
  return viewOneShot(record, tenant);
});
