import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Receiver } from '../../scripts/support/receiver.ts';
import type { QueueEntry, QueueView } from '../../shared/store/deliveries/queue.ts';
import { KnownQueue } from '../../shared/webhooks/known-queue.ts';
import { LoadedAhead } from '../../shared/webhooks/loaded-ahead.ts';
import type { TestAccount } from './support/account.ts';
import { useFixture } from './support/fixture.ts';

const fixture = useFixture();
let receiver: Receiver;
beforeEach(() => {
  receiver = fixture.receiver();
});

const entry = (name: string): QueueEntry => ({
  sk: `we_1#${name}`,
  endpointId: 'we_1',
  deliveryId: `whd_${name}`,
  eventId: `evt_${name}`,
  mode: 'test',
  dueAtMs: 1,
  parked: false,
});

const names = (entries: readonly QueueEntry[]): string[] => entries.map(({ deliveryId }) => deliveryId.slice(4));
const viewOf = (...all: readonly string[]): QueueView => ({ due: all.map(entry), waiting: [], nextAtMs: null });

/** Something to be waited for, that a test ends when it likes. */
const held = <T>() => {
  let end: (value: T) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const value = new Promise<T>((resolve, reject) => {
    [end, fail] = [resolve, reject];
  });
  return { value, end, fail };
};

describe('a backlog', () => {
  /** Works it, recording nothing until so many posts are done; tells how many were done and not recorded at most. */
  const drainHolding = async (account: TestAccount, heldPosts: number): Promise<number> => {
    const gate = held<void>();
    let [posted, recorded, most] = [0, 0, 0];
    const { ledger, post } = account.deps;
    const report = await account.drain({
      post: async (request) => {
        const result = await post(request);
        posted += 1;
        most = Math.max(most, posted - recorded);
        if (posted === heldPosts) gate.end();
        return result;
      },
      ledger: {
        ...ledger,
        recordAttempt: async (...given) => {
          await gate.value;
          const after = await ledger.recordAttempt(...given);
          recorded += 1;
          return after;
        },
      },
    });
    expect(report).toMatchObject({ outcome: 'drained' });
    return most;
  };

  it('is posted on while answers are being recorded, twelve at most', async () => {
    const account = fixture.account();
    for (const path of ['a', 'b']) await account.endpoint(`${receiver.url}/${path}`);
    for (let index = 0; index < 15; index += 1) await account.publish();
    expect(await drainHolding(account, 12)).toBe(12);
    expect(new Set(receiver.requests.map(({ path, headers }) => `${path} ${headers['service-event-id']}`)).size).toBe(30);
    expect(receiver.requests).toHaveLength(30);
    expect(await account.queued()).toEqual([]);
  });

  it('waits for the record of an answer that was not heard out: its receiver may not know yet that it is over', async () => {
    receiver.answer = (_request, response) => response.end('x'.repeat(5000));
    const account = fixture.account();
    await account.endpoint(receiver.url);
    for (let index = 0; index < 8; index += 1) await account.publish();
    expect(await drainHolding(account, 2)).toBe(2);
    expect(receiver.requests).toHaveLength(8);
  });

  it('is not read again after each delivery, and loaded once', async () => {
    const account = fixture.account();
    await account.endpoint(receiver.url);
    for (let index = 0; index < 30; index += 1) await account.publish();
    const { ledger } = account.deps;
    let [scans, loads] = [0, 0];
    // The account's clock stands still, so that nothing gets old.
    const counted: typeof ledger = {
      ...ledger,
      scan: (...given) => {
        scans += 1;
        return ledger.scan(...given);
      },
      load: (...given) => {
        loads += 1;
        return ledger.load(...given);
      },
    };
    const still = { ledger: counted, pause: async (ms: number) => void (await pause(ms)) };
    expect(await account.drain(still)).toMatchObject({ delivered: 30 });
    expect(loads).toBe(30);
    // Once for all, and while the last are under way.
    expect(scans).toBeLessThanOrEqual(8);
  });
});

describe('a delivery that is asked for again while it is in flight', () => {
  it('is not posted beside itself, however often the queue is read meanwhile', async () => {
    const account = fixture.account();
    const endpoint = await account.endpoint(receiver.url);
    await account.publish();
    const { id } = await account.row(endpoint);
    const { ledger } = account.deps;
    let readAgain = 0;
    let answerNow: () => void = () => undefined;
    receiver.answer = async (_request, response) => {
      if (receiver.requests.length > 1) return response.end();
      await account.redeliver(endpoint, id);
      readAgain = 0;
      answerNow = () => void response.writeHead(500).end();
      return undefined;
    };
    const scan: typeof ledger.scan = async (accountId) => {
      const view = await ledger.scan(accountId);
      readAgain += 1;
      if (readAgain === 3) answerNow();
      return view;
    };
    await account.drain({ ledger: { ...ledger, scan } });
    expect(receiver.maxOpen.get('')).toBe(1);
    expect(receiver.requests).toHaveLength(2);
    expect(await account.row(endpoint)).toMatchObject({ status: 'delivered', attemptCount: 2 });
  });
});

describe('a drainer that is about to end', () => {
  const turnsOver = async (turns: number): Promise<void> => {
    for (let turn = 0; turn < turns; turn += 1) await nextTurn();
  };

  it.each([0, 1, 2, 3, 4, 5, 6])('knows of the retry that was recorded %i turns after it looked', async (turns) => {
    const account = fixture.account();
    await account.endpoint(receiver.url);
    await account.publish();
    const { ledger, leases } = account.deps;
    const { due } = await ledger.scan(account.accountId);
    const [first] = due;
    if (first === undefined) throw new Error('nothing is due');
    const work = await ledger.load(account.accountId, first);
    const retryAtMs = account.nowMs() + 60_000;
    let recorded = false;
    const left: (number | null)[] = [];
    await account.drain({
      post: async () => {
        await turnsOver(5);
        return { statusCode: 500, excerpt: '' };
      },
      ledger: {
        ...ledger,
        scan: async () => (recorded ? { due: [], waiting: [], nextAtMs: retryAtMs } : { due, waiting: [], nextAtMs: null }),
        load: async () => work,
        recordAttempt: async () => {
          await turnsOver(turns);
          recorded = true;
          return null;
        },
      },
      leases: {
        ...leases,
        release: (accountId, lease, next) => {
          left.push(next.nextAtMs);
          return leases.release(accountId, lease, next);
        },
      },
    });
    expect(left).toEqual([retryAtMs]);
  });
});

describe('what is known of a queue', () => {
  it('is taken once, also where a reading begun before shows it still', async () => {
    const views = [viewOf('a', 'b', 'c'), viewOf('a', 'b', 'c', 'd')];
    let nowMs = 0;
    const late = held<void>();
    const queue = new KnownQueue(
      async () => {
        const view = views.shift() ?? viewOf();
        if (views.length === 0) await late.value;
        return view;
      },
      () => nowMs,
    );
    await queue.read([]);
    queue.take(entry('a'));
    nowMs = 1000;
    queue.refresh([entry('a')]);
    queue.take(entry('b'));
    expect(names(queue.due())).toEqual(['c']);
    late.end();
    await late.value;
    await expect.poll(() => names(queue.due())).toEqual(['c', 'd']);
  });

  it('is refreshed once in a while only, one reading at a time', async () => {
    let [nowMs, scans] = [0, 0];
    const queue = new KnownQueue(
      async () => {
        scans += 1;
        return viewOf();
      },
      () => nowMs,
    );
    await queue.read([]);
    nowMs = 499;
    queue.refresh([]);
    expect(scans).toBe(1);
    nowMs = 500;
    queue.refresh([]);
    queue.refresh([]);
    expect(scans).toBe(2);
  });

  it('is read as it stands now where that is asked for, whatever a reading under way finds', async () => {
    const first = held<QueueView>();
    const answers = [Promise.resolve(viewOf()), first.value, Promise.resolve(viewOf('new'))];
    let nowMs = 0;
    const queue = new KnownQueue(
      () => answers.shift() ?? Promise.reject(new Error('read too often')),
      () => nowMs,
    );
    await queue.read([]);
    nowMs = 1000;
    queue.refresh([]);
    const read = queue.read([]);
    first.end(viewOf('old'));
    await read;
    expect(names(queue.due())).toEqual(['new']);
  });

  it('stays known when it cannot be read in between; whoever must know is told', async () => {
    let nowMs = 0;
    let fails = false;
    const queue = new KnownQueue(
      async () => {
        if (fails) throw new Error('unreachable');
        return viewOf('a');
      },
      () => nowMs,
    );
    await queue.read([]);
    [nowMs, fails] = [1000, true];
    queue.refresh([]);
    await expect(queue.read([])).rejects.toThrow('unreachable');
    expect(names(queue.due())).toEqual(['a']);
  });
});

describe('what is loaded ahead', () => {
  const loading = () => {
    const loaded: string[] = [];
    const clock = { nowMs: 0 };
    const state = { fails: false };
    const ahead = new LoadedAhead(
      async ({ deliveryId }) => {
        loaded.push(deliveryId.slice(4));
        if (state.fails) throw new Error('unreachable');
        return { kind: 'stale', reason: 'gone' };
      },
      () => clock.nowMs,
    );
    return { ahead, loaded, clock, state };
  };

  it('is used within a quarter of a second, and loaded anew later', async () => {
    const { ahead, loaded, clock } = loading();
    ahead.prepare([entry('a'), entry('b')]);
    clock.nowMs = 249;
    await ahead.take(entry('a'));
    expect(loaded).toEqual(['a', 'b']);
    clock.nowMs = 250;
    await ahead.take(entry('b'));
    expect(loaded).toEqual(['a', 'b', 'b']);
  });

  it('is loaded once while it waits, and forgotten when it is not next any more', async () => {
    const { ahead, loaded } = loading();
    ahead.prepare([entry('a')]);
    ahead.prepare([entry('a')]);
    expect(loaded).toEqual(['a']);
    ahead.prepare([]);
    await ahead.take(entry('a'));
    expect(loaded).toEqual(['a', 'a']);
  });

  it('is loaded anew where that failed, which fails only whoever takes it', async () => {
    const { ahead, loaded, state } = loading();
    state.fails = true;
    ahead.prepare([entry('a'), entry('b')]);
    await expect(ahead.take(entry('a'))).rejects.toThrow('unreachable');
    state.fails = false;
    expect(await ahead.take(entry('b'))).toEqual({ kind: 'stale', reason: 'gone' });
    expect(loaded).toEqual(['a', 'b', 'a', 'b']);
  });
});
