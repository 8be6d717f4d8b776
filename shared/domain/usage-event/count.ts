import type { Aggregation } from '../meter/record.ts';
import type { AcceptedEvent } from './accept.ts';

/** The value of a meter with the aggregation `max` or `last` in a period, as stored. */
export interface MeterValue {
  readonly trillionths: bigint;
  /** Time of the usage that has the value, Unix seconds. */
  readonly occurredAt: number;
  /** Number of changes so far, for optimistic locking. */
  readonly version: number;
}

/** What is known about the periods of a subscription before events are counted. */
export interface MeterState {
  /** Values for `max` and `last`, by start of the period. */
  readonly values: ReadonlyMap<number, MeterValue>;
  /** Counted values for `unique`, as `uniqueKey`. */
  readonly unique: ReadonlySet<string>;
}

/** Key of a property's value in a period. */
export const uniqueKey = (start: number, value: string): string => `${start}#${value}`;

/** What is added to the counter of a period. */
export interface Sum {
  readonly trillionths: bigint;
  readonly events: number;
}

/** What is counted for those events of one subscription that one transaction writes. */
export interface CountedEvents {
  /** By start of the period. For `max` and `last`, the change of the value: the counter may also contain usage of a former meter. */
  readonly sums: ReadonlyMap<number, Sum>;
  /** Changed values for `max` and `last`, by start of the period. */
  readonly values: ReadonlyMap<number, MeterValue>;
  /** Values for `unique` that are counted for the first time, as `uniqueKey`. */
  readonly unique: readonly string[];
}

/** True when the value of an event replaces the former value. */
const replaces = (aggregation: Aggregation, trillionths: bigint, occurredAt: number, former: MeterValue): boolean =>
  aggregation === 'max' ? trillionths > former.trillionths : occurredAt >= former.occurredAt;

/**
 * Counts events of one subscription, in the order in which they were received. `unique` counts the first event of a value. `max` and `last`
 * add the change of the value. For `last`, of two events of the same second, the one received later decides.
 */
export const countEvents = (aggregation: Aggregation, events: readonly AcceptedEvent[], state: MeterState): CountedEvents => {
  const sums = new Map<number, Sum>();
  const values = new Map<number, MeterValue>();
  const unique = new Set<string>();
  const add = (start: number, trillionths: bigint): void => {
    const former = sums.get(start) ?? { trillionths: 0n, events: 0 };
    sums.set(start, { trillionths: former.trillionths + trillionths, events: former.events + 1 });
  };
  /** Updates the value of a period for `max` or `last`. Returns the change of the value. */
  const updateValue = (start: number, trillionths: bigint, occurredAt: number): bigint => {
    const stored = state.values.get(start);
    const former = values.get(start) ?? stored;
    if (former !== undefined && !replaces(aggregation, trillionths, occurredAt, former)) return 0n;
    values.set(start, { trillionths, occurredAt, version: (stored?.version ?? 0) + 1 });
    return trillionths - (former?.trillionths ?? 0n);
  };
  for (const { counting, trillionths, uniqueValue, event } of events) {
    if (counting === null) continue;
    const { start } = counting;
    if (uniqueValue !== null) {
      const key = uniqueKey(start, uniqueValue);
      const isNew = !state.unique.has(key) && !unique.has(key);
      if (isNew) unique.add(key);
      add(start, isNew ? trillionths : 0n);
    } else if (aggregation === 'max' || aggregation === 'last') add(start, updateValue(start, trillionths, event.occurredAt));
    else add(start, trillionths);
  }
  return { sums, values, unique: [...unique] };
};
