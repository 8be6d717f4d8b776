/** A keyed mutex within this process: calls with the same key run one after the other, and each passes a value to the next. */
export interface KeyedMutex<Value> {
  /** Runs `work` after the previous work of the key. `previous`: the `next` of that work; `null`: it failed, or no work was in progress. */
  readonly run: <T>(
    key: string,
    work: (previous: Value | null) => Promise<{ readonly result: T; readonly next: Value | null }>,
  ) => Promise<T>;
}

export const newKeyedMutex = <Value>(): KeyedMutex<Value> => {
  const lastWork = new Map<string, Promise<Value | null>>();
  return {
    run: async (key, work) => {
      const previousWork = lastWork.get(key) ?? Promise.resolve(null);
      let finish: (next: Value | null) => void = () => undefined;
      const currentWork = new Promise<Value | null>((resolve) => {
        finish = resolve;
      });
      lastWork.set(key, currentWork);
      let next: Value | null = null;
      try {
        const ended = await work(await previousWork);
        next = ended.next;
        return ended.result;
      } finally {
        if (lastWork.get(key) === currentWork) lastWork.delete(key);
        finish(next);
      }
    },
  };
};
