/** Billing interval of a price [PRICE-07]. */
export type Interval = 'month' | 'year';

export const DAY_SECONDS = 86_400;

/** A service period in Unix seconds. `end` is excluded: it is the start of the next period. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

const daysInMonth = (year: number, monthIndex: number): number => new Date(Date.UTC(year, monthIndex + 1, 0)).getUTCDate();

/**
 * Adds `count` intervals to the anchor. The day is limited to the last day of the month: an anchor on 31 Jan gives 28 Feb, then 31 Mar.
 * UTC, with the anchor's time of day. `count` can be negative.
 */
export const addIntervals = (anchor: number, interval: Interval, count: number): number => {
  const from = new Date(anchor * 1000);
  const months = from.getUTCFullYear() * 12 + from.getUTCMonth() + count * (interval === 'year' ? 12 : 1);
  const year = Math.floor(months / 12);
  const monthIndex = months - year * 12;
  const day = Math.min(from.getUTCDate(), daysInMonth(year, monthIndex));
  const secondOfDay = ((anchor % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS;
  return Date.UTC(year, monthIndex, day) / 1000 + secondOfDay;
};

/** The period with this number (`index`). Period 0 starts at the anchor. */
export const periodAt = (anchor: number, interval: Interval, index: number): Period => ({
  start: addIntervals(anchor, interval, index),
  end: addIntervals(anchor, interval, index + 1),
});
