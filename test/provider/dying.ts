import type { Store } from '../../shared/store/writer/store.ts';

/** What a killed process ends with: nothing after it is done. */
class Killed extends Error {
  constructor() {
    super('killed');
    this.name = 'Killed';
  }
}

const countdown = (steps: number): (() => void) => {
  let left = steps;
  return () => {
    left -= 1;
    if (left < 0) throw new Killed();
  };
};

/** A store that stops for good at its n-th write, as a process that is killed does. */
export const dying = (store: Store, writes: number): Store => {
  const step = countdown(writes);
  return {
    ...store,
    run: async (unit) => {
      step();
      return store.run(unit);
    },
  };
};

/** The same, stopping at its n-th call, reads among them: so that it is killed between any two questions to the provider, too. */
const dyingAnywhere = (store: Store, calls: number): Store => {
  const step = countdown(calls);
  return {
    ...store,
    get: async (...given) => {
      step();
      return store.get(...given);
    },
    page: async (...given) => {
      step();
      return store.page(...given);
    },
    run: async (unit) => {
      step();
      return store.run(unit);
    },
  };
};

/**
 * Runs the work in a store that dies after 0, 1, 2, ... calls (or `every` so many) until it comes to its end, each time on a scene of its own, and goes
 * on with it then. Answers what each scene ended as.
 */
export const killedEverywhere = async <Scene, End>(
  store: Store,
  steps: {
    readonly scene: () => Promise<Scene>;
    /** What is killed. */
    readonly work: (store: Store, scene: Scene) => Promise<unknown>;
    /** What comes again by itself: call-backs, the sweep's work, the reaper. */
    readonly goOn: (scene: Scene) => Promise<unknown>;
    readonly end: (scene: Scene) => Promise<End>;
    /** How many calls lie between one death and the next; 1: it dies after each. */
    readonly every?: number;
  },
): Promise<readonly End[]> => {
  const ends: End[] = [];
  for (let calls = 0; ; calls += steps.every ?? 1) {
    const scene = await steps.scene();
    const survived = await steps.work(dyingAnywhere(store, calls), scene).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof Killed)) throw error;
        return false;
      },
    );
    await steps.goOn(scene);
    ends.push(await steps.end(scene));
    if (survived) return ends;
  }
};
