import { addMetrics, dayOf, type MetricPeriod, type Metrics, monthOf, mrrCentsOf } from './metrics.ts';

export type MetricsInterval = 'day' | 'month';

/** The range of periods that a request is for, given by its first and last day. */
export interface PeriodRange {
  readonly interval: MetricsInterval;
  readonly fromDay: string;
  readonly toDay: string;
}

/** Stored metrics of a day or month. */
export interface StoredMetrics extends MetricPeriod {
  readonly businessMetrics: Metrics;
}

/** Metrics of a period in a currency, and the sums at the end of the period. */
export interface PeriodMetrics extends MetricPeriod {
  readonly startsAt: number;
  /** The first second of the next period. */
  readonly endsAt: number;
  readonly businessMetrics: Metrics;
  /** Sum of all metrics until the end of the period. */
  readonly sum: Metrics;
  readonly mrrCents: number;
}

const startOf = (period: string): number => Date.parse(period) / 1000;

/** The period that follows `period`. */
export const nextPeriod = (interval: MetricsInterval, period: string): string => {
  const [year, month, day] = period.split('-').map(Number);
  const next =
    interval === 'month'
      ? new Date(Date.UTC(Number(year), Number(month)))
      : new Date(Date.UTC(Number(year), Number(month) - 1, Number(day) + 1));
  return next.toISOString().slice(0, period.length);
};

const periodOf = (interval: MetricsInterval, day: string): string => (interval === 'month' ? monthOf(day) : day);

const DEFAULT_DAYS = 30;

/** Default first day of a range that ends on `toDay`. The range then covers 12 calendar months (the last one until `toDay`) or 30 days. */
export const defaultFromDay = (interval: MetricsInterval, toDay: string): string => {
  const [year, month, day] = toDay.split('-').map(Number);
  const from =
    interval === 'month'
      ? Date.UTC(Number(year) - 1, Number(month), 1)
      : Date.UTC(Number(year), Number(month) - 1, Number(day) - DEFAULT_DAYS + 1);
  return dayOf(from / 1000);
};

/** The periods of a range, oldest first. Returns `maxPeriods + 1` periods when the range has more than `maxPeriods`. */
export const periodsIn = ({ interval, fromDay, toDay }: PeriodRange, maxPeriods: number): readonly string[] => {
  const last = periodOf(interval, toDay);
  const periods: string[] = [];
  for (let period = periodOf(interval, fromDay); period <= last && periods.length <= maxPeriods; period = nextPeriod(interval, period)) {
    periods.push(period);
  }
  return periods;
};

/**
 * Builds the metrics of every period, also of periods without changes; grouped by currency, oldest first. `stored` must contain the
 * metrics of these periods, and those of all earlier days: each earlier day exactly once, alone or as part of a whole month.
 */
export const metricsByPeriod = (
  interval: MetricsInterval,
  periods: readonly string[],
  stored: readonly StoredMetrics[],
): readonly PeriodMetrics[] => {
  const [first] = periods;
  if (first === undefined) return [];
  return [...new Set(stored.map(({ currency }) => currency))].sort().flatMap((currency) => {
    const currencyMetrics = stored.filter((metrics) => metrics.currency === currency);
    const byPeriod = new Map(currencyMetrics.map(({ period, businessMetrics }) => [period, businessMetrics]));
    let sum = currencyMetrics
      .filter(({ period }) => period < first)
      .reduce<Metrics>((total, { businessMetrics }) => addMetrics(total, businessMetrics), {});
    return periods.map((period): PeriodMetrics => {
      const businessMetrics = byPeriod.get(period) ?? {};
      sum = addMetrics(sum, businessMetrics);
      const endsAt = startOf(nextPeriod(interval, period));
      return { currency, period, startsAt: startOf(period), endsAt, businessMetrics, sum, mrrCents: mrrCentsOf(sum) };
    });
  });
};
