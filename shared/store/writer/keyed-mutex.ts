/**
 * A keyed mutex within this process: work of one key runs in order, and each run passes a value to the next.
 */
export interface KeyedMutex<Handed> {
  /** `handed`: result of the previous work when it just ended; `null`: none, or it failed. */
  readonly take: <T>(
    key: string,
    work: (handed: Handed | null) => Promise<{ readonly result: T; readonly hand: Handed | null }>,
  ) => Promise<T>;
}

export const newKeyedMutex = <Handed>(): KeyedMutex<Handed> => {
  const lastTurns = new Map<string, Promise<Handed | null>>();
  return {
    take: async (key, work) => {
      const previousTurn = lastTurns.get(key) ?? Promise.resolve(null);
      let finish: (hand: Handed | null) => void = () => undefined;
      const ownTurn = new Promise<Handed | null>((resolve) => {
        finish = resolve;
      });
      lastTurns.set(key, ownTurn);
      let hand: Handed | null = null;
      try {
        const ended = await work(await previousTurn);
        hand = ended.hand;
        return ended.result;
      } finally {
        if (lastTurns.get(key) === ownTurn) lastTurns.delete(key);
        finish(hand);
      }
    },
  };
};
