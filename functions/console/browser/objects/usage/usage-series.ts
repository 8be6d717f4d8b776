import type * as v from 'valibot';
import type { UsageSummary } from '../../../../../shared/api/objects/usage/usage-record.ts';
import { sum } from '../../../../../shared/domain/amounts/money.ts';
import { sliceAt, sliceStart, sliceUnitOf } from '../../../../../shared/domain/subscription/usage/slices.ts';

/** The usage of a period as the series of a chart. */

type Usage = v.InferOutput<typeof UsageSummary>;
export type UsageRow = NonNullable<Usage['breakdown']>[number];

/** The amounts of a meter, or of the usage records (`meterId` is `null`), for each day or month of the period, also those without usage. */
interface MeterSeries {
  readonly meterId: string | null;
  readonly amounts: readonly number[];
}

/** Starts of the days or months of a period, in Unix seconds. */
const startsOf = (period: { readonly start: number; readonly end: number }): readonly number[] => {
  const unit = sliceUnitOf(period);
  const last = sliceAt(period, period.end - 1).index;
  return Array.from({ length: last + 1 }, (_, index) => sliceStart(period, { unit, index }));
};

/** The meters of the rows, in the order of their first usage; `null` for usage records. */
export const metersOf = (rows: readonly UsageRow[]): readonly (string | null)[] => [...new Set(rows.map(({ meter_id: id }) => id))];

/** The series of the chart for a period, and the starts of the period's days or months. Without usage, there are no series. */
export const usageSeries = ({
  period_start: start,
  period_end: end,
  breakdown = [],
}: Pick<Usage, 'period_start' | 'period_end' | 'breakdown'>): {
  readonly starts: readonly number[];
  readonly series: readonly MeterSeries[];
} => {
  const starts = startsOf({ start, end });
  const amountAt = (meterId: string | null, at: number): number =>
    sum(breakdown.filter((row) => row.meter_id === meterId && row.starts_at === at).map((row) => row.amount_cents ?? 0));
  return { starts, series: metersOf(breakdown).map((meterId) => ({ meterId, amounts: starts.map((at) => amountAt(meterId, at)) })) };
};
