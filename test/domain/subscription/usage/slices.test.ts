import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Interval, periodAt } from '../../../../shared/domain/periods.ts';
import {
  dayNumberOf,
  parseSliceKey,
  sliceAt,
  sliceKey,
  sliceStart,
  sliceUnitOf,
  startOfUnit,
} from '../../../../shared/domain/subscription/usage/slices.ts';
import { countingOf, NO_USAGE } from '../../../../shared/domain/subscription/usage/usage.ts';
import { newSubscription } from '../../billing.ts';
import { METERED } from '../../usage.ts';
import { DAY } from '../../world.ts';

const ANCHOR = Date.UTC(2027, 0, 31, 15, 30) / 1000;
const at = (text: string): number => Date.parse(text) / 1000;

describe('the slices of a period', () => {
  it.each<[Interval, string]>([
    ['month', 'day'],
    ['year', 'month'],
  ])('of a %s are the UTC %ss in it; the first begins with the period', (interval, unit) => {
    const times = fc.record({
      anchor: fc.integer({ min: ANCHOR, max: ANCHOR + 10 ** 8 }),
      index: fc.nat(40),
      part: fc.double({ min: 0, max: 0.999999, noNaN: true }),
    });
    fc.assert(
      fc.property(times, ({ anchor, index, part }) => {
        const period = periodAt(anchor, interval, index);
        expect(sliceUnitOf(period)).toBe(unit);
        const time = period.start + Math.floor((period.end - period.start) * part);
        const slice = sliceAt(period, time);
        expect(sliceStart(period, slice)).toBe(Math.max(period.start, startOfUnit(slice.unit, time)));
        // The index is one base-36 digit of an attribute name.
        expect(slice.index).toBeLessThan(36);
        expect(parseSliceKey(sliceKey(slice))).toEqual(slice);
      }),
    );
  });

  it('begin at the start of the period; usage before the period belongs to the first slice', () => {
    const period = periodAt(ANCHOR, 'month', 1);
    expect([sliceAt(period, period.start - 10 ** 6), sliceStart(period, { unit: 'day', index: 0 })]).toEqual([
      { unit: 'day', index: 0 },
      at('2027-02-28T15:30:00Z'),
    ]);
    expect(sliceStart(period, { unit: 'day', index: 1 })).toBe(at('2027-03-01T00:00:00Z'));
    expect(sliceStart(periodAt(ANCHOR, 'year', 0), { unit: 'month', index: 12 })).toBe(at('2028-01-01T00:00:00Z'));
  });
});

describe('the counters of usage', () => {
  it('of earlier periods are returned as past counts and slices; those of the open period are not', () => {
    const { billing, id } = newSubscription(METERED);
    const start = billing.subscription(id).currentPeriodStart;
    const countFrom = (from: number) => ({ counter: 0, start: from, quantity: 1n, records: 1 });
    const slicesFrom = (from: number) => ({ counter: 0, startDay: dayNumberOf(from), sums: [], eventsByMeter: new Map(), attributes: [] });
    const counts = [countFrom(start - 1), countFrom(start)];
    const slices = [slicesFrom(start - DAY), slicesFrom(start)];
    const counting = countingOf(billing.subscription(id), { ...NO_USAGE, counts, slices }, start);
    expect(counting).toMatchObject({ start, pastCounts: counts.slice(0, 1), pastSlices: slices.slice(0, 1) });
  });
});
