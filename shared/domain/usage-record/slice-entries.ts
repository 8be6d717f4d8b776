import { sum } from '../amounts/money.ts';
import type { Meter } from '../meter/record.ts';
import type { Period } from '../periods.ts';
import {
  dayNumberOf,
  eventsOfMeter,
  LATE_SLICE_INDEX,
  type SliceSum,
  sliceKey,
  sliceStart,
  sliceUnitOf,
} from '../subscription/usage/slices.ts';
import type { UsageSnapshot } from '../subscription/usage/usage.ts';
import type { MeterValue } from '../usage-event/count.ts';
import type { UsageEntry } from './breakdown.ts';

/** Adds up the sums of all counters. Each slice gets one sum of its records and one sum of its events. */
const addUp = (sums: readonly SliceSum[]): readonly SliceSum[] => {
  const added = new Map<string, SliceSum>();
  for (const each of sums) {
    const key = `${each.kind}${sliceKey(each.slice)}`;
    const { trillionths, count } = added.get(key) ?? { trillionths: 0n, count: 0 };
    added.set(key, { ...each, trillionths: trillionths + each.trillionths, count: count + each.count });
  }
  return [...added.values()];
};

const countOf = (sums: readonly SliceSum[]): number => sum(sums.map(({ count }) => count));

/** The entry of a slice with events; `null`: its value is not stored. `last` and `max` have a value, other aggregations a sum. */
const entryOfEvents = (
  period: Period,
  { slice, trillionths, count }: SliceSum,
  { id, eventName, aggregation }: Meter,
  value: MeterValue | null,
) => {
  const hasValue = aggregation === 'max' || aggregation === 'last';
  const quantity = hasValue ? value?.slices.get(sliceKey(slice))?.trillionths : trillionths;
  if (quantity === undefined) return null;
  return {
    occurredAt: sliceStart(period, slice),
    meterId: id,
    eventName,
    aggregation: hasValue ? aggregation : ('sum' as const),
    group: null,
    trillionths: quantity,
    uniqueValue: null,
    count,
  };
};

/**
 * The usage of a period by day or month, as entries of a breakdown; late records (`LATE_SLICE_INDEX`) are not listed. For a meter with the aggregation
 * `unique`, an entry counts the values first used in its day or month. `null`: the entries would not be complete, because some
 * of the usage was counted by an earlier release or for another meter, or a value is not stored. `value`: the stored value of the meter in
 * the period, for `max` and `last`; `null`: none.
 */
export const entriesOfSlices = (
  period: Period,
  { counts, slices }: UsageSnapshot,
  meter: Meter | null,
  value: MeterValue | null,
): readonly UsageEntry[] | null => {
  const counters = slices.filter(({ startDay }) => startDay === dayNumberOf(period.start));
  const unit = sliceUnitOf(period);
  const sums = addUp(counters.flatMap((counter) => counter.sums).filter(({ slice }) => slice.unit === unit));
  const events = sums.filter(({ kind }) => kind === 'events');
  const ofMeter = meter === null ? 0 : sum(counters.map((counter) => eventsOfMeter(counter, meter.id)));
  const counted = sum(counts.filter(({ start }) => start === period.start).map(({ records }) => records));
  if (countOf(sums) !== counted || countOf(events) !== ofMeter) return null;
  const entries = sums
    .filter(({ slice, count }) => slice.index !== LATE_SLICE_INDEX && count !== 0)
    .map((each) => {
      if (each.kind === 'events') return meter === null ? null : entryOfEvents(period, each, meter, value);
      const { slice, trillionths, count } = each;
      return {
        occurredAt: sliceStart(period, slice),
        meterId: null,
        eventName: null,
        aggregation: 'sum' as const,
        group: null,
        trillionths,
        uniqueValue: null,
        count,
      };
    });
  return entries.every((entry) => entry !== null) ? entries : null;
};
