import { sum } from '../../amounts/money.ts';
import { DAY_SECONDS, type Period } from '../../periods.ts';

/**
 * Slices of a usage period: its UTC days or, if it is longer than 31 days, its UTC months. The write that adds usage to the sum
 * of its period also adds it to the sum of its slice, so that any amount of usage can be shown by day without reading each record.
 */
export type SliceUnit = 'day' | 'month';

/** `index`: number of the day or month in the period, from 0. The first and last slice of a period are usually shorter than the others. */
export interface UsageSlice {
  readonly unit: SliceUnit;
  readonly index: number;
}

/** Slice index of usage records from before the period in which they are counted. They belong to no day or month of the period. */
export const LATE_SLICE_INDEX = -1;

/** The longest period that is summed by day: more sums would not fit into a counter of 1 KB. */
const MAX_DAILY_SECONDS = 31 * DAY_SECONDS;

export const sliceUnitOf = ({ start, end }: Period): SliceUnit => (end - start > MAX_DAILY_SECONDS ? 'month' : 'day');

/** Number of the UTC day of a time in Unix seconds, from 1 January 1970. */
export const dayNumberOf = (time: number): number => Math.floor(time / DAY_SECONDS);

/** Number of the UTC month of a time in Unix seconds, from January of the year 0. */
const monthNumberOf = (time: number): number => {
  const date = new Date(time * 1000);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};

const startOfMonth = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12) / 1000;

/** Start of the UTC day or month of a time, in Unix seconds. */
export const startOfUnit = (unit: SliceUnit, time: number): number =>
  unit === 'day' ? dayNumberOf(time) * DAY_SECONDS : startOfMonth(monthNumberOf(time));

/** Returns the slice that contains the time. A time before the period (a late event) is in the first slice; late records have `LATE_SLICE_INDEX`. */
export const sliceAt = (period: Period, occurredAt: number): UsageSlice => {
  const unit = sliceUnitOf(period);
  const numberOf = unit === 'day' ? dayNumberOf : monthNumberOf;
  return { unit, index: Math.max(0, numberOf(occurredAt) - numberOf(period.start)) };
};

/** Start of a slice in Unix seconds. */
export const sliceStart = ({ start }: Period, { unit, index }: UsageSlice): number => {
  if (index === 0) return start;
  return unit === 'day' ? (dayNumberOf(start) + index) * DAY_SECONDS : startOfMonth(monthNumberOf(start) + index);
};

/** Text of a slice, such as `d0` or `m11`. */
export const sliceKey = ({ unit, index }: UsageSlice): string => `${unit === 'day' ? 'd' : 'm'}${index}`;

export const parseSliceKey = (key: string): UsageSlice => ({ unit: key.startsWith('d') ? 'day' : 'month', index: Number(key.slice(1)) });

/** Usage of one slice in one counter. */
export interface SliceSum {
  readonly kind: 'events' | 'records';
  readonly slice: UsageSlice;
  /** Units of 10^-12. 0 for events of a meter with the aggregation `max` or `last`: `MeterValue` contains the value of each slice. */
  readonly trillionths: bigint;
  /** Number of usage events or records. */
  readonly count: number;
}

/** The slices of one counter, for the periods that start on one day (usually one period). */
export interface SlicedCount {
  readonly counter: number;
  /** Number of the day on which the period starts. */
  readonly startDay: number;
  readonly sums: readonly SliceSum[];
  /** Number of events by the tag of their meter. */
  readonly eventsByMeter: ReadonlyMap<string, number>;
  /** Names of the attributes in which these sums are stored. */
  readonly attributes: readonly string[];
}

/** Short text of a meter in names of attributes: 60 random bits of its id, so that two meters of a subscription never share it. */
export const meterTag = (meterId: string): string => meterId.slice(-12);

/** The tag that earlier releases wrote, which two meters can share. */
const formerMeterTag = (meterId: string): string => meterId.slice(-4);

/** Number of events of a meter in the periods that start on one day. */
export const eventsOfMeter = ({ eventsByMeter }: SlicedCount, meterId: string): number =>
  (eventsByMeter.get(meterTag(meterId)) ?? 0) + (eventsByMeter.get(formerMeterTag(meterId)) ?? 0);

/** Number of events of all meters in the periods that start on the day of `start`. */
export const eventsCounted = (slices: readonly SlicedCount[], start: number): number =>
  sum(slices.filter(({ startDay }) => startDay === dayNumberOf(start)).flatMap(({ eventsByMeter }) => [...eventsByMeter.values()]));
