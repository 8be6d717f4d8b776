import { expect } from 'vitest';
import type { Store } from '../../../shared/store/writer/store.ts';
import { type Wire, wireWith } from '../../support/faulty-io.ts';

/** Simulates a process that is killed after `calls` calls, before the next one. */
const killBefore = (calls: number): Wire => wireWith((call) => (call === calls ? { when: 'before', what: 'kills' } : null));

/** A store whose first `writes` writes succeed; all later writes fail, as in a killed process. */
export const failingFromWrite = (store: Store, writes: number): Store => {
  const { pass } = killBefore(writes);
  return { ...store, run: (unit) => pass(() => store.run(unit)) };
};

/** A store whose calls go through the wire, so that the process can be killed before each of them. */
const storeThrough = (store: Store, { pass }: Wire): Store => ({
  ...store,
  get: (...args) => pass(() => store.get(...args)),
  page: (...args) => pass(() => store.page(...args)),
  run: (unit) => pass(() => store.run(unit)),
});

/**
 * Runs the work repeatedly with a store that fails after 0, 1, 2, ... calls, each time with new data, until the work completes without a
 * failed call. Returns the result of each repetition.
 */
export const killAtEachCall = async <Data, Result>(
  store: Store,
  steps: {
    readonly prepare: () => Promise<Data>;
    /** The work that is killed. */
    readonly work: (store: Store, data: Data) => Promise<unknown>;
    /** Work that continues automatically: provider webhooks, due work, the reaper. */
    readonly proceed: (data: Data) => Promise<unknown>;
    readonly readResult: (data: Data) => Promise<Result>;
  },
): Promise<readonly Result[]> => {
  const results: Result[] = [];
  for (let calls = 0; ; calls += 1) {
    const data = await steps.prepare();
    const wire = killBefore(calls);
    await steps.work(storeThrough(store, wire), data).catch((error: unknown) => {
      if (!wire.isDead()) throw error;
    });
    await steps.proceed(data);
    results.push(await steps.readResult(data));
    if (!wire.isDead()) return results;
  }
};

/** Checks that at least `min` repetitions were killed, and that each has the result of the repetition that was not killed. */
export const expectSame = (results: readonly unknown[], min: number): void => {
  expect(results.length).toBeGreaterThan(min);
  expect(results.slice(0, -1)).toEqual(results.slice(0, -1).map(() => results.at(-1)));
};
