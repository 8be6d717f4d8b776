import { lowerFirst } from '../../app/first-letter.ts';
import { enumLabel } from '../../app/format.ts';
import type { RowOf } from '../rows.ts';

/** Texts about meters. */

type Meter = RowOf['meters'];

/** Maximum number of values that are listed for a filter. If it has more, only their number is shown. */
const MAX_VALUES = 3;

const valuesText = (values: readonly string[]): string =>
  values.length > MAX_VALUES ? `${values.length} values` : new Intl.ListFormat('en', { type: 'disjunction' }).format(values);

/** What the meter computes: `Sum of gigabytes`, `Number of events`. */
export const aggregationText = ({ aggregation, value_key: key }: Meter): string => {
  const value = key ?? 'value';
  const texts: Readonly<Record<string, string>> = {
    sum: `Sum of ${value}`,
    count: 'Number of events',
    max: `Highest ${value}`,
    last: `Latest ${value}`,
    unique: `Different values of ${value}`,
  };
  return texts[aggregation] ?? enumLabel(aggregation);
};

/** The filters: `model: small or large, region: eu`; `null`: none. */
export const filtersText = ({ filters }: Meter): string | null =>
  filters.length === 0 ? null : filters.map(({ key, values }) => `${key}: ${valuesText(values)}`).join(', ');

/** The name of a meter, with the details that tell apart meters of the same events: `tokens (sum of value, model: small)`. */
export const meterText = (meter: Meter): string => {
  const filters = filtersText(meter);
  return `${meter.event_name} (${lowerFirst(aggregationText(meter))}${filters === null ? '' : `, ${filters}`})`;
};
