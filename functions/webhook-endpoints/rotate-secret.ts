import type * as v from 'valibot';
import { ids } from '../../shared/api/fields.ts';
import { WebhookEndpointWithSecret } from '../../shared/api/objects/webhook-endpoint.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { shown } from '../../shared/api/resources.ts';
import { serve } from '../../shared/api/serve.ts';
import { viewWebhookEndpoint, webhookEndpointAggregate } from '../../shared/domain/webhook-endpoint/record.ts';
import { rotateSecret } from '../../shared/domain/webhook-endpoint/update.ts';
import { sealedSecret } from '../../shared/webhooks/sealing.ts';

export const operation = defineOperation({
  id: 'webhook_endpoints.rotate_secret',
  method: 'POST',
  path: '/v1/webhook_endpoints/{endpoint_id}/rotate_secret',
  summary: "Rotate an endpoint's signing secret",
  description: 'The new secret is shown in this answer only. For 24 hours deliveries are signed with both.',
  auth: apiKey('webhook_endpoints:write'),
  profile: 'write',
  uses: ['cipher'],
  params: { endpoint_id: ids.endpoint },
  query: null,
  body: null,
  response: WebhookEndpointWithSecret,
  errors: ['resource_missing'],
});

export const handler = serve(operation, async ({ params }, { tenant, store, run }) => {
  const { plaintext, secret } = await sealedSecret(tenant.accountId, params.endpoint_id);
  return run({
    load: async () => ({ endpoint: await store.get(webhookEndpointAggregate, tenant, params.endpoint_id) }),
    decide: (state, context) => rotateSecret({ secret }, state, context),
    answer: (endpoint) =>
      shown<v.InferOutput<typeof WebhookEndpointWithSecret>>({ ...viewWebhookEndpoint(endpoint, tenant), secret: plaintext }),
    secret: true,
  });
});
