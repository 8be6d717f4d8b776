import { dayOf, type MetricPeriod, type Metrics, monthOf, mrrCentsOf, plus } from './metrics.ts';

export type MetricsInterval = 'day' | 'month';

/** The periods that are asked for, by their first and last day. */
export interface PeriodRange {
  readonly interval: MetricsInterval;
  readonly fromDay: string;
  readonly toDay: string;
}

/** Metrics as they are kept. */
export interface StoredMetrics extends MetricPeriod {
  readonly businessMetrics: Metrics;
}

/** A period of a currency: what happened in it, and how the business stood at its end. */
export interface PeriodMetrics extends MetricPeriod {
  readonly startsAt: number;
  /** The first second of the next period. */
  readonly endsAt: number;
  readonly businessMetrics: Metrics;
  /** Of everything up to the period's end. */
  readonly sum: Metrics;
  readonly mrrCents: number;
}

const startOf = (period: string): number => Date.parse(period) / 1000;

const nextPeriod = (interval: MetricsInterval, period: string): string => {
  const [year, month, day] = period.split('-').map(Number);
  const next =
    interval === 'month'
      ? new Date(Date.UTC(Number(year), Number(month)))
      : new Date(Date.UTC(Number(year), Number(month) - 1, Number(day) + 1));
  return next.toISOString().slice(0, period.length);
};

const periodOf = (interval: MetricsInterval, day: string): string => (interval === 'month' ? monthOf(day) : day);

const USUAL_DAYS = 30;

/** Where a range begins that was not asked to begin anywhere: with the month eleven months before, or 29 days before. */
export const usualFrom = (interval: MetricsInterval, toDay: string): string => {
  const [year, month, day] = toDay.split('-').map(Number);
  const from =
    interval === 'month'
      ? Date.UTC(Number(year) - 1, Number(month), 1)
      : Date.UTC(Number(year), Number(month) - 1, Number(day) - USUAL_DAYS + 1);
  return dayOf(from / 1000);
};

/** The periods of a range, oldest first, at most `most` of them: anyone who asks for more gets one more than that. */
export const periodsIn = ({ interval, fromDay, toDay }: PeriodRange, most: number): readonly string[] => {
  const last = periodOf(interval, toDay);
  const periods: string[] = [];
  for (let period = periodOf(interval, fromDay); period <= last && periods.length <= most; period = nextPeriod(interval, period)) {
    periods.push(period);
  }
  return periods;
};

/**
 * The metrics of each period of each currency that has any, by currency and then oldest first, also of periods in which nothing
 * happened. `kept` has to hold everything before the first period (as months, or days), and everything in the periods in their interval.
 */
export const seriesOf = (
  interval: MetricsInterval,
  periods: readonly string[],
  kept: readonly StoredMetrics[],
): readonly PeriodMetrics[] => {
  const [first] = periods;
  if (first === undefined) return [];
  return [...new Set(kept.map(({ currency }) => currency))].sort().flatMap((currency) => {
    const own = kept.filter((each) => each.currency === currency);
    const byPeriod = new Map(own.map(({ period, businessMetrics }) => [period, businessMetrics]));
    let sum = own.filter(({ period }) => period < first).reduce<Metrics>((so, { businessMetrics }) => plus(so, businessMetrics), {});
    return periods.map((period): PeriodMetrics => {
      const businessMetrics = byPeriod.get(period) ?? {};
      sum = plus(sum, businessMetrics);
      const endsAt = startOf(nextPeriod(interval, period));
      return { currency, period, startsAt: startOf(period), endsAt, businessMetrics, sum, mrrCents: mrrCentsOf(sum) };
    });
  });
};
