import * as v from 'valibot';
import { WebhookDelivery } from '../../shared/api/objects/webhook-endpoint.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { checkCursor, fetchRecord } from '../../shared/api/resources.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams, listQuery, listSchema } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { viewDelivery } from '../../shared/domain/webhook-delivery/record.ts';
import { webhookEndpointAggregate } from '../../shared/domain/webhook-endpoint/record.ts';
import { clock } from '../../shared/runtime/services.ts';
import { deliveryStoreOf } from '../../shared/store/deliveries/delivery-store.ts';

export const operation = defineOperation({
  id: 'webhook_deliveries.list',
  method: 'GET',
  path: '/v1/webhook_endpoints/{endpoint_id}/deliveries',
  summary: "List an endpoint's webhook deliveries, newest first",
  description: doc('Deliveries are kept for 30 days.'),
  auth: apiKey('webhook_endpoints:read'),
  profile: 'read',
  params: { endpoint_id: idParams.endpoint },
  query: v.strictObject(listQuery),
  response: listSchema(WebhookDelivery),
  errors: ['resource_missing'],
});

export const handler = serve(operation, async ({ params, query }, { tenant, store }) => {
  checkCursor(query.starting_after, idParams.delivery.pattern);
  const [, page] = await Promise.all([
    fetchRecord(store, webhookEndpointAggregate, tenant, params.endpoint_id, 'webhook endpoint'),
    deliveryStoreOf(store.table, clock.nowMs).list(tenant, params.endpoint_id, { limit: query.limit, startingAfter: query.starting_after }),
  ]);
  const data = page.items.map((delivery) => viewDelivery(delivery, tenant));
  return { object: 'list' as const, data, has_more: page.hasMore };
});
