import { openShop } from '../journey/shop.ts';
import { verifiedEventId } from '../journey/webhooks.ts';
import { type Client, textOf } from '../support/api.ts';
import { ensure, waitForValue } from '../support/waiting.ts';
import { ensureSame } from './lifecycle.ts';

const DELIVERED_WITHIN_MS = 120_000;

/**
 * Runs the lifecycles with a webhook receiver. Then checks that the list of deliveries contains every event of the log once, and that the
 * receiver got every event with a valid signature.
 */
export const checkWebhookDeliveries = async (client: Client, runLifecycles: () => Promise<void>): Promise<void> => {
  const shop = await openShop();
  try {
    const endpoint = await client.post('/v1/webhook_endpoints', { url: shop.webhookUrl });
    await runLifecycles();
    const logged = (await client.list('/v1/events')).map(({ id }) => id).sort();
    ensure(logged.length > 0, 'no event was recorded');
    let delivered = 0;
    const deliveries = await waitForValue(
      'The delivery of all events',
      DELIVERED_WITHIN_MS,
      async () => {
        const all = await client.list(`/v1/webhook_endpoints/${endpoint.id}/deliveries`);
        delivered = all.filter(({ status }) => status === 'delivered').length;
        return delivered >= logged.length ? all : null;
      },
      () => `${delivered} of ${logged.length} were delivered.`,
    );
    ensureSame('the events of the deliveries', deliveries.map((delivery) => textOf(delivery, 'event_id')).sort(), logged);
    const secret = textOf(endpoint, 'secret');
    const received = new Set(shop.deliveries.map((each) => verifiedEventId(each, secret)));
    ensureSame('the events that were received', [...received].sort(), logged);
    await client.remove(`/v1/webhook_endpoints/${endpoint.id}`);
  } finally {
    await shop.close();
  }
};
