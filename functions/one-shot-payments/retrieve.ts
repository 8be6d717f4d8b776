import { OneShotPayment } from '../../shared/api/objects/checkout/one-shot-payment.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serveRecord } from '../../shared/api/serve/serve-record.ts';
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

export const handler = serveRecord(operation, oneShotAggregate, async (record, _input, { tenant }) => viewOneShot(record, tenant));
