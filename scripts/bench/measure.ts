/** Returns the median; for an even number of values the mean of the middle two. Throws without values. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((one, other) => one - other);
  const high = sorted[Math.floor(sorted.length / 2)];
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  if (high === undefined || low === undefined) throw new Error('The median needs at least one value.');
  return (low + high) / 2;
};

/** Runs `work`; returns its duration in milliseconds. */
export const measureMs = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

/** Calls `work` with 0 to `count` - 1, at most `concurrency` at a time. Rejects at the first failure. */
export const repeatConcurrently = async (count: number, concurrency: number, work: (index: number) => Promise<void>): Promise<void> => {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const index = next;
      next += 1;
      await work(index);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
};

/** Runs `work` `count` times; returns the calls per second. */
export const measureRate = async (count: number, concurrency: number, work: (index: number) => Promise<void>): Promise<number> =>
  (count * 1000) / (await measureMs(() => repeatConcurrently(count, concurrency, work)));

/** Returns a quantile: `probability` 0.99 is the 99th percentile. Throws without values. */
export const quantile = (values: readonly number[], probability: number): number => {
  const sorted = [...values].sort((one, other) => one - other);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * probability) - 1)];
  if (value === undefined) throw new Error('A quantile needs at least one value.');
  return value;
};
