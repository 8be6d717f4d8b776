import * as v from 'valibot';
import { WebhookEndpoint } from '../../shared/api/objects/webhook-endpoint.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { replayIfRemembered } from '../../shared/api/pipeline/idempotency.ts';
import { fetchRecord } from '../../shared/api/resources.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { viewWebhookEndpoint, webhookEndpointAggregate } from '../../shared/domain/webhook-endpoint/record.ts';
import { updateWebhookEndpoint } from '../../shared/domain/webhook-endpoint/update.ts';
import { readLastLogNumber } from '../../shared/store/event-log/sequence.ts';
import { checkUrl, description, enabledEvents, receiverUrl } from './fields.ts';

export const operation = defineOperation({
  id: 'webhook_endpoints.update',
  method: 'POST',
  path: '/v1/webhook_endpoints/{endpoint_id}',
  summary: 'Update a webhook endpoint',
  description: doc(
    'Omitted fields keep their values; `null` clears `description`. `status: disabled` stops deliveries: events that occur while the ' +
      'endpoint is disabled are never sent; pending deliveries continue once the endpoint is `enabled` again.',
  ),
  events: ['webhook_endpoint.updated'],
  auth: apiKey('webhook_endpoints:write'),
  profile: 'write',
  params: { endpoint_id: idParams.endpoint },
  body: v.strictObject({
    url: described(v.optional(receiverUrl), doc('New URL that receives the events by POST. It must resolve to public IP addresses.')),
    enabled_events: described(v.optional(enabledEvents), doc('Types of the events to send; `*`: all types.')),
    description: described(v.optional(v.nullable(description)), doc('Your note about the endpoint; `null` clears it.')),
    status: described(v.optional(v.picklist(['enabled', 'disabled'])), doc('`enabled`, or `disabled` to stop deliveries.')),
  }),
  response: WebhookEndpoint,
  errors: ['resource_missing'],
  reasons: ['url_not_public'],
});

export const handler = serve(operation, async ({ params, body: input }, { request, tenant, store, run }) => {
  // A replay does not call `checkUrl` again, because a host name that resolved at the first request may not resolve now.
  await replayIfRemembered(request);
  // Throws 404 before `checkUrl`, so that host names are resolved only for existing endpoints.
  if (input.url !== undefined) await fetchRecord(store, webhookEndpointAggregate, tenant, params.endpoint_id, 'webhook endpoint');
  const url = input.url === undefined ? undefined : await checkUrl(input.url, input.enabled_events);
  return run({
    load: async () => {
      const [endpoint, newestSequence] = await Promise.all([
        store.get(webhookEndpointAggregate, tenant, params.endpoint_id),
        readLastLogNumber(store.table, tenant),
      ]);
      return { endpoint, lastSequence: newestSequence };
    },
    nowOf: () => null,
    decide: (state, context) =>
      updateWebhookEndpoint(
        { url, enabledEvents: input.enabled_events, description: input.description, status: input.status },
        state,
        context,
      ),
    answer: (endpoint) => viewWebhookEndpoint(endpoint, tenant),
  });
});
