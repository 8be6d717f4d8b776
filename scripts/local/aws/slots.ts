/** Runs work with limited concurrency; further work waits in order. */
export type ConcurrencyLimiter = <T>(work: () => Promise<T>) => Promise<T>;

/** Limits work to `max` concurrent calls; `null`: no limit. */
export const concurrencyLimiter = (max: number | null): ConcurrencyLimiter => {
  if (max === null) return (work) => work();
  const waiting: (() => void)[] = [];
  let taken = 0;
  return async (work) => {
    if (taken < max) taken += 1;
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
