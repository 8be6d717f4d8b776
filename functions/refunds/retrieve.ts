import { Refund } from '../../shared/api/objects/refund.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { fetchRecord } from '../../shared/api/resources.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
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

export const handler = serve(operation, async ({ params }, { tenant, store }) =>
  viewRefund((await fetchRecord(store, refundAggregate, tenant, params.refund_id, 'refund')).record, tenant),
);
