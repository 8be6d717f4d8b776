import { describe, expect, it } from 'vitest';
import type { QueueEntry, QueueView } from '../../shared/store/deliveries/queue.ts';
import { CachedQueue } from '../../shared/webhooks/cached-queue.ts';
import { PreloadedWork } from '../../shared/webhooks/preloaded-work.ts';
import { deferred } from '../support/deferred.ts';

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

describe('the cached view of a queue', () => {
  it('returns an entry once, even if a read that started before the entry was taken still contains it', async () => {
    const views = [viewOf('a', 'b', 'c'), viewOf('a', 'b', 'c', 'd')];
    let nowMs = 0;
    const secondScan = deferred<void>();
    const queue = new CachedQueue(
      async () => {
        const view = views.shift() ?? viewOf();
        if (views.length === 0) await secondScan.promise;
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
    secondScan.resolve();
    await secondScan.promise;
    await expect.poll(() => names(queue.due())).toEqual(['c', 'd']);
  });

  it('is refreshed only after 500 ms, with one read at a time', async () => {
    let [nowMs, scans] = [0, 0];
    const queue = new CachedQueue(
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

  it('is replaced by an explicit read, even if a refresh is in progress', async () => {
    const refreshedView = deferred<QueueView>();
    const answers = [Promise.resolve(viewOf()), refreshedView.promise, Promise.resolve(viewOf('new'))];
    let nowMs = 0;
    const queue = new CachedQueue(
      () => answers.shift() ?? Promise.reject(new Error('read too often')),
      () => nowMs,
    );
    await queue.read([]);
    nowMs = 1000;
    queue.refresh([]);
    const read = queue.read([]);
    refreshedView.resolve(viewOf('old'));
    await read;
    expect(names(queue.due())).toEqual(['new']);
  });

  it('is kept when a refresh or an explicit read fails, and the failed explicit read rejects', async () => {
    let nowMs = 0;
    let fails = false;
    const queue = new CachedQueue(
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

describe('preloaded work', () => {
  const newPreloadedWork = () => {
    const loaded: string[] = [];
    const clock = { nowMs: 0 };
    const state = { fails: false };
    const work = new PreloadedWork(
      async ({ deliveryId }) => {
        loaded.push(deliveryId.slice(4));
        if (state.fails) throw new Error('unreachable');
        return { kind: 'stale', reason: 'gone' };
      },
      () => clock.nowMs,
    );
    return { work, loaded, clock, state };
  };

  it('is used for 250 ms after loading, and loaded again after that', async () => {
    const { work, loaded, clock } = newPreloadedWork();
    work.prepare([entry('a'), entry('b')]);
    clock.nowMs = 249;
    await work.take(entry('a'));
    expect(loaded).toEqual(['a', 'b']);
    clock.nowMs = 250;
    await work.take(entry('b'));
    expect(loaded).toEqual(['a', 'b', 'b']);
  });

  it('is loaded once while its entry is in the list of next entries, and dropped when the entry is no longer in the list', async () => {
    const { work, loaded } = newPreloadedWork();
    work.prepare([entry('a')]);
    work.prepare([entry('a')]);
    expect(loaded).toEqual(['a']);
    work.prepare([]);
    await work.take(entry('a'));
    expect(loaded).toEqual(['a', 'a']);
  });

  it('is loaded again when it is taken after a failed preload, and only a failure of this second load rejects', async () => {
    const { work, loaded, state } = newPreloadedWork();
    state.fails = true;
    work.prepare([entry('a'), entry('b')]);
    await expect(work.take(entry('a'))).rejects.toThrow('unreachable');
    state.fails = false;
    expect(await work.take(entry('b'))).toEqual({ kind: 'stale', reason: 'gone' });
    expect(loaded).toEqual(['a', 'b', 'a', 'b']);
  });
});
