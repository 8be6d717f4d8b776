import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Receiver } from '../../scripts/support/receiver.ts';
import { deferred } from '../support/deferred.ts';
import type { TestAccount } from './support/account.ts';
import { useFixture } from './support/fixture.ts';

const fixture = useFixture();
let receiver: Receiver;
beforeEach(() => {
  receiver = fixture.receiver();
});

/** Returns a function whose calls form groups of these sizes, in order. All calls of a group resolve when the last one is made. */
const groupedEnds = (sizes: readonly number[]): (() => Promise<void>) => {
  const remaining = [...sizes];
  let waiting: (() => void)[] = [];
  return async () => {
    const { promise, resolve } = deferred<void>();
    waiting.push(resolve);
    if (waiting.length >= (remaining[0] ?? 1)) {
      remaining.shift();
      for (const end of waiting) end();
      waiting = [];
    }
    await promise;
  };
};

describe('a backlog', () => {
  /**
   * Drains, and records no result until `heldPosts` posts are done. Returns the maximum number of started posts without a recorded result.
   * `groups`: numbers of posts that end at the same time, in order; later posts end one by one.
   */
  const drainWithHeldResults = async (account: TestAccount, heldPosts: number, groups: readonly number[] = []): Promise<number> => {
    const gate = deferred<void>();
    const endInGroups = groupedEnds(groups);
    let [started, posted, recorded, maximum] = [0, 0, 0, 0];
    const { deliveryStore, post } = account.deps;
    const report = await account.drain({
      post: async (request) => {
        started += 1;
        maximum = Math.max(maximum, started - recorded);
        const result = await post(request);
        await endInGroups();
        posted += 1;
        if (posted === heldPosts) gate.resolve();
        return result;
      },
      deliveryStore: {
        ...deliveryStore,
        recordAttempt: async (...args) => {
          await gate.promise;
          const after = await deliveryStore.recordAttempt(...args);
          recorded += 1;
          return after;
        },
      },
    });
    expect(report).toMatchObject({ outcome: 'drained' });
    return maximum;
  };

  it('is posted while up to twelve results are being recorded', async () => {
    const account = fixture.account();
    for (const path of ['a', 'b']) await account.endpoint(`${receiver.url}/${path}`);
    for (let index = 0; index < 15; index += 1) await account.publish();
    expect(await drainWithHeldResults(account, 12)).toBe(12);
    expect(new Set(receiver.requests.map(({ path, headers }) => `${path} ${headers['service-event-id']}`)).size).toBe(30);
    expect(receiver.requests).toHaveLength(30);
    expect(await account.queued()).toEqual([]);
  });

  it('never has more than twelve deliveries in progress, even if three posts end at the same time', async () => {
    const account = fixture.account();
    for (const path of ['a', 'b']) await account.endpoint(`${receiver.url}/${path}`);
    for (let index = 0; index < 15; index += 1) await account.publish();
    expect(await drainWithHeldResults(account, 12, [1, 1, 3, 3, 3])).toBe(12);
    expect(receiver.requests).toHaveLength(30);
  });

  it('waits while two responses that were not read completely are being recorded, since the receiver may still be busy', async () => {
    receiver.answer = (_request, response) => response.end('x'.repeat(5000));
    const account = fixture.account();
    await account.endpoint(receiver.url);
    for (let index = 0; index < 8; index += 1) await account.publish();
    expect(await drainWithHeldResults(account, 2)).toBe(2);
    expect(receiver.requests).toHaveLength(8);
  });

  it('is sent with one load for each delivery, without reading the queue after each delivery', async () => {
    const account = fixture.account();
    await account.endpoint(receiver.url);
    for (let index = 0; index < 30; index += 1) await account.publish();
    const { deliveryStore } = account.deps;
    let [scans, loads] = [0, 0];
    const countingStore: typeof deliveryStore = {
      ...deliveryStore,
      scan: (...args) => {
        scans += 1;
        return deliveryStore.scan(...args);
      },
      load: (...args) => {
        loads += 1;
        return deliveryStore.load(...args);
      },
    };
    // Unlike the pause of the account, this pause does not advance the account's clock, so that cached scans stay fresh.
    const overrides = { deliveryStore: countingStore, pause: async (ms: number) => void (await pause(ms)) };
    expect(await account.drain(overrides)).toMatchObject({ delivered: 30 });
    expect(loads).toBe(30);
    // The queue is read once for all deliveries, and again while the last deliveries are in flight.
    expect(scans).toBeLessThanOrEqual(8);
  });
});

describe('a delivery whose redelivery is requested while it is in flight', () => {
  it('is not posted concurrently, even if the queue is read in the meantime', async () => {
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    await account.publish();
    const { id } = await account.row(endpoint);
    const { deliveryStore } = account.deps;
    let scans = 0;
    let respond: () => void = () => undefined;
    receiver.answer = async (_request, response) => {
      if (receiver.requests.length > 1) return response.end();
      await account.redeliver(endpoint, id);
      scans = 0;
      respond = () => void response.writeHead(500).end();
      return undefined;
    };
    const scan: typeof deliveryStore.scan = async (accountId) => {
      const view = await deliveryStore.scan(accountId);
      scans += 1;
      // The receiver responds only after the queue was read three times since the redelivery was requested.
      if (scans === 3) respond();
      return view;
    };
    await account.drain({ deliveryStore: { ...deliveryStore, scan } });
    expect(receiver.maxOpen.get('')).toBe(1);
    expect(receiver.requests).toHaveLength(2);
    expect(await account.row(endpoint)).toMatchObject({ status: 'delivered', attemptCount: 2 });
  });
});

describe('a drainer (a run that sends all due deliveries of an account) that is about to end', () => {
  const waitTurns = async (turns: number): Promise<void> => {
    for (let turn = 0; turn < turns; turn += 1) await nextTurn();
  };

  it.each([0, 1, 2, 3, 4, 5, 6])('schedules a retry that is recorded %i turns of the event loop after the post', async (turns) => {
    const account = fixture.account();
    await account.endpoint(receiver.url);
    await account.publish();
    const { deliveryStore, leases } = account.deps;
    const { due } = await deliveryStore.scan(account.accountId);
    const [first] = due;
    if (first === undefined) throw new Error('nothing is due');
    const work = await deliveryStore.load(account.accountId, first);
    const retryAtMs = account.nowMs() + 60_000;
    let recorded = false;
    const releasedWith: (number | null)[] = [];
    await account.drain({
      post: async () => {
        await waitTurns(5);
        return { statusCode: 500, excerpt: '' };
      },
      deliveryStore: {
        ...deliveryStore,
        scan: async () => (recorded ? { due: [], waiting: [], nextAtMs: retryAtMs } : { due, waiting: [], nextAtMs: null }),
        load: async () => work,
        recordAttempt: async () => {
          await waitTurns(turns);
          recorded = true;
          return null;
        },
      },
      leases: {
        ...leases,
        release: (accountId, lease, next) => {
          releasedWith.push(next.nextAtMs);
          return leases.release(accountId, lease, next);
        },
      },
    });
    expect(releasedWith).toEqual([retryAtMs]);
  });
});
