/** The middle value; of an even number of values the mean of the two in the middle. Throws on none. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((one, other) => one - other);
  const high = sorted[Math.floor(sorted.length / 2)];
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  if (high === undefined || low === undefined) throw new Error('There is no median of nothing.');
  return (low + high) / 2;
};

/** How long it took, in milliseconds. */
export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

/** Calls `work` with 0 to `count` - 1, at most `atOnce` at a time. The first failure ends it. */
export const inParallel = async (count: number, atOnce: number, work: (index: number) => Promise<void>): Promise<void> => {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const index = next;
      next += 1;
      await work(index);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
};

/** Calls finished per second. */
export const perSecond = async (count: number, atOnce: number, work: (index: number) => Promise<void>): Promise<number> =>
  (count * 1000) / (await timed(() => inParallel(count, atOnce, work)));

/** The value that a share of all values does not exceed, 0.99 for one in a hundred. Throws on none. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((one, other) => one - other);
  const found = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (found === undefined) throw new Error('There is no quantile of nothing.');
  return found;
};
