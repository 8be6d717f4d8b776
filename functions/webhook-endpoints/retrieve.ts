import { WebhookEndpoint } from '../../shared/api/objects/webhook-endpoint.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serveRecord } from '../../shared/api/serve/serve-record.ts';
import { viewWebhookEndpoint, webhookEndpointAggregate } from '../../shared/domain/webhook-endpoint/record.ts';

export const operation = defineOperation({
  id: 'webhook_endpoints.retrieve',
  method: 'GET',
  path: '/v1/webhook_endpoints/{endpoint_id}',
  summary: 'Retrieve a webhook endpoint',
  description: doc('Returns the endpoint without its signing secret.'),
  auth: apiKey('webhook_endpoints:read'),
  profile: 'read',
  params: { endpoint_id: idParams.endpoint },
  response: WebhookEndpoint,
  errors: ['resource_missing'],
});

export const handler = serveRecord(operation, webhookEndpointAggregate, async (record, _input, { tenant }) =>
  viewWebhookEndpoint(record, tenant),
);
