import { WebhookDelivery } from '../../shared/api/objects/webhook-endpoint.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { viewDelivery } from '../../shared/domain/webhook-delivery/record.ts';
import { fetchDelivery } from './fetch-delivery.ts';

export const operation = defineOperation({
  id: 'webhook_deliveries.retrieve',
  method: 'GET',
  path: '/v1/webhook_endpoints/{endpoint_id}/deliveries/{delivery_id}',
  summary: 'Retrieve a webhook delivery',
  description: doc('Returns the delivery with the result of its latest attempt.'),
  auth: apiKey('webhook_endpoints:read'),
  profile: 'read',
  params: { endpoint_id: idParams.endpoint, delivery_id: idParams.delivery },
  response: WebhookDelivery,
  errors: ['resource_missing'],
});

export const handler = serve(operation, async ({ params }, { tenant, store }) => {
  const { delivery } = await fetchDelivery(store, tenant, params);
  return viewDelivery(delivery, tenant);
});
