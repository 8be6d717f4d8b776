import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { RowOf } from '../../functions/console/browser/objects/rows.ts';
import { metersOf, usageSeries } from '../../functions/console/browser/objects/usage/usage-series.ts';

vi.stubGlobal('navigator', { languages: ['en'] });

let texts: typeof import('../../functions/console/browser/objects/usage/meter-texts.ts');
beforeAll(async () => {
  texts = await import('../../functions/console/browser/objects/usage/meter-texts.ts');
});

const DAY = 86_400;
const START = Date.UTC(2026, 10, 3, 10, 30) / 1000;
const MIDNIGHT = Date.UTC(2026, 10, 4) / 1000;

const row = (startsAt: number, meterId: string | null, cents: number) => ({
  starts_at: startsAt,
  meter_id: meterId,
  event_name: meterId === null ? null : 'tokens',
  group: null,
  quantity: '1',
  record_count: 1,
  amount_cents: cents,
});

describe('the chart of the usage of a period', () => {
  it('has a value for each day (0 without usage), a series for each meter, and a series for usage records', () => {
    const breakdown = [row(START, null, 5), row(START, 'mtr_1', 7), row(MIDNIGHT + DAY, 'mtr_1', -2)];
    const { starts, series } = usageSeries({ period_start: START, period_end: START + 3 * DAY, breakdown });
    expect(starts).toEqual([START, MIDNIGHT, MIDNIGHT + DAY, MIDNIGHT + 2 * DAY]);
    expect(series).toEqual([
      { meterId: null, amounts: [5, 0, 0, 0] },
      { meterId: 'mtr_1', amounts: [7, 0, -2, 0] },
    ]);
    expect(metersOf(breakdown)).toEqual([null, 'mtr_1']);
  });

  it('does not show the day that starts at the end of the period, and shows months if the period is a year', () => {
    expect(usageSeries({ period_start: MIDNIGHT, period_end: MIDNIGHT + 30 * DAY }).starts).toHaveLength(30);
    const { starts, series } = usageSeries({ period_start: START, period_end: Date.UTC(2027, 10, 3, 10, 30) / 1000, breakdown: [] });
    expect(starts).toHaveLength(13);
    expect(starts.slice(0, 2)).toEqual([START, Date.UTC(2026, 11, 1) / 1000]);
    expect(series).toEqual([]);
  });
});

describe('the name of a meter', () => {
  const meter: RowOf['meters'] = {
    id: 'mtr_1',
    object: 'meter',
    created: START,
    livemode: false,
    event_name: 'tokens',
    aggregation: 'sum',
    value_key: null,
    filters: [],
    status: 'active',
  };

  it('distinguishes meters of the same events by what they compute and by their filters', () => {
    const filters = [
      { key: 'model', values: ['small', 'large'] },
      { key: 'region', values: ['a', 'b', 'c', 'd'] },
    ];
    const meters: readonly RowOf['meters'][] = [
      meter,
      { ...meter, aggregation: 'count' },
      { ...meter, aggregation: 'unique', value_key: 'user' },
      { ...meter, filters },
    ];
    expect(meters.map((each) => texts.meterText(each))).toEqual([
      'tokens (sum of value)',
      'tokens (number of events)',
      'tokens (different values of user)',
      'tokens (sum of value, model: small or large, region: 4 values)',
    ]);
  });

  it('has separate texts for the filters (`null` if there are none) and the aggregation', () => {
    expect([texts.filtersText(meter), texts.aggregationText({ ...meter, aggregation: 'max' })]).toEqual([null, 'Highest value']);
  });
});
