import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listenForWakeUps, type WakeUps } from '../../functions/stream/wake-ups.ts';
import { until } from '../../scripts/support/waiting.ts';
import type { WakeQueues } from '../../shared/ports/aws-wake-queues.ts';
import { freeSlot, holdSlot, SLOT_MS } from '../../shared/store/event-log/wake-slots.ts';
import { type Fixture, openFixture } from '../store/support.ts';

let fixture: Fixture;
const listeners: WakeUps[] = [];
beforeAll(async () => {
  fixture = await openFixture('dynoxide');
});
afterEach(async () => {
  await Promise.all(listeners.splice(0).map((listener) => listener.stop()));
});
afterAll(() => fixture.stop());

/** Queues by name, each with who listens to it. */
const openQueues = () => {
  const asked = new Set<string>();
  const waiting = new Map<string, (messages: readonly string[]) => void>();
  const queues: WakeQueues = {
    receive: (queueUrl, signal) =>
      new Promise((resolve, reject) => {
        asked.add(queueUrl);
        waiting.set(queueUrl, resolve);
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  };
  return { queues, asked, send: (queueUrl: string, ...messages: readonly string[]) => waiting.get(queueUrl)?.(messages) };
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

describe('a queue of wake-ups', () => {
  it('has one holder, who keeps it by asking again, until it is let go or not heard of', async () => {
    const hold = (holder: string, afterMs = 0): Promise<boolean> => holdSlot(fixture.table, 'queue', holder, fixture.clock.nowMs + afterMs);
    expect(await hold('one')).toBe(true);
    expect(await hold('two')).toBe(false);
    expect(await hold('one', SLOT_MS / 2)).toBe(true);
    expect(await hold('two', SLOT_MS)).toBe(false);
    expect(await hold('two', SLOT_MS * 1.5)).toBe(true);
    await freeSlot(fixture.table, 'queue', 'one');
    expect(await hold('three')).toBe(false);
    await freeSlot(fixture.table, 'queue', 'two');
    expect(await hold('three')).toBe(true);
  });
});

describe('a process', () => {
  it('listens to a queue that no other has, and wakes the logs that it names', async () => {
    const [here, there] = ['https://queues/own-1', 'https://queues/own-2'];
    const first = openQueues();
    const one = listen(first.queues, [here, there]);
    await until(() => first.asked.has(here));
    const second = openQueues();
    const two = listen(second.queues, [here, there]);
    await until(() => second.asked.has(there));
    first.send(here, envelope('acct_1'), 'nonsense', envelope('acct_2'));
    second.send(there, envelope('acct_1'));
    await until(() => one.woken.length === 2 && two.woken.length === 1);
    expect([one.woken, two.woken]).toEqual([['acct_1 test', 'acct_2 test'], ['acct_1 test']]);
    expect([...first.asked, ...second.asked]).toEqual([here, there]);
  });

  it('lets its queue go when it ends, for the next at once', async () => {
    const url = 'https://queues/passed-on';
    const first = openQueues();
    const one = listen(first.queues, [url]);
    await until(() => first.asked.has(url));
    await one.stop();
    const second = openQueues();
    listen(second.queues, [url]);
    await until(() => second.asked.has(url));
  });

  it('continues when its queue fails', async () => {
    const url = 'https://queues/broken';
    let asked = 0;
    const one = listen(
      {
        receive: async () => {
          asked += 1;
          throw new Error('no queue');
        },
      },
      [url],
    );
    await until(() => asked > 0);
    await one.stop();
    expect(asked).toBe(1);
  });
});
