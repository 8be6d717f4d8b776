import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { revenueSchedule } from '../../../shared/domain/accounting/deferral.ts';
import { sum } from '../../../shared/domain/amounts/money.ts';
import { roundedToTotal } from '../../../shared/domain/amounts/rounded-to-total.ts';

const at = (time: string): number => Date.parse(time) / 1000;
const monthOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 'yyyy-mm'.length);

describe('the revenue schedule of an invoice line', () => {
  it('splits the amount of a period by the seconds in each calendar month', () => {
    const period = { start: at('2026-01-16'), end: at('2026-02-16') };
    // 16 of 31 days are in January, 15 in February.
    expect(revenueSchedule(3100, period, period.start)).toEqual([
      { at: at('2026-02-01') - 1, cents: 1600 },
      { at: at('2026-03-01') - 1, cents: 1500 },
    ]);
  });

  it('rounds down, and adds the remaining cents to the months with the largest fractions', () => {
    // The shares of 100 cents: 8.49 for a month of 31 days, 8.22 for 30 days, and 7.67 for February.
    const parts = revenueSchedule(100, { start: at('2026-01-01'), end: at('2027-01-01') }, at('2026-01-01'));
    expect(parts.map(({ cents }) => cents)).toEqual([9, 8, 9, 8, 9, 8, 9, 8, 8, 8, 8, 8]);
  });

  it('recognizes revenue at the time of the document for ended months, a past period and a line without a period', () => {
    const period = { start: at('2026-01-01'), end: at('2026-04-01') };
    const issuedAt = at('2026-03-10T12:00:00Z');
    expect(revenueSchedule(9000, period, issuedAt).map((part) => part.at)).toEqual([issuedAt, issuedAt, at('2026-04-01') - 1]);
    expect(revenueSchedule(9000, period, at('2026-04-01'))).toEqual([{ at: at('2026-04-01'), cents: 9000 }]);
    expect(revenueSchedule(9000, null, issuedAt)).toEqual([{ at: issuedAt, cents: 9000 }]);
  });

  it('has parts that add up to the amount, at most one per month, each less than a cent from its exact share', () => {
    const starts = fc.integer({ min: at('2024-01-01'), max: at('2030-01-01') });
    const lengths = fc.integer({ min: 1, max: 366 * 86_400 });
    fc.assert(
      fc.property(fc.integer({ min: -10_000_000, max: 10_000_000 }), starts, lengths, (cents, start, length) => {
        const parts = revenueSchedule(cents, { start, end: start + length }, start);
        expect(sum(parts.map((part) => part.cents))).toBe(cents);
        expect(new Set(parts.map((part) => monthOf(part.at))).size).toBe(parts.length);
        for (const { at: monthEnd, cents: part } of parts) {
          const firstOfMonth = at(`${monthOf(monthEnd)}-01`);
          const secondsInMonth = Math.min(start + length, monthEnd + 1) - Math.max(start, firstOfMonth);
          expect(Math.abs(part - (cents * secondsInMonth) / length)).toBeLessThan(1);
        }
      }),
    );
  });
});

describe('rounding by the largest remainder', () => {
  it('splits positive and negative amounts exactly', () => {
    const thirds = (cents: bigint) => Array(3).fill({ numerator: cents, denominator: 3n });
    expect(roundedToTotal(thirds(10n), 10)).toEqual([4, 3, 3]);
    expect(roundedToTotal(thirds(-10n), -10)).toEqual([-3, -3, -4]);
  });
});
