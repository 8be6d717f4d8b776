import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import { newCapacityCounter } from '../../shared/store/core/capacity-counter.ts';
import { movedSortKey, objectKey } from '../../shared/store/core/keys.ts';
import { recordText } from '../../shared/store/core/packed-text.ts';
import { tableOf } from '../../shared/store/core/table.ts';
import { clientOf } from '../support/api.ts';
import { ensure, waitForValue } from '../support/waiting.ts';
import { type CreatedAccount, clientSettings, type DeployedStacks, outputOf, type Target } from './deployment.ts';
import { startSweep } from './renewals.ts';
import type { Service } from './smoke.ts';

/** Remaining time of the dead worker's claim. More than `LOOK_AHEAD_SECONDS`, so that the first sweep does not queue the work yet. */
const CLAIM_SECONDS = 75;
const EXPIRED_WITHIN_MS = 240_000;

/**
 * Checks that the work of a dead worker is done when the worker's claim ends, and not before. A claim postpones due work while a worker
 * handles it. The work is the expiry of a checkout session. The check stores a claim of this work, although no worker handles it.
 */
export const checkExpiringClaim = async (
  service: Service,
  target: Target,
  deployed: DeployedStacks,
  { accountId }: CreatedAccount,
): Promise<void> => {
  const client = clientOf(service.baseUrl, service.testKey);
  const database = new DynamoDBClient(clientSettings(target.endpoint));
  try {
    const table = tableOf(database, outputOf(deployed, 'TableName'), newCapacityCounter());
    const product = await client.post('/v1/products', { name: 'Abandoned' });
    const price = await client.post('/v1/prices', { product_id: product.id, currency: 'EUR', amount_cents: 1000, interval: 'month' });
    const session = await client.post('/v1/checkout/sessions', {
      price_id: price.id,
      success_url: 'https://shop.example/done',
      cancel_url: 'https://shop.example/',
    });
    const Key = objectKey(checkoutSessionAggregate, { accountId, mode: 'test' }, session.id);
    const item = await table.get(Key);
    ensure(item !== null, 'the session is missing');
    const now = Math.floor(Date.now() / 1000);
    const claimedUntil = now + CLAIM_SECONDS;
    const record = { ...JSON.parse(recordText(item) ?? ''), expiresAt: now - 10 };
    // Stores the record as plain JSON instead of packed text.
    await table.update({
      Key,
      UpdateExpression: 'SET json = :json, dsk = :dsk, due_at = :at REMOVE packed, dictionary',
      ExpressionAttributeValues: {
        ':json': JSON.stringify(record),
        ':dsk': movedSortKey(String(item.dsk), claimedUntil),
        ':at': claimedUntil,
      },
    });
    await startSweep(target, deployed);
    const expiredEvents = async () =>
      (await client.list('/v1/events?type=checkout.session.expired')).filter(({ data }) => (data as { id?: unknown }).id === session.id);
    await waitForValue('The expiry of the session', EXPIRED_WITHIN_MS, async () => ((await expiredEvents()).length > 0 ? true : null));
    ensure(Date.now() / 1000 >= claimedUntil - 1, 'the session expired before the claim ended');
    ensure((await expiredEvents()).length === 1, 'the session expired more than once');
  } finally {
    database.destroy();
  }
};
