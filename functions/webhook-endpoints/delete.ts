import { WebhookEndpointDeleted } from '../../shared/api/objects/webhook-endpoint.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { webhookEndpointAggregate } from '../../shared/domain/webhook-endpoint/record.ts';
import { deleteWebhookEndpoint } from '../../shared/domain/webhook-endpoint/update.ts';

export const operation = defineOperation({
  id: 'webhook_endpoints.delete',
  method: 'DELETE',
  path: '/v1/webhook_endpoints/{endpoint_id}',
  summary: 'Delete a webhook endpoint',
  description: doc('Also deletes the deliveries of the endpoint. Events are kept.'),
  events: ['webhook_endpoint.deleted'],
  auth: apiKey('webhook_endpoints:write'),
  profile: 'write',
  params: { endpoint_id: idParams.endpoint },
  response: WebhookEndpointDeleted,
  errors: ['resource_missing'],
});

export const handler = serve(operation, async ({ params }, { tenant, store, run }) =>
  run({
    load: async () => ({ endpoint: await store.get(webhookEndpointAggregate, tenant, params.endpoint_id) }),
    nowOf: () => null,
    decide: (state, context) => deleteWebhookEndpoint(null, state, context),
    answer: ({ id }) => ({ id, object: 'webhook_endpoint', deleted: true }),
  }),
);
