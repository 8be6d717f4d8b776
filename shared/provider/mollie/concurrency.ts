/** Limits the number of concurrent calls. Further calls wait in order, without a timeout. */
interface Gate {
  readonly pass: <T>(work: () => Promise<T>) => Promise<T>;
  /** True if nothing runs or waits. */
  readonly isIdle: () => boolean;
}

const newGate = (limit: number): Gate => {
  const queue: (() => void)[] = [];
  let running = 0;
  const release = (): void => {
    const next = queue.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  return {
    pass: async (work) => {
      if (running < limit) running += 1;
      // When a call ends, the next waiting call gets its slot.
      else await new Promise<void>((start) => queue.push(start));
      try {
        return await work();
      } finally {
        release();
      }
    },
    isIdle: () => running === 0,
  };
};

/** Returns a function that creates one gate per name. An idle gate is removed. */
export const createGates = (limit: number): ((name: string) => Pick<Gate, 'pass'>) => {
  const gates = new Map<string, Gate>();
  return (name) => ({
    pass: async (work) => {
      const gate = gates.get(name) ?? newGate(limit);
      gates.set(name, gate);
      try {
        return await gate.pass(work);
      } finally {
        if (gate.isIdle()) gates.delete(name);
      }
    },
  });
};
