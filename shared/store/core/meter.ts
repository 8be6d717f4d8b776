/** Table usage of one request. A round is a group of overlapping calls: a call starts a new round when no other call is running. */
export interface Usage {
  readonly calls: number;
  readonly rounds: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

type Consumed = { readonly CapacityUnits?: number | undefined };
type Answer = { readonly ConsumedCapacity?: Consumed | readonly Consumed[] | undefined };

/** Counts the calls of one request. */
export interface Meter {
  readonly read: <T extends Answer>(call: Promise<T>) => Promise<T>;
  readonly write: <T extends Answer>(call: Promise<T>) => Promise<T>;
  readonly usage: () => Usage;
}

const unitsOf = (answer: Answer): number =>
  [answer.ConsumedCapacity ?? []].flat().reduce((sum, consumed) => sum + (consumed.CapacityUnits ?? 0), 0);

export const newMeter = (): Meter => {
  const usage = { calls: 0, rounds: 0, readUnits: 0, writeUnits: 0 };
  let runningCalls = 0;
  const track = async <T extends Answer>(call: Promise<T>, kind: 'readUnits' | 'writeUnits'): Promise<T> => {
    usage.calls += 1;
    if (runningCalls === 0) usage.rounds += 1;
    runningCalls += 1;
    try {
      const answer = await call;
      usage[kind] += unitsOf(answer);
      return answer;
    } finally {
      runningCalls -= 1;
    }
  };
  return {
    read: (call) => track(call, 'readUnits'),
    write: (call) => track(call, 'writeUnits'),
    usage: () => ({ ...usage }),
  };
};
