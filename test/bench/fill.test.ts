import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchesOf, periodEndingAt } from '../../scripts/bench/fill/subscriptions.ts';
import { repeatConcurrently } from '../../scripts/bench/measure.ts';
import { addIntervals, periodAt } from '../../shared/domain/periods.ts';

const at = (text: string): number => Date.parse(text) / 1000;
const anyTime = fc.integer({ min: at('2024-01-01T00:00:00Z'), max: at('2032-12-31T23:59:59Z') });

describe('gridEndingAt', () => {
  it.each([
    ['2026-11-22T10:00:00Z', '2026-10-22T10:00:00Z', 0],
    ['2026-03-31T12:00:00Z', '2026-01-31T12:00:00Z', 1],
    ['2026-05-31T12:00:00Z', '2026-03-31T12:00:00Z', 1],
    ['2028-02-29T00:00:01Z', '2028-01-29T00:00:01Z', 0],
  ])('for a period that ends at %s returns the anchor %s', (end, anchor, periodIndex) => {
    expect(periodEndingAt(at(end), 'month')).toEqual({ anchor: at(anchor), periodIndex });
  });

  it('returns an anchor with a period that ends exactly at the given time, for any time', () => {
    fc.assert(
      fc.property(anyTime, fc.constantFrom('month' as const, 'year' as const), (end, interval) => {
        const { anchor, periodIndex } = periodEndingAt(end, interval);
        expect(periodAt(anchor, interval, periodIndex).end).toBe(end);
        expect(addIntervals(anchor, interval, periodIndex + 1)).toBe(end);
      }),
    );
  });
});

/** Items that a transaction of the fill contains for each subscription. */
const ITEMS_PER_SUBSCRIPTION = 8;

describe('batchesOf', () => {
  it('returns batches that add up to the count and fit into a transaction of 100 items', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3000 }), (count) => {
        const batches = batchesOf(count);
        expect(batches.reduce((sum, each) => sum + each, 0)).toBe(count);
        expect(batches.every((each) => each > 0 && each * ITEMS_PER_SUBSCRIPTION <= 100)).toBe(true);
      }),
    );
  });

  it('returns as few batches as possible', () => {
    expect(batchesOf(41)).toEqual([12, 12, 12, 5]);
    expect(batchesOf(0)).toEqual([]);
  });
});

it('repeatConcurrently runs the work once per index, with limited concurrency', async () => {
  const indexes: number[] = [];
  let [running, peak] = [0, 0];
  await repeatConcurrently(50, 4, async (index) => {
    running += 1;
    peak = Math.max(peak, running);
    await Promise.resolve();
    running -= 1;
    indexes.push(index);
  });
  expect(indexes.toSorted((left, right) => left - right)).toEqual(Array.from({ length: 50 }, (_, index) => index));
  expect(peak).toBe(4);
});
