import { describe, expect, it } from 'vitest';
import { atLeast, atMost, doneWithin, secondsEach, verdictTable } from '../../scripts/bench/verdict.ts';

describe('a verdict', () => {
  it('is `within` if a value equals its budget', () => {
    expect(atMost('a ratio', 1.3, 1.3, ' x')).toEqual({ what: 'a ratio', value: '1.3 x', budget: '<= 1.3 x', verdict: 'within' });
    expect(atLeast('a ratio', 1, 1, ' x').verdict).toBe('within');
  });

  it('is `over` if a value exceeds a maximum, is below a minimum, or is not a number', () => {
    expect(atMost('a ratio', 1.31, 1.3).verdict).toBe('over');
    expect(atLeast('a ratio', 0.99, 1).verdict).toBe('over');
    expect(atMost('a time', Number.POSITIVE_INFINITY, 30).verdict).toBe('over');
    expect(atMost('a time', Number.NaN, 30).verdict).toBe('over');
  });
});

describe('doneWithin', () => {
  it('is `within` only if all items are complete in time', () => {
    expect(doneWithin('renewals', { count: 100, of: 100, seconds: 29.99 }, 30)).toMatchObject({ value: '29.99 s', verdict: 'within' });
    expect(doneWithin('renewals', { count: 100, of: 100, seconds: 30.01 }, 30).verdict).toBe('over');
  });

  it('is `over` and shows the count if an item is not complete', () => {
    const finding = doneWithin('renewals', { count: 99, of: 100, seconds: 1 }, 30);
    expect(finding).toMatchObject({ value: '99 of 100 in 1 s', budget: '<= 30 s', verdict: 'over' });
  });
});

it('secondsEach returns the average seconds per item, and Infinity if no item is complete', () => {
  expect(secondsEach({ count: 50, of: 100, seconds: 25 })).toBe(0.5);
  expect(secondsEach({ count: 0, of: 100, seconds: 25 })).toBe(Number.POSITIVE_INFINITY);
});

it('verdictTable has a line for each finding, with aligned columns', () => {
  const lines = verdictTable([{ part: 'renewals', findings: [atMost('one', 1, 2), atMost('another', 3, 2)] }]);
  expect(lines).toEqual([
    'part      what     measured  budget  verdict',
    'renewals  one      1         <= 2    WITHIN',
    'renewals  another  3         <= 2    OVER',
  ]);
});
