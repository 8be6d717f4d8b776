/** Does the work for each item in their order, for at most `most` at once. The first failure ends it: work that may fail says so in its answer. */
export const atMostAtOnce = async <T>(most: number, items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const coming = [...items];
  const next = async (): Promise<void> => {
    for (let item = coming.shift(); item !== undefined; item = coming.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, next));
};
