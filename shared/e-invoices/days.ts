import type { DayRange } from '../domain/e-invoice/model.ts';

const MS_PER_SECOND = 1000;

/** Unix seconds as a day in UTC: `2026-12-31`. */
export const dayOf = (seconds: number): string => new Date(seconds * MS_PER_SECOND).toISOString().slice(0, 10);

/** The days of a period; `null` if `start` or `end` is `null`. `start` (included) and `end` (excluded): Unix seconds. */
export const dayRange = (start: number | null, end: number | null): DayRange | null =>
  start === null || end === null ? null : { first: dayOf(start), last: dayOf(Math.max(start, end - 1)) };

/** The period from the first to the last day of all periods; `null`: none. */
export const enclosingRange = (ranges: readonly (DayRange | null)[]): DayRange | null => {
  const known = ranges.filter((range) => range !== null);
  const [first] = known.map((range) => range.first).sort();
  const last = known
    .map((range) => range.last)
    .sort()
    .at(-1);
  return first === undefined || last === undefined ? null : { first, last };
};
