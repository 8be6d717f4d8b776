/** Lets so many continue at once; anyone who comes then waits in order, without a limit of time. */
interface Gate {
  readonly pass: <T>(work: () => Promise<T>) => Promise<T>;
  /** Nobody is inside or waits. */
  readonly isIdle: () => boolean;
}

const newGate = (most: number): Gate => {
  const waiting: (() => void)[] = [];
  let inside = 0;
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) inside -= 1;
    else next();
  };
  return {
    pass: async (work) => {
      if (inside < most) inside += 1;
      // A caller who leaves hands over the place.
      else await new Promise<void>((enter) => waiting.push(enter));
      try {
        return await work();
      } finally {
        leave();
      }
    },
    isIdle: () => inside === 0,
  };
};

/** A gate for each name, kept only while somebody is at it. */
export const newGates = (most: number): ((name: string) => Pick<Gate, 'pass'>) => {
  const gates = new Map<string, Gate>();
  return (name) => ({
    pass: async (work) => {
      const gate = gates.get(name) ?? newGate(most);
      gates.set(name, gate);
      try {
        return await gate.pass(work);
      } finally {
        if (gate.isIdle()) gates.delete(name);
      }
    },
  });
};
