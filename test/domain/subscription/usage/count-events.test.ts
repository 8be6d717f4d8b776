import { describe, expect, it } from 'vitest';
import type { Aggregation } from '../../../../shared/domain/meter/record.ts';
import { parseSliceKey } from '../../../../shared/domain/subscription/usage/slices.ts';
import type { AcceptedEvent } from '../../../../shared/domain/usage-event/accept.ts';
import { countEvents, type KnownValues, uniqueKey } from '../../../../shared/domain/usage-event/count.ts';
import { START } from '../../world.ts';

/** An event. `at`: seconds after `START`; `day`: key of the day or month in which it is counted, `null`: unknown. */
interface CountableEvent {
  readonly value?: bigint;
  readonly user?: string;
  readonly at?: number;
  readonly day?: string | null;
  readonly start?: number;
  readonly isCounted?: boolean;
}

const acceptedEvent = ({ value = 1n, user, at = 0, day = 'd0', start = START, isCounted = true }: CountableEvent): AcceptedEvent => ({
  event: {
    id: 'event',
    created: START,
    eventName: 'tokens',
    subscriptionId: 'sub_1',
    customerId: 'cus_1',
    meterId: 'mtr_1',
    occurredAt: START + at,
    value: null,
    properties: {},
    periodStart: start,
    status: 'recorded',
  },
  counting: isCounted
    ? { start, openUntil: START + 1000, pastCounts: [], pastSlices: [], slice: day === null ? null : parseSliceKey(day) }
    : null,
  trillionths: value,
  uniqueValue: user ?? null,
});

const NOTHING_KNOWN: KnownValues = { values: new Map(), unique: new Map() };

const counted = (aggregation: Aggregation, events: readonly CountableEvent[], known: Partial<KnownValues> = {}) =>
  countEvents(aggregation, events.map(acceptedEvent), { ...NOTHING_KNOWN, ...known });

/** What is added to the period at `start`: value and events in total and by day. */
const sumsOf = ({ sums }: ReturnType<typeof countEvents>, start = START) => {
  const sum = sums.get(start);
  const slices = [...(sum?.slices.entries() ?? [])].map(([key, { trillionths, events }]) => [key, trillionths, events]);
  return sum && [sum.trillionths, sum.events, ...slices];
};

/** The value of the period at `START` and the values of its days. */
const valuesOf = ({ values }: ReturnType<typeof countEvents>) => {
  const value = values.get(START);
  const slices = [...(value?.slices.entries() ?? [])].map(([key, { trillionths }]) => [key, trillionths]);
  return value && [value.trillionths, value.occurredAt - START, value.version, ...slices];
};

/** The known value 10 of the period, of day 0, received at `START + 50`. */
const TEN = { trillionths: 10n, occurredAt: START + 50 };
const KNOWN_TEN = { values: new Map([[START, { ...TEN, version: 4, slices: new Map([['d0', TEN]]) }]]) };

describe.each(['sum', 'count'] as const)('events of a meter with the aggregation `%s`', (aggregation) => {
  it('are added up by period and day', () => {
    const result = counted(aggregation, [
      { value: 5n },
      { value: 7n },
      { value: 2n, day: 'd3' },
      { value: 100n, day: null },
      { value: 1n, start: START + 500 },
      { value: 900n, isCounted: false },
    ]);
    expect(sumsOf(result)).toEqual([114n, 4, ['d0', 12n, 2], ['d3', 2n, 1]]);
    expect(sumsOf(result, START + 500)).toEqual([1n, 1, ['d0', 1n, 1]]);
    expect(result).toMatchObject({ values: new Map(), unique: [] });
  });
});

describe('events of a meter with the aggregation `max`', () => {
  it('raise the value of the period and of the day', () => {
    const result = counted('max', [
      { value: 5n },
      { value: 3n, at: 1, day: 'd1' },
      { value: 9n, at: 2, day: 'd1' },
      { value: 8n, at: 3, day: 'd1' },
    ]);
    expect(sumsOf(result)).toEqual([9n, 4, ['d0', 0n, 1], ['d1', 0n, 3]]);
    expect(valuesOf(result)).toEqual([9n, 2, 1, ['d0', 5n], ['d1', 9n]]);
  });

  it('add the difference to the known value', () => {
    const higher = counted('max', [{ value: 12n, at: 3, day: 'd1' }], KNOWN_TEN);
    expect(sumsOf(higher)).toEqual([2n, 1, ['d1', 0n, 1]]);
    expect(valuesOf(higher)).toEqual([12n, 3, 5, ['d0', 10n], ['d1', 12n]]);
    const lower = counted('max', [{ value: 4n, day: 'd1' }], KNOWN_TEN);
    expect(sumsOf(lower)).toEqual([0n, 1, ['d1', 0n, 1]]);
    expect(valuesOf(lower)).toEqual([10n, 50, 5, ['d0', 10n], ['d1', 4n]]);
  });

  it('without a higher value change nothing but the number of events', () => {
    const equal = counted(
      'max',
      [
        { value: 10n, at: 60 },
        { value: 9n, at: 70 },
        { value: 8n, day: null },
      ],
      KNOWN_TEN,
    );
    expect(sumsOf(equal)).toEqual([0n, 3, ['d0', 0n, 2]]);
    expect(equal.values).toEqual(new Map());
  });
});

describe('events of a meter with the aggregation `last`', () => {
  it('replace the value unless they occurred earlier; of two in one second, the one received later decides', () => {
    const result = counted('last', [
      { value: 5n, at: 10 },
      { value: 3n, at: 10 },
      { value: 9n, at: 9 },
    ]);
    expect(sumsOf(result)).toEqual([3n, 3, ['d0', 0n, 3]]);
    expect(valuesOf(result)).toEqual([3n, 10, 1, ['d0', 3n]]);
  });

  it('can lower the known value, and change an earlier day without changing the period', () => {
    const later = counted('last', [{ value: 4n, at: 51 }], KNOWN_TEN);
    expect(sumsOf(later)).toEqual([-6n, 1, ['d0', 0n, 1]]);
    expect(valuesOf(later)).toEqual([4n, 51, 5, ['d0', 4n]]);
    const earlier = counted('last', [{ value: 4n, at: 49, day: 'd1' }], KNOWN_TEN);
    expect(sumsOf(earlier)).toEqual([0n, 1, ['d1', 0n, 1]]);
    expect(valuesOf(earlier)).toEqual([10n, 50, 5, ['d0', 10n], ['d1', 4n]]);
  });
});

describe('events of a meter with the aggregation `unique`', () => {
  const day = (key: string) => parseSliceKey(key);
  const known = (slice: string | null) => ({ unique: new Map([[uniqueKey(START, 'ann'), slice === null ? null : day(slice)]]) });

  it('count each value once in a period', () => {
    const result = counted('unique', [
      { user: 'ann' },
      { user: 'ann', day: 'd1' },
      { user: 'bob', day: 'd1' },
      { user: 'ann', start: START + 500 },
    ]);
    expect(sumsOf(result)).toEqual([2n, 3, ['d0', 1n, 1], ['d1', 1n, 2]]);
    expect(sumsOf(result, START + 500)).toEqual([1n, 1, ['d0', 1n, 1]]);
    expect(result.unique).toEqual([
      { start: START, value: 'ann', slice: day('d0'), former: null },
      { start: START, value: 'bob', slice: day('d1'), former: null },
      { start: START + 500, value: 'ann', slice: day('d0'), former: null },
    ]);
  });

  it('move a value to an earlier day without counting it again', () => {
    const stored = counted('unique', [{ user: 'ann', day: 'd1' }], known('d2'));
    expect(sumsOf(stored)).toEqual([0n, 1, ['d1', 1n, 1], ['d2', -1n, 0]]);
    expect(stored.unique).toEqual([{ start: START, value: 'ann', slice: day('d1'), former: day('d2') }]);
    const sent = counted('unique', [
      { user: 'ann', day: 'd2' },
      { user: 'ann', day: 'd1' },
    ]);
    expect(sumsOf(sent)).toEqual([1n, 2, ['d2', 0n, 1], ['d1', 1n, 1]]);
    expect(sent.unique).toEqual([{ start: START, value: 'ann', slice: day('d1'), former: null }]);
  });

  it.each([
    ['the same day', 'd1', 'd1'],
    ['a later day', 'd1', 'd2'],
    ['an unknown day', 'd1', null],
    ['a month', 'd1', 'm0'],
    ['a day, if the day of the first use is unknown', null, 'd0'],
  ] as const)('count no value again for %s', (_what, first, next) => {
    const result = counted('unique', [{ user: 'ann', day: next }], known(first));
    expect(sumsOf(result)).toEqual(next === null ? [0n, 1] : [0n, 1, [next, 0n, 1]]);
    expect(result.unique).toEqual([]);
  });
});
