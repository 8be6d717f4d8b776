/** What a business is measured by, as numbers that add up: over the changes of a day, the days of a month, and from the beginning. */
export const METRIC_NAMES = [
  /** What the subscriptions were worth a month before the first change that is counted. */
  'mrr_opening_cents',
  'mrr_new_cents',
  'mrr_expansion_cents',
  /** Below zero, as what churned. */
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

/** By how much metrics rise; what is left out does not. Integers, money in cents. */
export type Metrics = { readonly [K in MetricName]?: number };

/** The sum, without what is zero. */
export const plus = (one: Metrics, other: Metrics): Metrics => {
  const sums = METRIC_NAMES.map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)] as const);
  return Object.fromEntries(sums.filter(([, sum]) => sum !== 0));
};

/** Adds to the sum under a key. */
export const addTo = (sums: Map<string, Metrics>, key: string, businessMetrics: Metrics): void => {
  sums.set(key, plus(sums.get(key) ?? {}, businessMetrics));
};

/** What metrics have in common that are counted together. */
export interface MetricPeriod {
  readonly currency: string;
  /** A day `2026-11-24` or a month `2026-11`, of UTC. */
  readonly period: string;
}

/** The day of a moment (Unix seconds), in UTC. */
export const dayOf = (atSeconds: number): string => new Date(atSeconds * 1000).toISOString().slice(0, 'yyyy-mm-dd'.length);

/** The month of a day. */
export const monthOf = (day: string): string => day.slice(0, 'yyyy-mm'.length);

/** What subscriptions are worth a month, by the sum of all metrics up to then. */
export const mrrCentsOf = (sum: Metrics): number =>
  (sum.mrr_opening_cents ?? 0) +
  (sum.mrr_new_cents ?? 0) +
  (sum.mrr_expansion_cents ?? 0) +
  (sum.mrr_contraction_cents ?? 0) +
  (sum.mrr_churn_cents ?? 0) +
  (sum.mrr_reactivation_cents ?? 0);
