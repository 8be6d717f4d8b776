/**
 * Work of one kind that goes one after the other within this process, in the order it came; each hands on what the next
 * may want to know of how it ended. Other processes are not kept out.
 */
export interface Turns<Handed> {
  /** `handed`: from the one before, when it just ended; `null` when none did, or it failed. */
  readonly take: <T>(
    key: string,
    work: (handed: Handed | null) => Promise<{ readonly result: T; readonly hand: Handed | null }>,
  ) => Promise<T>;
}

export const newTurns = <Handed>(): Turns<Handed> => {
  const last = new Map<string, Promise<Handed | null>>();
  return {
    take: async (key, work) => {
      const before = last.get(key) ?? Promise.resolve(null);
      let finish: (hand: Handed | null) => void = () => undefined;
      const mine = new Promise<Handed | null>((resolve) => {
        finish = resolve;
      });
      last.set(key, mine);
      let hand: Handed | null = null;
      try {
        const ended = await work(await before);
        hand = ended.hand;
        return ended.result;
      } finally {
        if (last.get(key) === mine) last.delete(key);
        finish(hand);
      }
    },
  };
};
