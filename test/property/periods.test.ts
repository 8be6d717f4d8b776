import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addIntervals, periodAt } from '../../shared/domain/periods.ts';

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** Computes the date `months` months later by counting months and days, without a date library. Returns Unix seconds. */
const countedDate = (year: number, month: number, day: number, second: number, months: number): number => {
  let [y, m] = [year, month];
  for (let step = 0; step < months; step += 1) [y, m] = m === 11 ? [y + 1, 0] : [y, m + 1];
  const length = (yy: number, mm: number): number => (mm === 1 && isLeapYear(yy) ? 29 : (MONTH_LENGTHS[mm] ?? 0));
  let days = Math.min(day, length(y, m)) - 1;
  for (let each = 0; each < m; each += 1) days += length(y, each);
  for (let each = 1970; each < y; each += 1) days += isLeapYear(each) ? 366 : 365;
  return days * 86_400 + second;
};

const date = fc
  .record({
    year: fc.integer({ min: 1999, max: 2100 }),
    month: fc.integer({ min: 0, max: 11 }),
    second: fc.integer({ min: 0, max: 86_399 }),
  })
  .chain(({ year, month, second }) =>
    fc.record({
      year: fc.constant(year),
      month: fc.constant(month),
      second: fc.constant(second),
      day: fc.integer({ min: 1, max: month === 1 && isLeapYear(year) ? 29 : (MONTH_LENGTHS[month] ?? 28) }),
    }),
  );

describe('billing anchors over decades', () => {
  it('match a day-by-day count of the calendar for months and years', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: 0, max: 480 }), ({ year, month, day, second }, count) => {
        const anchor = countedDate(year, month, day, second, 0);
        expect(addIntervals(anchor, 'month', count)).toBe(countedDate(year, month, day, second, count));
        expect(addIntervals(anchor, 'year', count % 40)).toBe(countedDate(year, month, day, second, (count % 40) * 12));
      }),
      { numRuns: 500 },
    );
  });

  it('give periods without gap, overlap or skipped month', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: 0, max: 400 }), ({ year, month, day, second }, index) => {
        const anchor = countedDate(year, month, day, second, 0);
        const period = periodAt(anchor, 'month', index);
        expect(period.end).toBe(periodAt(anchor, 'month', index + 1).start);
        const days = (period.end - period.start) / 86_400;
        expect(days).toBeGreaterThanOrEqual(28);
        expect(days).toBeLessThanOrEqual(31);
      }),
    );
  });
});
