import { Refund } from '../../shared/api/objects/refund.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serveRecord } from '../../shared/api/serve/serve-record.ts';
import { refundAggregate, viewRefund } from '../../shared/domain/refund/record.ts';

export const operation = defineOperation({
  id: 'refunds.retrieve',
  method: 'GET',
  path: '/v1/refunds/{refund_id}',
  summary: 'Retrieve a refund',
  description: doc('Returns the current state of the refund.'),
  auth: apiKey('refunds:read'),
  profile: 'read',
  params: { refund_id: idParams.refund },
  response: Refund,
  errors: ['resource_missing'],
});

export const handler = serveRecord(operation, refundAggregate, async (record, _input, { tenant }) => viewRefund(record, tenant));
