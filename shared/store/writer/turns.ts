/**
 * A keyed mutex within this process: work of one key runs in order, and each passes a result to the next. Other processes are not excluded.
 */
export interface Turns<Handed> {
  /** `handed`: result of the previous work when it just ended; `null`: none, or it failed. */
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
