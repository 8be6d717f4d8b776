import * as v from 'valibot';
import { WebhookEndpointWithSecret } from '../../shared/api/objects/webhook-endpoint.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { replayIfRemembered } from '../../shared/api/pipeline/idempotency.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { createWebhookEndpoint } from '../../shared/domain/webhook-endpoint/create.ts';
import { viewWebhookEndpoint, webhookEndpointAggregate } from '../../shared/domain/webhook-endpoint/record.ts';
import { readLastLogNumber } from '../../shared/store/event-log/sequence.ts';
import { newSealedSecret } from '../../shared/webhooks/sealing.ts';
import { checkUrl, description, enabledEvents, receiverUrl } from './fields.ts';

export const operation = defineOperation({
  id: 'webhook_endpoints.create',
  method: 'POST',
  path: '/v1/webhook_endpoints',
  summary: 'Create a webhook endpoint',
  description: doc(
    '`url` must resolve to public IP addresses. Only this response, and the response of a rotation, contains the signing secret.',
  ),
  events: ['webhook_endpoint.created'],
  auth: apiKey('webhook_endpoints:write'),
  profile: 'write',
  uses: ['endpoint-secret', 'idempotent-answer'],
  params: {},
  body: v.strictObject({
    url: described(receiverUrl, doc('URL that receives the events by POST. It must resolve to public IP addresses.')),
    enabled_events: described(v.optional(enabledEvents), doc('Types of the events to send; `*`: all types. Default: `["*"]`.')),
    description: described(v.nullish(description), doc('Your note about the endpoint. Default: `null`.')),
  }),
  response: WebhookEndpointWithSecret,
  errors: ['webhook_endpoint_limit_reached'],
  reasons: ['url_not_public'],
});

export const handler = serve(operation, async ({ body }, { request, tenant, store, ids, run }) => {
  // A replay does not call `checkUrl` again, because a host name that resolved at the first request may not resolve now.
  await replayIfRemembered(request);
  const id = ids.next(webhookEndpointAggregate.prefix);
  const [{ plaintext, secret }, newestSequence, url] = await Promise.all([
    newSealedSecret(tenant.accountId, id),
    readLastLogNumber(store.table, tenant),
    checkUrl(body.url, body.enabled_events),
  ]);
  return run({
    load: async () => null,
    nowOf: () => null,
    decide: (_state, context) =>
      createWebhookEndpoint(
        { id, url, enabledEvents: body.enabled_events, description: body.description, secret, lastSequence: newestSequence },
        null,
        context,
      ),
    answer: (endpoint) => ({ ...viewWebhookEndpoint(endpoint, tenant), secret: plaintext }),
    secret: true,
  });
});
