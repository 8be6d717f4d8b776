import { WebhookEndpointWithSecret } from '../../shared/api/objects/webhook-endpoint.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { viewWebhookEndpoint, webhookEndpointAggregate } from '../../shared/domain/webhook-endpoint/record.ts';
import { rotateSecret } from '../../shared/domain/webhook-endpoint/update.ts';
import { newSealedSecret } from '../../shared/webhooks/sealing.ts';

export const operation = defineOperation({
  id: 'webhook_endpoints.rotate_secret',
  method: 'POST',
  path: '/v1/webhook_endpoints/{endpoint_id}/rotate_secret',
  summary: "Rotate an endpoint's signing secret",
  description: doc('Only this response contains the new secret. For 24 hours, deliveries are also signed with the previous secret.'),
  auth: apiKey('webhook_endpoints:write'),
  profile: 'write',
  uses: ['endpoint-secret', 'idempotent-answer'],
  params: { endpoint_id: idParams.endpoint },
  response: WebhookEndpointWithSecret,
  errors: ['resource_missing'],
});

export const handler = serve(operation, async ({ params }, { tenant, store, run }) =>
  run({
    load: async () => {
      const [endpoint, { plaintext, secret }] = await Promise.all([
        store.get(webhookEndpointAggregate, tenant, params.endpoint_id),
        newSealedSecret(tenant.accountId, params.endpoint_id),
      ]);
      return { endpoint, plaintext, secret };
    },
    nowOf: () => null,
    decide: ({ endpoint, plaintext, secret }, context) => {
      const decision = rotateSecret({ secret }, { endpoint }, context);
      return decision instanceof Refusal ? decision : { ...decision, result: { endpoint: decision.result, plaintext } };
    },
    answer: ({ endpoint, plaintext }) => ({ ...viewWebhookEndpoint(endpoint, tenant), secret: plaintext }),
    secret: true,
  }),
);
