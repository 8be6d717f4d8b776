import type { Store } from '../../shared/store/writer/store.ts';
import { type Wire, wireWith } from '../support/faulty-io.ts';

/** Simulates a process that is killed before its n-th call, counted from 0. */
const killBefore = (calls: number): Wire => wireWith((call) => (call === calls ? { when: 'before', what: 'kills' } : null));

/** A store that fails permanently from its n-th write on, like that of a killed process. */
export const failingFromWrite = (store: Store, writes: number): Store => {
  const { pass } = killBefore(writes);
  return { ...store, run: (unit) => pass(() => store.run(unit)) };
};

/** Like `dying`, but counts reads too, so that the process can be killed between any two provider calls. */
const dyingAtAnyCall = (store: Store, { pass }: Wire): Store => ({
  ...store,
  get: (...given) => pass(() => store.get(...given)),
  page: (...given) => pass(() => store.page(...given)),
  run: (unit) => pass(() => store.run(unit)),
});

/**
 * Runs the work repeatedly with a store that fails after 0, 1, 2, ... calls (or in steps of `every`), each time with new data, until the work
 * completes. Returns the final state of each repetition.
 */
export const killAtEachCall = async <Scene, End>(
  store: Store,
  steps: {
    readonly prepare: () => Promise<Scene>;
    /** The work that is killed. */
    readonly work: (store: Store, scene: Scene) => Promise<unknown>;
    /** Work that continues automatically: provider webhooks, due work, the reaper. */
    readonly proceed: (scene: Scene) => Promise<unknown>;
    readonly readResult: (scene: Scene) => Promise<End>;
    /** Step between the numbers of calls; default 1. */
    readonly every?: number;
  },
): Promise<readonly End[]> => {
  const ends: End[] = [];
  for (let calls = 0; ; calls += steps.every ?? 1) {
    const scene = await steps.prepare();
    const wire = killBefore(calls);
    await steps.work(dyingAtAnyCall(store, wire), scene).catch((error: unknown) => {
      if (!wire.isDead()) throw error;
    });
    await steps.proceed(scene);
    ends.push(await steps.readResult(scene));
    if (!wire.isDead()) return ends;
  }
};
