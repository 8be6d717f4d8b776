/** Runs `work` for each item in order, for at most `limit` items at the same time. Rejects with the first error. */
export const runConcurrently = async <T>(limit: number, items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const remaining = [...items];
  const next = async (): Promise<void> => {
    for (let item = remaining.shift(); item !== undefined; item = remaining.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, next));
};
