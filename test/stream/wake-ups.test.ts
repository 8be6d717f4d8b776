import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listenForWakeUps, type WakeUps } from '../../functions/stream/wake-ups.ts';
import { until } from '../../scripts/support/waiting.ts';
import type { WakeQueues } from '../../shared/ports/aws-wake-queues.ts';
import { acquireWakeSlot, releaseWakeSlot, WAKE_SLOT_MS } from '../../shared/store/event-log/wake-slots.ts';
import { type EngineFixture, openFixture } from '../store/support.ts';

let fixture: EngineFixture;
const listeners: WakeUps[] = [];
beforeAll(async () => {
  fixture = await openFixture('dynoxide');
});
afterEach(async () => {
  await Promise.all(listeners.splice(0).map((listener) => listener.stop()));
});
afterAll(() => fixture.stop());

/** Simulated queues. `receivedFrom`: URLs of the queues with a listener. `send`: passes messages to the listener of a queue. */
const openQueues = () => {
  const receivedFrom = new Set<string>();
  const waiting = new Map<string, (messages: readonly string[]) => void>();
  const queues: WakeQueues = {
    receive: (queueUrl, signal) =>
      new Promise((resolve, reject) => {
        receivedFrom.add(queueUrl);
        waiting.set(queueUrl, resolve);
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  };
  return { queues, receivedFrom, send: (queueUrl: string, ...messages: readonly string[]) => waiting.get(queueUrl)?.(messages) };
};

const listen = (queues: WakeQueues, queueUrls: readonly string[]): { readonly woken: string[]; readonly stop: () => Promise<void> } => {
  const woken: string[] = [];
  const listener = listenForWakeUps({
    table: fixture.table,
    queues,
    queueUrls,
    nowMs: () => fixture.clock.nowMs,
    wake: ({ accountId, mode }) => woken.push(`${accountId} ${mode}`),
  });
  listeners.push(listener);
  return { woken, stop: listener.stop };
};

const envelope = (accountId: string): string =>
  JSON.stringify({ detail: { accountId, mode: 'test', events: [{ id: 'evt_1', type: 'a.b' }] } });

describe('a wake-up queue', () => {
  it('has one holder until the holder releases it or the lease expires; the holder can renew the lease', async () => {
    const acquire = (holder: string, afterMs = 0): Promise<boolean> =>
      acquireWakeSlot(fixture.table, 'queue', holder, fixture.clock.nowMs + afterMs);
    expect(await acquire('one')).toBe(true);
    expect(await acquire('two')).toBe(false);
    // The holder renews after half of the lease duration, so its lease ends after one and a half durations.
    expect(await acquire('one', WAKE_SLOT_MS / 2)).toBe(true);
    expect(await acquire('two', WAKE_SLOT_MS)).toBe(false);
    expect(await acquire('two', WAKE_SLOT_MS * 1.5)).toBe(true);
    await releaseWakeSlot(fixture.table, 'queue', 'one');
    expect(await acquire('three')).toBe(false);
    await releaseWakeSlot(fixture.table, 'queue', 'two');
    expect(await acquire('three')).toBe(true);
  });
});

describe('a stream process', () => {
  it('listens to a free queue, and wakes the readers of each tenant that is named in its messages', async () => {
    const [firstUrl, secondUrl] = ['https://queues/own-1', 'https://queues/own-2'];
    const firstQueues = openQueues();
    const firstListener = listen(firstQueues.queues, [firstUrl, secondUrl]);
    await until(() => firstQueues.receivedFrom.has(firstUrl));
    const secondQueues = openQueues();
    const secondListener = listen(secondQueues.queues, [firstUrl, secondUrl]);
    await until(() => secondQueues.receivedFrom.has(secondUrl));
    firstQueues.send(firstUrl, envelope('acct_1'), 'nonsense', envelope('acct_2'));
    secondQueues.send(secondUrl, envelope('acct_1'));
    await until(() => firstListener.woken.length === 2 && secondListener.woken.length === 1);
    expect([firstListener.woken, secondListener.woken]).toEqual([['acct_1 test', 'acct_2 test'], ['acct_1 test']]);
    expect([...firstQueues.receivedFrom, ...secondQueues.receivedFrom]).toEqual([firstUrl, secondUrl]);
  });

  it('releases its queue when it ends, so that another process can use it immediately', async () => {
    const url = 'https://queues/passed-on';
    const firstQueues = openQueues();
    const firstListener = listen(firstQueues.queues, [url]);
    await until(() => firstQueues.receivedFrom.has(url));
    await firstListener.stop();
    const secondQueues = openQueues();
    listen(secondQueues.queues, [url]);
    await until(() => secondQueues.receivedFrom.has(url));
  });

  it('waits before it reads a failing queue again, and can be stopped during this wait', async () => {
    const url = 'https://queues/broken';
    let calls = 0;
    const listener = listen(
      {
        receive: async () => {
          calls += 1;
          throw new Error('no queue');
        },
      },
      [url],
    );
    await until(() => calls > 0);
    await listener.stop();
    expect(calls).toBe(1);
  });
});
