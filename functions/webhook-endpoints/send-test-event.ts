import * as v from 'valibot';
import { exampleOf } from '../../events-schema/examples.ts';
import { WebhookDelivery } from '../../shared/api/objects/webhook-endpoint.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { EVENT_TYPES } from '../../shared/domain/event-types.ts';
import { viewDelivery } from '../../shared/domain/webhook-delivery/record.ts';
import { webhookEndpointAggregate } from '../../shared/domain/webhook-endpoint/record.ts';
import { clock, queue } from '../../shared/runtime/services.ts';
import { requestedDeliveryWrites } from '../../shared/store/deliveries/delivery-store.ts';
import { DEFAULT_TEST_EVENT, sendTestEvent } from '../../shared/webhooks/send-test-event.ts';

export const operation = defineOperation({
  id: 'webhook_endpoints.send_test_event',
  method: 'POST',
  path: '/v1/webhook_endpoints/{endpoint_id}/send_test_event',
  summary: 'Send a test event to an endpoint',
  description: doc(
    'Sends an event to this endpoint only, signed and retried like every delivery, even if the endpoint is not subscribed to the type. ' +
      'The event is an example: the objects in it do not exist, except the endpoint in `webhook_endpoint.updated`, the only type that ' +
      'can be sent in live mode. A test event is not part of the list of events, and no email reports that it failed. This API endpoint ' +
      'is an extension of the specification.',
  ),
  auth: apiKey('webhook_endpoints:write'),
  profile: 'write',
  uses: ['webhook-delivery'],
  params: { endpoint_id: idParams.endpoint },
  body: v.strictObject({
    event_type: described(v.optional(v.picklist(EVENT_TYPES), DEFAULT_TEST_EVENT), doc('Type of the event.')),
  }),
  response: WebhookDelivery,
  errors: ['resource_missing', 'state_conflict'],
  reasons: ['webhook_endpoint_disabled'],
});

export const handler = serve(operation, async ({ params, body }, { tenant, store, run }) =>
  run({
    load: async () => ({ endpoint: await store.get(webhookEndpointAggregate, tenant, params.endpoint_id) }),
    nowOf: () => null,
    decide: (state, context) => sendTestEvent({ eventType: body.event_type, example: exampleOf(body.event_type) }, state, context),
    extraWrites: (delivery) => requestedDeliveryWrites(tenant, null, delivery, clock.nowMs()),
    answer: (delivery) => viewDelivery(delivery, tenant),
    // If this message is lost, the sweep starts the delivery within two minutes.
    afterCommit: async () => (await queue()).send('webhook-delivery', { accountId: tenant.accountId }),
  }),
);
