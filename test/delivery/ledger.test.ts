import { describe, expect, it } from 'vitest';
import { deliveryId } from '../../shared/store/delivery-id.ts';
import { afterAttempt, type Delivery, newDelivery, viewDelivery } from '../../shared/webhooks/delivery.ts';
import { useBench } from './support/bench.ts';
import type { Workspace } from './support/workspace.ts';

const bench = useBench();

const DAY_MS = 86_400_000;

/** A row of `endpointId` recorded now. */
const put = async (workspace: Workspace, endpointId: string, event: string): Promise<Delivery> => {
  const delivery = newDelivery(
    deliveryId(event, endpointId, workspace.nowMs()),
    { id: event, type: 'customer.created' },
    endpointId,
    workspace.nowMs(),
    workspace.nowMs(),
  );
  await workspace.ledger.create(workspace.tenant(), delivery);
  return delivery;
};

describe('ids of deliveries', () => {
  it('[HTTP-20] are whd_ plus 32 hexadecimal digits, follow from event and endpoint, and sort by recording', () => {
    const id = deliveryId('evt_1', 'we_1', 1_700_000_000_000);
    expect(id).toMatch(/^whd_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/);
    expect(deliveryId('evt_1', 'we_1', 1_700_000_000_000)).toBe(id);
    expect(deliveryId('evt_1', 'we_2', 1_700_000_000_000)).not.toBe(id);
    expect(deliveryId('evt_0', 'we_1', 1_700_000_000_001) > id).toBe(true);
  });
});

describe('the ledger', () => {
  it('[WHD-23] [WHD-24] shows status, attempts, next attempt and what came of the last one', async () => {
    const workspace = bench.workspace();
    const delivery = await put(workspace, 'we_1', 'evt_1');
    expect(viewDelivery(delivery, workspace.tenant())).toEqual({
      id: delivery.id,
      object: 'webhook_delivery',
      created: delivery.created,
      livemode: false,
      endpoint_id: 'we_1',
      event_id: 'evt_1',
      event_type: 'customer.created',
      status: 'pending',
      attempt_count: 0,
      next_attempt_at: Math.ceil((delivery.nextAttemptAtMs ?? 0) / 1000),
      last_response_code: null,
      last_error: null,
      last_response_body_excerpt: null,
    });
    const failed = afterAttempt(delivery, { statusCode: 500, excerpt: 'oops' }, { nowMs: 10_000, spread: 0, requeued: false });
    expect(viewDelivery(failed, workspace.tenant())).toMatchObject({
      attempt_count: 1,
      next_attempt_at: 15,
      last_response_code: 500,
      last_error: 'the receiver answered 500',
      last_response_body_excerpt: 'oops',
    });
    const silent = afterAttempt(
      failed,
      { error: 'no complete answer within 10 seconds', failure: 'timeout' },
      { nowMs: 20_000, spread: 0, requeued: false },
    );
    expect(silent).toMatchObject({
      lastResponseCode: null,
      lastResponseBodyExcerpt: null,
      lastError: 'no complete answer within 10 seconds',
    });
  });

  it('writes a row once, however often its event is fanned out', async () => {
    const workspace = bench.workspace();
    const delivery = await put(workspace, 'we_1', 'evt_1');
    await Promise.all([1, 2, 3].map(() => workspace.ledger.create(workspace.tenant(), delivery)));
    await workspace.ledger.create(workspace.tenant(), { ...delivery, attemptCount: 7 });
    expect((await workspace.ledger.find(workspace.tenant(), 'we_1', delivery.id))?.delivery).toEqual(delivery);
    expect(await workspace.queued()).toHaveLength(1);
  });

  it('lists newest first, by pages, apart per endpoint and mode', async () => {
    const workspace = bench.workspace();
    const rows: Delivery[] = [];
    for (const event of ['evt_1', 'evt_2', 'evt_3']) {
      workspace.advance(5);
      rows.unshift(await put(workspace, 'we_1', event));
    }
    await put(workspace, 'we_2', 'evt_1');
    const first = await workspace.ledger.list(workspace.tenant(), 'we_1', { limit: 2 });
    expect(first).toEqual({ items: rows.slice(0, 2), hasMore: true });
    const second = await workspace.ledger.list(workspace.tenant(), 'we_1', { limit: 2, startingAfter: rows[1]?.id });
    expect(second).toEqual({ items: rows.slice(2), hasMore: false });
    expect((await workspace.ledger.list(workspace.tenant('live'), 'we_1', { limit: 2 })).items).toEqual([]);
  });

  it('[RET-04] keeps rows for 30 days', async () => {
    const workspace = bench.workspace();
    const row = await put(workspace, 'we_1', 'evt_1');
    const seen = async () => [
      (await workspace.ledger.find(workspace.tenant(), 'we_1', row.id)) !== null,
      (await workspace.ledger.list(workspace.tenant(), 'we_1', { limit: 10 })).items.length,
    ];
    workspace.advance(29 * DAY_MS);
    expect(await seen()).toEqual([true, 1]);
    workspace.advance(2 * DAY_MS);
    expect(await seen()).toEqual([false, 0]);
  });

  it('[WHE-07] loses every row and queue entry of a removed endpoint, and of no other', async () => {
    const workspace = bench.workspace();
    await Promise.all(Array.from({ length: 60 }, (_, index) => put(workspace, 'we_1', `evt_${index}`)));
    await put(workspace, 'we_2', 'evt_1');
    expect(await workspace.ledger.removeLedger(workspace.tenant(), 'we_1', () => false)).toBe(false);
    expect(await workspace.ledger.removeLedger(workspace.tenant(), 'we_1', () => true)).toBe(true);
    expect((await workspace.ledger.list(workspace.tenant(), 'we_1', { limit: 10 })).items).toEqual([]);
    expect(await workspace.queued()).toHaveLength(1);
  });

  it('shows the start of every endpoint queue, though one has a long backlog', async () => {
    const workspace = bench.workspace();
    await Promise.all(Array.from({ length: 120 }, (_, index) => put(workspace, 'we_a', `evt_${index}`)));
    for (const endpoint of ['we_b', 'we_c']) await put(workspace, endpoint, 'evt_1');
    const { due } = await workspace.ledger.scan(workspace.accountId);
    expect(new Set(due.map(({ endpointId }) => endpointId))).toEqual(new Set(['we_a', 'we_b', 'we_c']));
  });

  it('records an attempt once, though two drainers made it', async () => {
    const workspace = bench.workspace();
    const endpoint = await workspace.endpoint('http://127.0.0.1:9/');
    await workspace.publish();
    const [entry] = (await workspace.ledger.scan(workspace.accountId)).due;
    if (entry === undefined) throw new Error('nothing due');
    const works = await Promise.all([1, 2].map(() => workspace.ledger.load(workspace.accountId, entry)));
    const settled = await Promise.all(
      works.map((work) => {
        if (work.kind !== 'ready') throw new Error(work.kind);
        return workspace.ledger.settle(workspace.tenant(), work.stored, (row) =>
          afterAttempt(row, { error: 'none', failure: 'connection' }, { nowMs: workspace.nowMs(), spread: 0, requeued: false }),
        );
      }),
    );
    expect(settled.filter((after) => after === null)).toHaveLength(1);
    expect((await workspace.row(endpoint)).attemptCount).toBe(1);
    expect(await workspace.queued()).toHaveLength(1);
  });
});
