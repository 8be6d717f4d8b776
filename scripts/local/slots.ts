/** Runs work, at most so much of it at once; what comes beyond that waits its turn. */
export type Slots = <T>(work: () => Promise<T>) => Promise<T>;

/** `null`: without a bound. */
export const slotsFor = (most: number | null): Slots => {
  if (most === null) return (work) => work();
  const waiting: (() => void)[] = [];
  let taken = 0;
  return async (work) => {
    if (taken < most) taken += 1;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) taken -= 1;
      else next();
    }
  };
};
