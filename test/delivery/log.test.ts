import { beforeEach, describe, expect, it } from 'vitest';
import { type Receiver, status } from '../../scripts/support/receiver.ts';
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

/** The lines of one drain. */
const linesOf = async (account: TestAccount, overrides: Parameters<TestAccount['drain']>[0] = {}): Promise<readonly DeliveryLine[]> => {
  account.lines.length = 0;
  await account.drain(overrides).catch(() => undefined);
  return [...account.lines];
};

const seconds = (ms: number | null): number | null => (ms === null ? null : Math.ceil(ms / 1000));

describe('the log of a delivery', () => {
  it('says of an attempt that arrived what it was, in ids and counts', async () => {
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

  it('says of each attempt that failed why, and when the next one comes; of the last one, that none does', async () => {
    receiver.answer = status(500);
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    await account.publish();
    for (const [index, delay] of [0, ...RETRY_DELAYS_MS].entries()) {
      account.advance(delay);
      const lines = await linesOf(account);
      const { nextAttemptAtMs } = await account.row(endpoint);
      const last = index === RETRY_DELAYS_MS.length;
      expect(nextAttemptAtMs === null).toBe(last);
      expect(lines).toEqual([
        expect.objectContaining({
          attempt: index + 1,
          outcome: last ? 'failed' : 'will_retry',
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
    ['a port where nobody listens', 'http://127.0.0.1:9/', 'connection'],
  ])('tells %s apart', async (_, url, reason) => {
    const account = fixture.account({ resolve: async () => [] });
    await account.endpoint(url);
    await account.publish();
    expect(await linesOf(account)).toEqual([expect.objectContaining({ outcome: 'will_retry', reason, statusCode: null, attempt: 1 })]);
  });

  it('tells a receiver that answers too late apart', async () => {
    receiver.answer = () => undefined;
    const account = fixture.account({ deadlineMs: 50 });
    await account.endpoint(receiver.url);
    await account.publish();
    expect(await linesOf(account)).toEqual([expect.objectContaining({ outcome: 'will_retry', reason: 'timeout' })]);
  });

  it('says that a delivery waits for its endpoint to be enabled', async () => {
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    await account.publish();
    const { id } = await account.row(endpoint);
    await account.switch(endpoint, 'disabled');
    const expected = [expect.objectContaining({ delivery: id, outcome: 'skipped', reason: 'endpoint_disabled', attempt: 0 })];
    expect(await linesOf(account)).toEqual(expected);
    expect(await linesOf(account)).toEqual(expected);
  });

  it('says that a delivery ended with its endpoint or its event', async () => {
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    await account.publish();
    await account.removeEndpoint(endpoint);
    const gone = expect.objectContaining({ endpoint: endpoint.id, outcome: 'failed', reason: 'endpoint_deleted', nextAttemptAt: null });
    expect(await linesOf(account)).toEqual([gone]);
    await account.endpoint(receiver.url);
    const event = await account.publish();
    await account.table.delete({ Key: { pk: logPartition(account.tenant()), sk: logSortKey(sequenceOf(event.id) ?? 0) } });
    expect(await linesOf(account)).toEqual([expect.objectContaining({ outcome: 'failed', reason: 'event_gone', nextAttemptAt: null })]);
  });

  it('says of an endpoint that was deleted that its ledger is gone', async () => {
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    await account.publish();
    await account.removeEndpoint(endpoint);
    await account.publish('webhook_endpoint.deleted', { id: endpoint.id, object: 'webhook_endpoint' });
    expect(account.removedLedgers).toEqual([endpoint.id]);
  });

  it('says once of a delivery that is due which cap it waits for', async () => {
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    for (let index = 0; index < 5; index += 1) await account.publish();
    const lines = await linesOf(account);
    const capped = lines.filter(({ outcome }) => outcome === 'skipped');
    expect(capped.map(({ reason, endpoint: of }) => [reason, of])).toEqual(Array(3).fill(['endpoint_cap', endpoint.id]));
    expect(new Set(capped.map(({ delivery }) => delivery)).size).toBe(3);
    expect(lines.filter(({ outcome }) => outcome === 'delivered')).toHaveLength(5);
  });

  it('says of a delivery that is not due when it will be', async () => {
    receiver.answer = status(500);
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    await account.publish();
    await account.drain();
    const { id, nextAttemptAtMs } = await account.row(endpoint);
    expect(await linesOf(account)).toEqual([
      expect.objectContaining({ delivery: id, outcome: 'skipped', reason: 'not_yet_due', nextAttemptAt: seconds(nextAttemptAtMs) }),
    ]);
  });

  it('says that another drainer recorded its attempt first, and that a drainer without its lease posts nothing', async () => {
    const account = fixture.account();
    await account.endpoint(receiver.url);
    await account.publish();
    const lines = await linesOf(account, {
      post: async (): Promise<PostResult> => {
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

  it('says that a delivery could not be processed for a fault of ours', async () => {
    const account = fixture.account();
    await account.endpoint(receiver.url);
    await account.publish();
    const secretsOf = async (): Promise<never> => {
      throw new Error('key service away');
    };
    expect(await linesOf(account, { secretsOf })).toEqual([expect.objectContaining({ outcome: 'skipped', reason: 'fault' })]);
  });

  it('says what a redelivery did, also where the delivery had arrived already', async () => {
    receiver.answer = status(500);
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    await account.publish();
    await account.drain();
    const { id } = await account.row(endpoint);
    const asked = await account.redeliver(endpoint, id);
    expect(redeliveryLine(account.tenant(), asked)).toMatchObject({
      delivery: id,
      outcome: 'requeued',
      reason: 'redelivery',
      attempt: 1,
      nextAttemptAt: seconds(asked.nextAttemptAtMs),
    });
    receiver.answer = status(200);
    expect(await linesOf(account)).toEqual([expect.objectContaining({ outcome: 'delivered', attempt: 2 })]);
    const arrived = await account.redeliver(endpoint, id);
    expect(redeliveryLine(account.tenant(), arrived)).toMatchObject({ outcome: 'skipped', reason: 'already_delivered', attempt: 2 });
  });

  it('says of a place in the queue that outlived its row what became of the row', async () => {
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    await account.publish();
    const { queueSk } = (await account.ledger.find(account.tenant(), endpoint.id, (await account.row(endpoint)).id)) ?? {};
    const left = await account.table.get({ pk: `A#${account.accountId}#-#delivery-queue`, sk: String(queueSk) });
    await account.drain();
    if (left === null) throw new Error('nothing was queued');
    await account.table.put({ Item: left });
    expect(await linesOf(account)).toEqual([expect.objectContaining({ outcome: 'skipped', reason: 'already_delivered' })]);
  });

  it('shows neither addresses nor bodies nor secrets', async () => {
    receiver.answer = status(500, 'answer-of-the-receiver');
    const account = fixture.account();
    await account.endpoint(`${receiver.url}/token-in-path?key=token-in-query`);
    await account.publish('customer.created', { id: 'cus_1', object: 'customer', email: 'ada@example.com' });
    const text = JSON.stringify(await linesOf(account));
    expect(receiver.requests).toHaveLength(1);
    expect(text).toContain('will_retry');
    expect(text).not.toMatch(/token-in|127\.0\.0\.1|answer-of|ada@|svcwhsec|v1=/);
  });
});
