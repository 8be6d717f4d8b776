import { WebhookDeliveryRequest } from '../../shared/api/objects/webhook-endpoint.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { allows } from '../../shared/api/scopes.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { clock } from '../../shared/runtime/services.ts';
import { findEvent } from '../../shared/store/event-log/events.ts';
import { unsignedHeaders } from '../../shared/webhooks/signing.ts';
import { fetchDelivery } from './fetch-delivery.ts';

export const operation = defineOperation({
  id: 'webhook_deliveries.request',
  method: 'GET',
  path: '/v1/webhook_endpoints/{endpoint_id}/deliveries/{delivery_id}/request',
  summary: 'Retrieve the request of a webhook delivery',
  description: doc(
    'Returns the URL, headers and body that a delivery sends, for debugging. The body of an event also requires the scope `events:read`. This endpoint is an extension of the specification.',
  ),
  auth: apiKey('webhook_endpoints:read'),
  profile: 'read',
  params: { endpoint_id: idParams.endpoint, delivery_id: idParams.delivery },
  response: WebhookDeliveryRequest,
  errors: ['resource_missing'],
});

export const handler = serve(operation, async ({ params }, { tenant, store, caller }) => {
  const { endpoint, delivery } = await fetchDelivery(store, tenant, params);
  const { eventId, eventType, attemptCount, testBody } = delivery;
  const eventBody = allows(caller.scopes, 'events:read') ? (await findEvent(store.table, tenant, eventId, clock.nowMs()))?.json : undefined;
  const body = testBody ?? eventBody ?? null;
  return {
    object: 'webhook_delivery_request' as const,
    method: 'POST' as const,
    url: endpoint.url,
    headers: unsignedHeaders({ eventId, eventType, attempt: Math.max(1, attemptCount), body: Buffer.from(body ?? '') }),
    body,
  };
});
