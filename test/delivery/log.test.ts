import { beforeEach, describe, expect, it } from 'vitest';
import { type Receiver, status } from '../../scripts/support/receiver.ts';
import { sequenceOf } from '../../shared/store/ids.ts';
import { logPartition, logSortKey } from '../../shared/store/keys.ts';
import type { PostResult } from '../../shared/webhooks/delivery.ts';
import type { DeliveryLine } from '../../shared/webhooks/delivery-log.ts';
import { redeliveryLine } from '../../shared/webhooks/delivery-log.ts';
import { RETRY_DELAYS_MS } from '../../shared/webhooks/schedule.ts';
import { useBench } from './support/bench.ts';
import type { Workspace } from './support/workspace.ts';

const bench = useBench();
let receiver: Receiver;
beforeEach(() => {
  receiver = bench.receiver();
});

/** The lines of one drain. */
const linesOf = async (workspace: Workspace, overrides: Parameters<Workspace['drain']>[0] = {}): Promise<readonly DeliveryLine[]> => {
  workspace.lines.length = 0;
  await workspace.drain(overrides).catch(() => undefined);
  return [...workspace.lines];
};

const seconds = (ms: number | null): number | null => (ms === null ? null : Math.ceil(ms / 1000));

describe('the log of a delivery', () => {
  it('says of an attempt that arrived what it was, in ids and counts', async () => {
    const workspace = bench.workspace();
    const endpoint = await workspace.endpoint(receiver.url);
    const event = await workspace.publish();
    const { id } = await workspace.row(endpoint);
    expect(await linesOf(workspace)).toEqual([
      {
        account: workspace.accountId,
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
    const workspace = bench.workspace();
    const endpoint = await workspace.endpoint(receiver.url);
    await workspace.publish();
    for (const [index, delay] of [0, ...RETRY_DELAYS_MS].entries()) {
      workspace.advance(delay);
      const lines = await linesOf(workspace);
      const { nextAttemptAtMs } = await workspace.row(endpoint);
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
    const workspace = bench.workspace({ resolve: async () => [] });
    await workspace.endpoint(url);
    await workspace.publish();
    expect(await linesOf(workspace)).toEqual([expect.objectContaining({ outcome: 'will_retry', reason, statusCode: null, attempt: 1 })]);
  });

  it('tells a receiver that answers too late apart', async () => {
    receiver.answer = () => undefined;
    const workspace = bench.workspace({ deadlineMs: 50 });
    await workspace.endpoint(receiver.url);
    await workspace.publish();
    expect(await linesOf(workspace)).toEqual([expect.objectContaining({ outcome: 'will_retry', reason: 'timeout' })]);
  });

  it('says that a delivery waits for its endpoint to be enabled', async () => {
    const workspace = bench.workspace();
    const endpoint = await workspace.endpoint(receiver.url);
    await workspace.publish();
    const { id } = await workspace.row(endpoint);
    await workspace.switch(endpoint, 'disabled');
    const expected = [expect.objectContaining({ delivery: id, outcome: 'skipped', reason: 'endpoint_disabled', attempt: 0 })];
    expect(await linesOf(workspace)).toEqual(expected);
    expect(await linesOf(workspace)).toEqual(expected);
  });

  it('says that a delivery ended with its endpoint or its event', async () => {
    const workspace = bench.workspace();
    const endpoint = await workspace.endpoint(receiver.url);
    await workspace.publish();
    await workspace.removeEndpoint(endpoint);
    const gone = expect.objectContaining({ endpoint: endpoint.id, outcome: 'failed', reason: 'endpoint_deleted', nextAttemptAt: null });
    expect(await linesOf(workspace)).toEqual([gone]);
    await workspace.endpoint(receiver.url);
    const event = await workspace.publish();
    await workspace.table.delete({ Key: { pk: logPartition(workspace.tenant()), sk: logSortKey(sequenceOf(event.id) ?? 0) } });
    expect(await linesOf(workspace)).toEqual([expect.objectContaining({ outcome: 'failed', reason: 'event_gone', nextAttemptAt: null })]);
  });

  it('says of an endpoint that was deleted that its ledger is gone', async () => {
    const workspace = bench.workspace();
    const endpoint = await workspace.endpoint(receiver.url);
    await workspace.publish();
    await workspace.removeEndpoint(endpoint);
    await workspace.publish('webhook_endpoint.deleted', { id: endpoint.id, object: 'webhook_endpoint' });
    expect(workspace.removedLedgers).toEqual([endpoint.id]);
  });

  it('says once of a delivery that is due which cap it waits for', async () => {
    const workspace = bench.workspace();
    const endpoint = await workspace.endpoint(receiver.url);
    for (let index = 0; index < 5; index += 1) await workspace.publish();
    const lines = await linesOf(workspace);
    const capped = lines.filter(({ outcome }) => outcome === 'skipped');
    expect(capped.map(({ reason, endpoint: of }) => [reason, of])).toEqual(Array(3).fill(['endpoint_cap', endpoint.id]));
    expect(new Set(capped.map(({ delivery }) => delivery)).size).toBe(3);
    expect(lines.filter(({ outcome }) => outcome === 'delivered')).toHaveLength(5);
  });

  it('says of a delivery that is not due when it will be', async () => {
    receiver.answer = status(500);
    const workspace = bench.workspace();
    const endpoint = await workspace.endpoint(receiver.url);
    await workspace.publish();
    await workspace.drain();
    const { id, nextAttemptAtMs } = await workspace.row(endpoint);
    expect(await linesOf(workspace)).toEqual([
      expect.objectContaining({ delivery: id, outcome: 'skipped', reason: 'not_yet_due', nextAttemptAt: seconds(nextAttemptAtMs) }),
    ]);
  });

  it('says that another drainer recorded its attempt first, and that a drainer without its lease posts nothing', async () => {
    const workspace = bench.workspace();
    await workspace.endpoint(receiver.url);
    await workspace.publish();
    const lines = await linesOf(workspace, {
      post: async (): Promise<PostResult> => {
        do workspace.advance(31_000);
        while ((await workspace.drain({ log: () => undefined })).outcome === 'held');
        return { statusCode: 200, excerpt: '' };
      },
    });
    expect(lines).toEqual([expect.objectContaining({ outcome: 'not_recorded', reason: null, statusCode: 200, attempt: 1 })]);
    await workspace.publish();
    const secretsOf = async (): Promise<readonly string[]> => {
      workspace.advance(31_000);
      return ['s'];
    };
    expect((await linesOf(workspace, { secretsOf, remainingMs: () => (workspace.lines.length === 0 ? 60_000 : 0) }))[0]).toMatchObject({
      outcome: 'skipped',
      reason: 'lease_lost',
    });
  });

  it('says that a delivery could not be worked for a fault of ours', async () => {
    const workspace = bench.workspace();
    await workspace.endpoint(receiver.url);
    await workspace.publish();
    const secretsOf = async (): Promise<never> => {
      throw new Error('key service away');
    };
    expect(await linesOf(workspace, { secretsOf })).toEqual([expect.objectContaining({ outcome: 'skipped', reason: 'fault' })]);
  });

  it('says what a redelivery did, also where the delivery had arrived already', async () => {
    receiver.answer = status(500);
    const workspace = bench.workspace();
    const endpoint = await workspace.endpoint(receiver.url);
    await workspace.publish();
    await workspace.drain();
    const { id } = await workspace.row(endpoint);
    const asked = await workspace.redeliver(endpoint, id);
    expect(redeliveryLine(workspace.tenant(), asked)).toMatchObject({
      delivery: id,
      outcome: 'requeued',
      reason: 'redelivery',
      attempt: 1,
      nextAttemptAt: seconds(asked.nextAttemptAtMs),
    });
    receiver.answer = status(200);
    expect(await linesOf(workspace)).toEqual([expect.objectContaining({ outcome: 'delivered', attempt: 2 })]);
    const arrived = await workspace.redeliver(endpoint, id);
    expect(redeliveryLine(workspace.tenant(), arrived)).toMatchObject({ outcome: 'skipped', reason: 'already_delivered', attempt: 2 });
  });

  it('says of a place in the queue that outlived its row what became of the row', async () => {
    const workspace = bench.workspace();
    const endpoint = await workspace.endpoint(receiver.url);
    await workspace.publish();
    const { queueSk } = (await workspace.ledger.find(workspace.tenant(), endpoint.id, (await workspace.row(endpoint)).id)) ?? {};
    const left = await workspace.table.get({ pk: `A#${workspace.accountId}#-#delivery-queue`, sk: String(queueSk) });
    await workspace.drain();
    if (left === null) throw new Error('nothing was queued');
    await workspace.table.put({ Item: left });
    expect(await linesOf(workspace)).toEqual([expect.objectContaining({ outcome: 'skipped', reason: 'already_delivered' })]);
  });

  it('shows neither addresses nor bodies nor secrets', async () => {
    receiver.answer = status(500, 'answer-of-the-receiver');
    const workspace = bench.workspace();
    await workspace.endpoint(`${receiver.url}/token-in-path?key=token-in-query`);
    await workspace.publish('customer.created', { id: 'cus_1', object: 'customer', email: 'ada@example.com' });
    const text = JSON.stringify(await linesOf(workspace));
    expect(receiver.requests).toHaveLength(1);
    expect(text).toContain('will_retry');
    expect(text).not.toMatch(/token-in|127\.0\.0\.1|answer-of|ada@|svcwhsec|v1=/);
  });
});
