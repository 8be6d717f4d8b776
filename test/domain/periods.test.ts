import { describe, expect, it } from 'vitest';
import { addIntervals, periodAt } from '../../shared/domain/periods.ts';

const at = (iso: string): number => Date.parse(iso) / 1000;

/** The anchor is the time from which all periods of a subscription are counted. */
describe('billing periods from an anchor', () => {
  it.each([
    ['2026-01-31T12:00:00Z', 'month', 1, '2026-02-28T12:00:00Z'],
    ['2026-01-31T12:00:00Z', 'month', 2, '2026-03-31T12:00:00Z'],
    ['2026-01-31T12:00:00Z', 'month', 3, '2026-04-30T12:00:00Z'],
    ['2023-11-30T23:59:59Z', 'month', 3, '2024-02-29T23:59:59Z'],
    ['2024-02-29T00:00:00Z', 'year', 1, '2025-02-28T00:00:00Z'],
    ['2024-02-29T00:00:00Z', 'year', 4, '2028-02-29T00:00:00Z'],
    ['2026-03-31T01:30:00Z', 'month', -1, '2026-02-28T01:30:00Z'],
    ['2026-10-25T00:30:00Z', 'month', 1, '2026-11-25T00:30:00Z'],
  ] as const)('%s + %s x %i = %s', (anchor, interval, count, expected) => {
    expect(addIntervals(at(anchor), interval, count)).toBe(at(expected));
  });

  it('have no gaps', () => {
    const anchor = at('2026-01-31T12:00:00Z');
    for (let index = 0; index < 36; index += 1) {
      expect(periodAt(anchor, 'month', index).end).toBe(periodAt(anchor, 'month', index + 1).start);
    }
  });
});
