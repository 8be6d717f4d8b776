import type { Store } from '../../shared/store/writer/store.ts';
import { type Wire, wireWith } from '../support/faulty-io.ts';

/** A wire that kills the process before its n-th call, counted from 0. */
const dyingBefore = (calls: number): Wire => wireWith((call) => (call === calls ? { when: 'before', what: 'kills' } : null));

/** A store that stops permanently at its n-th write, as a process that is killed does. */
export const dying = (store: Store, writes: number): Store => {
  const { pass } = dyingBefore(writes);
  return { ...store, run: (unit) => pass(() => store.run(unit)) };
};

/** The same, stopping at its n-th call, reads among them: so that it is killed between any two questions to the provider, too. */
const dyingAnywhere = (store: Store, { pass }: Wire): Store => ({
  ...store,
  get: (...given) => pass(() => store.get(...given)),
  page: (...given) => pass(() => store.page(...given)),
  run: (unit) => pass(() => store.run(unit)),
});

/**
 * Runs the work in a store that dies after 0, 1, 2, ... calls (or `every` so many) until it comes to its end, each time on a separate scene, and goes
 * on with it then. Answers what each scene ended as.
 */
export const killedEverywhere = async <Scene, End>(
  store: Store,
  steps: {
    readonly scene: () => Promise<Scene>;
    /** What is killed. */
    readonly work: (store: Store, scene: Scene) => Promise<unknown>;
    /** What comes again on its own: provider webhooks, the sweep's work, the reaper. */
    readonly proceed: (scene: Scene) => Promise<unknown>;
    readonly end: (scene: Scene) => Promise<End>;
    /** How many calls lie between one death and the next; 1: it dies after each. */
    readonly every?: number;
  },
): Promise<readonly End[]> => {
  const ends: End[] = [];
  for (let calls = 0; ; calls += steps.every ?? 1) {
    const scene = await steps.scene();
    const wire = dyingBefore(calls);
    await steps.work(dyingAnywhere(store, wire), scene).catch((error: unknown) => {
      if (!wire.isDead()) throw error;
    });
    await steps.proceed(scene);
    ends.push(await steps.end(scene));
    if (!wire.isDead()) return ends;
  }
};
