import type { Aggregation } from '../meter/record.ts';
import { sliceKey, type UsageSlice } from '../subscription/usage/slices.ts';
import type { AcceptedEvent } from './accept.ts';

/** The value of a day or month, for a meter with the aggregation `max` or `last`. */
export interface SliceValue {
  readonly trillionths: bigint;
  /** Time of the usage that has the value, Unix seconds. */
  readonly occurredAt: number;
}

/** The value of a meter with the aggregation `max` or `last` in a period, as stored. */
export interface MeterValue extends SliceValue {
  /** Number of changes so far, for optimistic locking. */
  readonly version: number;
  /** Values of the days or months of the period, by `sliceKey`. */
  readonly slices: ReadonlyMap<string, SliceValue>;
}

/** The values of a meter in the periods of a subscription, before events are counted. */
export interface KnownValues {
  /** Values for `max` and `last`, by start of the period. */
  readonly values: ReadonlyMap<number, MeterValue>;
  /** Counted values for `unique`, as `uniqueKey`, with the first slice in which each was used; `null`: the slice is unknown. */
  readonly unique: ReadonlyMap<string, UsageSlice | null>;
}

/** Key of a property's value in a period. */
export const uniqueKey = (start: number, value: string): string => `${start}#${value}`;

/** What is added to a slice of a period. For `max` and `last`, only the number of events. */
export interface AddedSlice {
  readonly slice: UsageSlice;
  readonly trillionths: bigint;
  readonly events: number;
}

/** What is added to the counter of a period. */
export interface AddedUsage {
  readonly trillionths: bigint;
  readonly events: number;
  /** By `sliceKey`. */
  readonly slices: ReadonlyMap<string, AddedSlice>;
}

/** A value for `unique` that is counted for the first time, or was used earlier than known so far. */
export interface UniqueValue {
  readonly start: number;
  readonly value: string;
  /** The first slice in which the value was used; `null`: unknown. */
  readonly slice: UsageSlice | null;
  /** The slice that is stored; `null`: nothing is stored. */
  readonly former: UsageSlice | null;
}

/** What is counted for those events of one subscription that one transaction writes. */
export interface CountedEvents {
  /**
   * By start of the period. For `max` and `last`, the change of the value. The counter cannot be set to the value: after a plan change, it
   * may also contain usage of the former price's meter.
   */
  readonly sums: ReadonlyMap<number, AddedUsage>;
  /** Changed values for `max` and `last`, by start of the period. */
  readonly values: ReadonlyMap<number, MeterValue>;
  readonly unique: readonly UniqueValue[];
}

/** What one event adds to the counter of its period. */
export const addedByEvent = (slice: UsageSlice | null, trillionths: bigint, events: number): AddedUsage => ({
  trillionths,
  events,
  slices: new Map(slice === null ? [] : [[sliceKey(slice), { slice, trillionths, events }]]),
});

const NO_SUM: AddedUsage = { trillionths: 0n, events: 0, slices: new Map() };

const addSums = (one: AddedUsage, other: AddedUsage): AddedUsage => {
  const slices = new Map(one.slices);
  for (const [key, { slice, trillionths, events }] of other.slices) {
    const former = slices.get(key);
    slices.set(key, { slice, trillionths: (former?.trillionths ?? 0n) + trillionths, events: (former?.events ?? 0) + events });
  }
  return { trillionths: one.trillionths + other.trillionths, events: one.events + other.events, slices };
};

/** True when the value of an event replaces the former value. */
const replaces = (aggregation: Aggregation, { trillionths, occurredAt }: SliceValue, former: SliceValue | undefined): boolean => {
  if (former === undefined) return true;
  return aggregation === 'max' ? trillionths > former.trillionths : occurredAt >= former.occurredAt;
};

/** Applies the value of an event to the value of a period. `null`: neither the value of the period nor that of its slice changes. */
const replaceValue = (
  aggregation: Aggregation,
  slice: UsageSlice | null,
  value: SliceValue,
  former: MeterValue | undefined,
): Omit<MeterValue, 'version'> | null => {
  const key = slice === null ? null : sliceKey(slice);
  const changesPeriod = replaces(aggregation, value, former);
  const changesSlice = key !== null && replaces(aggregation, value, former?.slices.get(key));
  if (!changesPeriod && !changesSlice) return null;
  const { trillionths, occurredAt } = changesPeriod || former === undefined ? value : former;
  return { trillionths, occurredAt, slices: new Map([...(former?.slices ?? []), ...(changesSlice ? [[key, value] as const] : [])]) };
};

/** True when an event uses a value for `unique` earlier than known so far. False if one slice is a day and the other a month. */
export const isEarlier = (slice: UsageSlice | null, known: UsageSlice | null): boolean =>
  slice !== null && known !== null && slice.unit === known.unit && slice.index < known.index;

/**
 * Counts events of one subscription, in the order in which they were received. `unique` counts each value once, in the day or month in
 * which it was used first. `max` and `last` add the change of the value. For `last`, of two events of the same second, the one received
 * later decides.
 */
export const countEvents = (aggregation: Aggregation, events: readonly AcceptedEvent[], knownValues: KnownValues): CountedEvents => {
  const sums = new Map<number, AddedUsage>();
  const values = new Map<number, MeterValue>();
  const unique = new Map<string, UniqueValue>();
  const add = (start: number, sum: AddedUsage): void => void sums.set(start, addSums(sums.get(start) ?? NO_SUM, sum));
  /** Updates the value of a period for `max` or `last`. Returns the change of the value. */
  const updateValue = (start: number, slice: UsageSlice | null, value: SliceValue): bigint => {
    const stored = knownValues.values.get(start);
    const former = values.get(start) ?? stored;
    const changed = replaceValue(aggregation, slice, value, former);
    if (changed === null) return 0n;
    values.set(start, { ...changed, version: (stored?.version ?? 0) + 1 });
    return changed.trillionths - (former?.trillionths ?? 0n);
  };
  /**
   * Adds a value for `unique`, or moves a counted value to the slice of this event if that slice is earlier. Returns what the event adds.
   */
  const addUnique = (start: number, value: string, slice: UsageSlice | null, trillionths: bigint): AddedUsage => {
    const key = uniqueKey(start, value);
    const stored = knownValues.unique.get(key);
    const known = unique.has(key) ? unique.get(key)?.slice : stored;
    if (known !== undefined && !isEarlier(slice, known)) return addedByEvent(slice, 0n, 1);
    unique.set(key, { start, value, slice, former: stored ?? null });
    const added = addedByEvent(slice, trillionths, 1);
    return known === undefined
      ? added
      : addSums({ ...added, trillionths: 0n }, { ...addedByEvent(known, -trillionths, 0), trillionths: 0n });
  };
  for (const { counting, trillionths, uniqueValue, event } of events) {
    if (counting === null) continue;
    const { start, slice } = counting;
    if (uniqueValue !== null) add(start, addUnique(start, uniqueValue, slice, trillionths));
    else if (aggregation === 'max' || aggregation === 'last') {
      const change = updateValue(start, slice, { trillionths, occurredAt: event.occurredAt });
      add(start, { ...addedByEvent(slice, 0n, 1), trillionths: change });
    } else add(start, addedByEvent(slice, trillionths, 1));
  }
  return { sums, values, unique: [...unique.values()] };
};
