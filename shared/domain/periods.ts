/** How often a price recurs [PRICE-07]. */
export type Interval = 'month' | 'year';

export const DAY_SECONDS = 86_400;

/** Service periods are half open: `end` is the first second of the next period. Unix seconds. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

const daysInMonth = (year: number, monthIndex: number): number => new Date(Date.UTC(year, monthIndex + 1, 0)).getUTCDate();

/**
 * `anchor` plus `count` intervals, always counted from the anchor and clamped to the month's end:
 * 31 Jan gives 28 Feb and then 31 Mar. UTC; the time of day is the anchor's. `count` may be negative.
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

/** Period `index` on the anchor's grid; period 0 starts at the anchor. */
export const periodAt = (anchor: number, interval: Interval, index: number): Period => ({
  start: addIntervals(anchor, interval, index),
  end: addIntervals(anchor, interval, index + 1),
});
