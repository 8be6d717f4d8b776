/** Names of the business metrics. Each value is a sum over a day, over a month, or over all time since counting started. */
export const METRIC_NAMES = [
  /** MRR of the subscriptions that existed when counting started. */
  'mrr_opening_cents',
  'mrr_new_cents',
  'mrr_expansion_cents',
  /** Negative, like the churn. */
  'mrr_contraction_cents',
  'mrr_churn_cents',
  'mrr_reactivation_cents',
  'active_subscriptions',
  'trialing_subscriptions',
  'new_subscriptions',
  'churned_subscriptions',
  'revenue_cents',
  'refunded_cents',
  'disputed_cents',
  'succeeded_payments',
  'failed_payments',
] as const;

export type MetricName = (typeof METRIC_NAMES)[number];

/** Increments of metrics; omitted: 0. Integers, money in cents. */
export type Metrics = { readonly [K in MetricName]?: number };

/** Adds two sets of metrics; zero sums are left out. */
export const addMetrics = (one: Metrics, other: Metrics): Metrics => {
  const sums = METRIC_NAMES.map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)] as const);
  return Object.fromEntries(sums.filter(([, sum]) => sum !== 0));
};

/** Adds metrics to the entry of `sums` with this key; changes `sums`. */
export const addMetricsTo = (sums: Map<string, Metrics>, key: string, businessMetrics: Metrics): void => {
  sums.set(key, addMetrics(sums.get(key) ?? {}, businessMetrics));
};

/** The currency and period that a sum of metrics is for. */
export interface MetricPeriod {
  readonly currency: string;
  /** A day `2026-11-24` or a month `2026-11`, of UTC. */
  readonly period: string;
}

/** The UTC day of a time in Unix seconds. */
export const dayOf = (atSeconds: number): string => new Date(atSeconds * 1000).toISOString().slice(0, 'yyyy-mm-dd'.length);

/** The month of a UTC day. */
export const monthOf = (day: string): string => day.slice(0, 'yyyy-mm'.length);

/** The MRR. `sum`: all metrics since counting started. */
export const mrrCentsOf = (sum: Metrics): number =>
  (sum.mrr_opening_cents ?? 0) +
  (sum.mrr_new_cents ?? 0) +
  (sum.mrr_expansion_cents ?? 0) +
  (sum.mrr_contraction_cents ?? 0) +
  (sum.mrr_churn_cents ?? 0) +
  (sum.mrr_reactivation_cents ?? 0);
