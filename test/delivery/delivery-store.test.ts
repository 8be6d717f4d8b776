import { describe, expect, it } from 'vitest';
import { afterAttempt, type Delivery, newDelivery, viewDelivery } from '../../shared/domain/webhook-delivery/record.ts';
import { deliveryId } from '../../shared/store/deliveries/delivery-id.ts';
import type { TestAccount } from './support/account.ts';
import { useFixture } from './support/fixture.ts';

const fixture = useFixture();

const DAY_MS = 86_400_000;

/** Creates a delivery for the endpoint. */
const put = async (account: TestAccount, endpointId: string, event: string): Promise<Delivery> => {
  const delivery = newDelivery(
    deliveryId(event, endpointId, account.nowMs()),
    { id: event, type: 'customer.created' },
    endpointId,
    account.nowMs(),
    account.nowMs(),
  );
  await account.deliveryStore.create(account.tenant(), [delivery]);
  return delivery;
};

describe('ids of deliveries', () => {
  it('[HTTP-20] are whd_ plus 32 hexadecimal digits, derived from event and endpoint, and sort by recording time', () => {
    const id = deliveryId('evt_1', 'we_1', 1_700_000_000_000);
    expect(id).toMatch(/^whd_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/);
    expect(deliveryId('evt_1', 'we_1', 1_700_000_000_000)).toBe(id);
    expect(deliveryId('evt_1', 'we_2', 1_700_000_000_000)).not.toBe(id);
    expect(deliveryId('evt_0', 'we_1', 1_700_000_000_001) > id).toBe(true);
  });
});

describe('the delivery store (one row per delivery)', () => {
  it('[WHD-23] [WHD-24] shows the status, the number of attempts, the next attempt and the result of the last attempt', async () => {
    const account = fixture.account();
    const delivery = await put(account, 'we_1', 'evt_1');
    expect(viewDelivery(delivery, account.tenant())).toEqual({
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
    const failed = afterAttempt(delivery, { statusCode: 500, excerpt: 'oops' }, { nowMs: 10_000, jitter: 0, redeliveryRequested: false });
    expect(viewDelivery(failed, account.tenant())).toMatchObject({
      attempt_count: 1,
      next_attempt_at: 15,
      last_response_code: 500,
      last_error: 'the receiver answered 500',
      last_response_body_excerpt: 'oops',
    });
    const timedOut = afterAttempt(
      failed,
      { error: 'no complete answer within 10 seconds', failure: 'timeout' },
      { nowMs: 20_000, jitter: 0, redeliveryRequested: false },
    );
    expect(timedOut).toMatchObject({
      lastResponseCode: null,
      lastResponseBodyExcerpt: null,
      lastError: 'no complete answer within 10 seconds',
    });
  });

  it('writes a row once, even if its event is fanned out repeatedly', async () => {
    const account = fixture.account();
    const delivery = await put(account, 'we_1', 'evt_1');
    await Promise.all([1, 2, 3].map(() => account.deliveryStore.create(account.tenant(), [delivery])));
    await account.deliveryStore.create(account.tenant(), [{ ...delivery, attemptCount: 7 }]);
    expect((await account.deliveryStore.find(account.tenant(), 'we_1', delivery.id))?.delivery).toEqual(delivery);
    expect(await account.queued()).toHaveLength(1);
  });

  it('lists rows newest first, in pages, separately per endpoint and mode', async () => {
    const account = fixture.account();
    const rows: Delivery[] = [];
    for (const event of ['evt_1', 'evt_2', 'evt_3']) {
      account.advance(5);
      rows.unshift(await put(account, 'we_1', event));
    }
    await put(account, 'we_2', 'evt_1');
    const first = await account.deliveryStore.list(account.tenant(), 'we_1', { limit: 2 });
    expect(first).toEqual({ items: rows.slice(0, 2), hasMore: true });
    const second = await account.deliveryStore.list(account.tenant(), 'we_1', { limit: 2, startingAfter: rows[1]?.id });
    expect(second).toEqual({ items: rows.slice(2), hasMore: false });
    expect((await account.deliveryStore.list(account.tenant('live'), 'we_1', { limit: 2 })).items).toEqual([]);
  });

  it('[RET-04] keeps rows for 30 days', async () => {
    const account = fixture.account();
    const row = await put(account, 'we_1', 'evt_1');
    const findAndCount = async () => [
      (await account.deliveryStore.find(account.tenant(), 'we_1', row.id)) !== null,
      (await account.deliveryStore.list(account.tenant(), 'we_1', { limit: 10 })).items.length,
    ];
    account.advance(29 * DAY_MS);
    expect(await findAndCount()).toEqual([true, 1]);
    account.advance(2 * DAY_MS);
    expect(await findAndCount()).toEqual([false, 0]);
  });

  it('[WHE-07] deletes only the rows and queue entries of a removed endpoint', async () => {
    const account = fixture.account();
    await Promise.all(Array.from({ length: 60 }, (_, index) => put(account, 'we_1', `evt_${index}`)));
    await put(account, 'we_2', 'evt_1');
    // The first deletion stops early, for lack of time; the second completes it.
    expect(await account.deliveryStore.removeAll(account.tenant(), 'we_1', () => false)).toBe(false);
    expect(await account.deliveryStore.removeAll(account.tenant(), 'we_1', () => true)).toBe(true);
    expect((await account.deliveryStore.list(account.tenant(), 'we_1', { limit: 10 })).items).toEqual([]);
    expect(await account.queued()).toHaveLength(1);
  });

  it('scans the first queue entries of every endpoint, even if one endpoint has a long backlog', async () => {
    const account = fixture.account();
    await Promise.all(Array.from({ length: 120 }, (_, index) => put(account, 'we_a', `evt_${index}`)));
    for (const endpoint of ['we_b', 'we_c']) await put(account, endpoint, 'evt_1');
    const { due } = await account.deliveryStore.scan(account.accountId);
    expect(new Set(due.map(({ endpointId }) => endpointId))).toEqual(new Set(['we_a', 'we_b', 'we_c']));
  });

  it('records an attempt once, even if two workers try to record it', async () => {
    const account = fixture.account();
    const endpoint = await account.endpoint('http://127.0.0.1:9/');
    await account.publish();
    const [entry] = (await account.deliveryStore.scan(account.accountId)).due;
    if (entry === undefined) throw new Error('nothing due');
    const loadedWork = await Promise.all([1, 2].map(() => account.deliveryStore.load(account.accountId, entry)));
    const settled = await Promise.all(
      loadedWork.map((work) => {
        if (work.kind !== 'ready') throw new Error(work.kind);
        return account.deliveryStore.recordAttempt(account.tenant(), work.stored, (row) =>
          afterAttempt(row, { error: 'none', failure: 'connection' }, { nowMs: account.nowMs(), jitter: 0, redeliveryRequested: false }),
        );
      }),
    );
    expect(settled.filter((after) => after === null)).toHaveLength(1);
    expect((await account.row(endpoint)).attemptCount).toBe(1);
    expect(await account.queued()).toHaveLength(1);
  });
});
