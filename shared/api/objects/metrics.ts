import * as v from 'valibot';
import type { PeriodMetrics } from '../../domain/metrics/series.ts';
import { cents, count, openEnum, timestamp } from './common.ts';

const MrrMovements = v.strictObject({
  new_cents: cents,
  expansion_cents: cents,
  /** Zero or negative, like `churn_cents`. */
  contraction_cents: cents,
  churn_cents: cents,
  reactivation_cents: cents,
});

const MetricsPeriod = v.strictObject({
  object: v.literal('metrics.period'),
  currency: v.string(),
  /** `2026-11` for a month, `2026-11-24` for a day, in UTC. */
  period: v.string(),
  period_start: timestamp,
  /** The first second of the next period. */
  period_end: timestamp,
  /** At the period's end. */
  mrr_cents: cents,
  mrr_movements: MrrMovements,
  /** At the period's end. Subscriptions in a trial, paused and canceled subscriptions do not count. */
  active_subscriptions: count,
  /** At the period's end. */
  trialing_subscriptions: count,
  new_subscriptions: count,
  churned_subscriptions: count,
  revenue_cents: cents,
  refunded_cents: cents,
  /** Chargebacks minus reversed chargebacks. */
  disputed_cents: cents,
  net_revenue_cents: cents,
  succeeded_payments: count,
  failed_payments: count,
});

export const Metrics = v.strictObject({
  object: v.literal('metrics'),
  interval: openEnum(),
  data: v.array(MetricsPeriod),
});

/** Builds a period of `GET /v1/metrics`. */
export const viewPeriod = ({ currency, period, startsAt, endsAt, businessMetrics, sum, mrrCents }: PeriodMetrics) => {
  const [revenueCents, refundedCents, disputedCents] = [
    businessMetrics.revenue_cents ?? 0,
    businessMetrics.refunded_cents ?? 0,
    businessMetrics.disputed_cents ?? 0,
  ];
  return {
    object: 'metrics.period' as const,
    currency,
    period,
    period_start: startsAt,
    period_end: endsAt,
    mrr_cents: mrrCents,
    mrr_movements: {
      new_cents: businessMetrics.mrr_new_cents ?? 0,
      expansion_cents: businessMetrics.mrr_expansion_cents ?? 0,
      contraction_cents: businessMetrics.mrr_contraction_cents ?? 0,
      churn_cents: businessMetrics.mrr_churn_cents ?? 0,
      reactivation_cents: businessMetrics.mrr_reactivation_cents ?? 0,
    },
    active_subscriptions: sum.active_subscriptions ?? 0,
    trialing_subscriptions: sum.trialing_subscriptions ?? 0,
    new_subscriptions: businessMetrics.new_subscriptions ?? 0,
    churned_subscriptions: businessMetrics.churned_subscriptions ?? 0,
    revenue_cents: revenueCents,
    refunded_cents: refundedCents,
    disputed_cents: disputedCents,
    net_revenue_cents: revenueCents - refundedCents - disputedCents,
    succeeded_payments: businessMetrics.succeeded_payments ?? 0,
    failed_payments: businessMetrics.failed_payments ?? 0,
  };
};
