import { beforeEach, describe, expect, it } from 'vitest';
import { type Receiver, respondWith } from '../../scripts/support/receiver.ts';
import type { PostResult } from '../../shared/domain/webhook-delivery/record.ts';
import { RETRY_DELAYS_MS } from '../../shared/domain/webhook-delivery/retry-schedule.ts';
import { logPartition, logSortKey } from '../../shared/store/core/keys.ts';
import { sequenceOf } from '../../shared/store/event-log/event-id.ts';
import { type DeliveryLine, redeliveryLine } from '../../shared/webhooks/delivery-log.ts';
import type { TestAccount } from './support/account.ts';
import { useFixture } from './support/fixture.ts';

const fixture = useFixture();
let receiver: Receiver;
beforeEach(() => {
  receiver = fixture.receiver();
});

/** Drains the account (sends its due deliveries), ignoring an error; returns the log lines of the deliveries. */
const linesOf = async (account: TestAccount, overrides: Parameters<TestAccount['drain']>[0] = {}): Promise<readonly DeliveryLine[]> => {
  account.lines.length = 0;
  await account.drain(overrides).catch(() => undefined);
  return [...account.lines];
};

const seconds = (ms: number | null): number | null => (ms === null ? null : Math.ceil(ms / 1000));

describe('the log of a delivery', () => {
  it('contains ids, attempt number, status code and duration of a successful attempt', async () => {
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    const event = await account.publish();
    const { id } = await account.row(endpoint);
    expect(await linesOf(account)).toEqual([
      {
        account: account.accountId,
        mode: 'test',
        delivery: id,
        endpoint: endpoint.id,
        event: event.id,
        attempt: 1,
        outcome: 'delivered',
        reason: null,
        statusCode: 200,
        nextAttemptAt: null,
        ms: expect.any(Number),
      },
    ]);
  });

  it('contains the reason of each failed attempt and the time of the next attempt, if there is a next attempt', async () => {
    receiver.answer = respondWith(500);
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    await account.publish();
    for (const [index, delay] of [0, ...RETRY_DELAYS_MS].entries()) {
      account.advance(delay);
      const lines = await linesOf(account);
      const { nextAttemptAtMs } = await account.row(endpoint);
      const isLast = index === RETRY_DELAYS_MS.length;
      expect(nextAttemptAtMs === null).toBe(isLast);
      expect(lines).toEqual([
        expect.objectContaining({
          attempt: index + 1,
          outcome: isLast ? 'failed' : 'will_retry',
          reason: 'http_status',
          statusCode: 500,
          nextAttemptAt: seconds(nextAttemptAtMs),
        }),
      ]);
    }
  });

  it.each([
    ['a refused address', 'http://10.0.0.1/', 'address_refused'],
    ['a name that does not resolve', 'http://receiver.invalid/', 'name_unresolved'],
    ['a closed port', 'http://127.0.0.1:9/', 'connection'],
  ])('reports %s (%s) with the reason `%s`', async (_, url, reason) => {
    const account = fixture.account({ resolve: async () => [] });
    await account.endpoint(url);
    await account.publish();
    expect(await linesOf(account)).toEqual([expect.objectContaining({ outcome: 'will_retry', reason, statusCode: null, attempt: 1 })]);
  });

  it('reports a receiver that does not answer before the deadline as a timeout', async () => {
    receiver.answer = () => undefined;
    const account = fixture.account({ deadlineMs: 50 });
    await account.endpoint(receiver.url);
    await account.publish();
    expect(await linesOf(account)).toEqual([expect.objectContaining({ outcome: 'will_retry', reason: 'timeout' })]);
  });

  it('reports a delivery that waits for its endpoint to be enabled', async () => {
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    await account.publish();
    const { id } = await account.row(endpoint);
    await account.switch(endpoint, 'disabled');
    const expected = [expect.objectContaining({ delivery: id, outcome: 'skipped', reason: 'endpoint_disabled', attempt: 0 })];
    expect(await linesOf(account)).toEqual(expected);
    expect(await linesOf(account)).toEqual(expected);
  });

  it('reports a delivery that failed because its endpoint or event was deleted', async () => {
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    await account.publish();
    await account.removeEndpoint(endpoint);
    const deletedEndpointLine = expect.objectContaining({
      endpoint: endpoint.id,
      outcome: 'failed',
      reason: 'endpoint_deleted',
      nextAttemptAt: null,
    });
    expect(await linesOf(account)).toEqual([deletedEndpointLine]);
    await account.endpoint(receiver.url);
    const event = await account.publish();
    await account.table.delete({ Key: { pk: logPartition(account.tenant()), sk: logSortKey(sequenceOf(event.id) ?? 0) } });
    expect(await linesOf(account)).toEqual([expect.objectContaining({ outcome: 'failed', reason: 'event_gone', nextAttemptAt: null })]);
  });

  it('reports that the deliveries of a deleted endpoint were deleted', async () => {
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    await account.publish();
    await account.removeEndpoint(endpoint);
    await account.publish('webhook_endpoint.deleted', { id: endpoint.id, object: 'webhook_endpoint' });
    expect(account.removedEndpointIds).toEqual([endpoint.id]);
  });

  it('reports the limit that delays a due delivery, once per delivery', async () => {
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    for (let index = 0; index < 5; index += 1) await account.publish();
    const lines = await linesOf(account);
    const capped = lines.filter(({ outcome }) => outcome === 'skipped');
    // Two of the five deliveries are sent at once; the limit of the endpoint delays the other three.
    expect(capped.map(({ reason, endpoint: endpointId }) => [reason, endpointId])).toEqual(Array(3).fill(['endpoint_cap', endpoint.id]));
    expect(new Set(capped.map(({ delivery }) => delivery)).size).toBe(3);
    expect(lines.filter(({ outcome }) => outcome === 'delivered')).toHaveLength(5);
  });

  it('reports the due time of a delivery that waits for its retry', async () => {
    receiver.answer = respondWith(500);
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    await account.publish();
    await account.drain();
    const { id, nextAttemptAtMs } = await account.row(endpoint);
    expect(await linesOf(account)).toEqual([
      expect.objectContaining({ delivery: id, outcome: 'skipped', reason: 'not_yet_due', nextAttemptAt: seconds(nextAttemptAtMs) }),
    ]);
  });

  it('reports an attempt that is not recorded because another drainer was first, and a delivery skipped after a lost lease', async () => {
    const account = fixture.account();
    await account.endpoint(receiver.url);
    await account.publish();
    const lines = await linesOf(account, {
      post: async (): Promise<PostResult> => {
        // Lets the lease expire and runs a second drainer. Repeats this if the first drainer renewed the lease in between.
        do account.advance(31_000);
        while ((await account.drain({ log: () => undefined })).outcome === 'held');
        return { statusCode: 200, excerpt: '' };
      },
    });
    expect(lines).toEqual([expect.objectContaining({ outcome: 'not_recorded', reason: null, statusCode: 200, attempt: 1 })]);
    await account.publish();
    const secretsOf = async (): Promise<readonly string[]> => {
      account.advance(31_000);
      return ['s'];
    };
    expect((await linesOf(account, { secretsOf, remainingMs: () => (account.lines.length === 0 ? 60_000 : 0) }))[0]).toMatchObject({
      outcome: 'skipped',
      reason: 'lease_lost',
    });
  });

  it('reports a delivery that could not be processed because of an internal error', async () => {
    const account = fixture.account();
    await account.endpoint(receiver.url);
    await account.publish();
    const secretsOf = async (): Promise<never> => {
      throw new Error('key service unavailable');
    };
    expect(await linesOf(account, { secretsOf })).toEqual([expect.objectContaining({ outcome: 'skipped', reason: 'fault' })]);
  });

  it('reports a requested redelivery, and that the redelivery of a delivered row is skipped', async () => {
    receiver.answer = respondWith(500);
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    await account.publish();
    await account.drain();
    const { id } = await account.row(endpoint);
    const requeuedRow = await account.redeliver(endpoint, id);
    expect(redeliveryLine(account.tenant(), requeuedRow)).toMatchObject({
      delivery: id,
      outcome: 'requeued',
      reason: 'redelivery',
      attempt: 1,
      nextAttemptAt: seconds(requeuedRow.nextAttemptAtMs),
    });
    receiver.answer = respondWith(200);
    expect(await linesOf(account)).toEqual([expect.objectContaining({ outcome: 'delivered', attempt: 2 })]);
    const delivered = await account.redeliver(endpoint, id);
    expect(redeliveryLine(account.tenant(), delivered)).toMatchObject({ outcome: 'skipped', reason: 'already_delivered', attempt: 2 });
  });

  it('reports a stale queue entry as skipped, with the status of its row as the reason', async () => {
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    await account.publish();
    const { queueSk } = (await account.deliveryStore.find(account.tenant(), endpoint.id, (await account.row(endpoint)).id)) ?? {};
    const queueItem = await account.table.get({ pk: `A#${account.accountId}#-#delivery-queue`, sk: String(queueSk) });
    await account.drain();
    if (queueItem === null) throw new Error('nothing was queued');
    await account.table.put({ Item: queueItem });
    expect(await linesOf(account)).toEqual([expect.objectContaining({ outcome: 'skipped', reason: 'already_delivered' })]);
  });

  it('contains no addresses, bodies or secrets', async () => {
    receiver.answer = respondWith(500, 'answer-of-the-receiver');
    const account = fixture.account();
    await account.endpoint(`${receiver.url}/token-in-path?key=token-in-query`);
    await account.publish('customer.created', { id: 'cus_1', object: 'customer', email: 'ada@example.com' });
    const text = JSON.stringify(await linesOf(account));
    expect(receiver.requests).toHaveLength(1);
    expect(text).toContain('will_retry');
    expect(text).not.toMatch(/token-in|127\.0\.0\.1|answer-of|ada@|svcwhsec|v1=/);
  });
});
