import { channel } from 'node:diagnostics_channel';

/** Name of the diagnostics channel on which every capacity counter publishes `CapacityUse`, for measurements. */
export const CAPACITY_CHANNEL = 'billing:capacity';
const diagnostics = channel(CAPACITY_CHANNEL);

/** Capacity that one call to the table consumed. `indexUnits`: the part of `units` that the indexes consumed. */
export interface CapacityUse {
  readonly kind: 'readUnits' | 'writeUnits';
  readonly units: number;
  readonly indexUnits: number;
}

/** Table usage of one request. A round is a group of overlapping calls: a call starts a new round when no other call is running. */
export interface Usage {
  readonly calls: number;
  readonly rounds: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

type Units = { readonly CapacityUnits?: number | undefined };
type Consumed = Units & { readonly GlobalSecondaryIndexes?: Readonly<Record<string, Units>> | undefined };
type Answer = { readonly ConsumedCapacity?: Consumed | readonly Consumed[] | undefined };

/** Counts the table calls of one request, and the capacity that they consume. */
export interface CapacityCounter {
  /** `ReturnConsumedCapacity` of the calls. `INDEXES` makes responses longer, so it is used only for measurements. */
  readonly detail: 'TOTAL' | 'INDEXES';
  readonly read: <T extends Answer>(call: Promise<T>) => Promise<T>;
  readonly write: <T extends Answer>(call: Promise<T>) => Promise<T>;
  readonly usage: () => Usage;
}

const sumOf = (all: readonly Units[]): number => all.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
const consumedIn = ({ ConsumedCapacity = [] }: Answer): readonly Consumed[] => [ConsumedCapacity].flat();
const indexesOf = ({ GlobalSecondaryIndexes = {} }: Consumed): readonly Units[] => Object.values(GlobalSecondaryIndexes);

export const newCapacityCounter = (): CapacityCounter => {
  const usage = { calls: 0, rounds: 0, readUnits: 0, writeUnits: 0 };
  let runningCalls = 0;
  const track = async <T extends Answer>(call: Promise<T>, kind: 'readUnits' | 'writeUnits'): Promise<T> => {
    usage.calls += 1;
    if (runningCalls === 0) usage.rounds += 1;
    runningCalls += 1;
    try {
      const answer = await call;
      const consumed = consumedIn(answer);
      const units = sumOf(consumed);
      usage[kind] += units;
      if (diagnostics.hasSubscribers)
        diagnostics.publish({ kind, units, indexUnits: sumOf(consumed.flatMap(indexesOf)) } satisfies CapacityUse);
      return answer;
    } finally {
      runningCalls -= 1;
    }
  };
  return {
    detail: diagnostics.hasSubscribers ? 'INDEXES' : 'TOTAL',
    read: (call) => track(call, 'readUnits'),
    write: (call) => track(call, 'writeUnits'),
    usage: () => ({ ...usage }),
  };
};
