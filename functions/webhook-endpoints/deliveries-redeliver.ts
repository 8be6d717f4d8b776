import { WebhookDelivery } from '../../shared/api/objects/webhook-endpoint.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { viewDelivery } from '../../shared/domain/webhook-delivery/record.ts';
import { webhookEndpointAggregate } from '../../shared/domain/webhook-endpoint/record.ts';
import { logNotice } from '../../shared/platform/log-lines.ts';
import { clock, queue } from '../../shared/runtime/services.ts';
import { deliveryStoreOf, requestedDeliveryWrites } from '../../shared/store/deliveries/delivery-store.ts';
import { redeliveryLine } from '../../shared/webhooks/delivery-log.ts';
import { redeliver } from '../../shared/webhooks/redeliver.ts';

export const operation = defineOperation({
  id: 'webhook_deliveries.redeliver',
  method: 'POST',
  path: '/v1/webhook_endpoints/{endpoint_id}/deliveries/{delivery_id}/redeliver',
  summary: 'Redeliver a webhook',
  description: doc(
    'Queues an immediate attempt of a delivery that has not succeeded; `attempt_count` continues. After the last scheduled attempt, ' +
      'a redelivery is one attempt without further retries. A succeeded delivery is returned unchanged. If the endpoint is disabled, the attempt ' +
      'waits until the endpoint is enabled.',
  ),
  auth: apiKey('webhook_endpoints:write'),
  profile: 'write',
  uses: ['webhook-delivery'],
  params: { endpoint_id: idParams.endpoint, delivery_id: idParams.delivery },
  response: WebhookDelivery,
  errors: ['resource_missing'],
});

export const handler = serve(operation, async ({ params }, { tenant, store, run }) =>
  run({
    load: async () => {
      const [endpoint, stored] = await Promise.all([
        store.get(webhookEndpointAggregate, tenant, params.endpoint_id),
        deliveryStoreOf(store.table, clock.nowMs).find(tenant, params.endpoint_id, params.delivery_id),
      ]);
      return { endpoint, stored };
    },
    nowOf: () => null,
    decide: redeliver,
    extraWrites: ({ before, delivery }) => (before === null ? [] : requestedDeliveryWrites(tenant, before, delivery, clock.nowMs())),
    answer: ({ delivery }) => viewDelivery(delivery, tenant),
    // If this message is lost, the sweep starts the delivery within two minutes.
    afterCommit: async ({ before, delivery }) => {
      logNotice('webhook_delivery', redeliveryLine(tenant, delivery));
      if (before !== null) await (await queue()).send('webhook-delivery', { accountId: tenant.accountId });
    },
  }),
);
