import * as v from 'valibot';
import type { PeriodMetrics } from '../../../domain/metrics/series.ts';
import { described, doc, named } from '../../schemas/described.ts';
import { cents, count, currency as currencyField, objectName, openEnum, timestamp } from '../common.ts';

const MrrMovements = named(
  v.strictObject({
    new_cents: described(cents, doc('MRR in cents of subscriptions that began, or whose first charge after a trial was paid.')),
    expansion_cents: described(cents, doc('Increase of MRR in cents of active subscriptions, such as upgrades.')),
    contraction_cents: described(cents, doc('Decrease of MRR in cents of active subscriptions, such as downgrades; zero or negative.')),
    churn_cents: described(cents, doc('Lost MRR in cents of subscriptions that were canceled or paused; zero or negative.')),
    reactivation_cents: described(cents, doc('MRR in cents of paused subscriptions that were resumed.')),
  }),
  'MrrMovements',
);

const MetricsPeriod = v.strictObject({
  object: objectName('metrics.period'),
  currency: currencyField,
  period: described(v.string(), doc('The period in UTC: `2026-11` for a month, `2026-11-24` for a day.')),
  period_start: described(timestamp, doc('Unix time in seconds of the first second of the period.')),
  period_end: described(timestamp, doc('Unix time in seconds of the first second of the next period.')),
  mrr_cents: described(cents, doc('Monthly recurring revenue in cents at the end of the period.')),
  mrr_movements: described(MrrMovements, doc('What changed the MRR in the period.')),
  active_subscriptions: described(
    count,
    doc('Subscriptions at the end of the period that are active or past due; those in a trial, paused or canceled do not count.'),
  ),
  trialing_subscriptions: described(
    count,
    doc('Subscriptions at the end of the period that are in a trial, or whose first charge after the trial is not paid yet.'),
  ),
  new_subscriptions: described(count, doc('Subscriptions that became active in the period for the first time.')),
  churned_subscriptions: described(count, doc('Active subscriptions that were canceled or paused in the period.')),
  revenue_cents: described(cents, doc('Sum of the payments that succeeded in the period, in cents, including tax.')),
  refunded_cents: described(cents, doc('Sum of the refunds that succeeded in the period, in cents.')),
  disputed_cents: described(cents, doc('Sum of the chargebacks of the period minus reversed chargebacks, in cents.')),
  net_revenue_cents: described(cents, doc('`revenue_cents` minus `refunded_cents` and `disputed_cents`, in cents.')),
  succeeded_payments: described(count, doc('Number of payments that succeeded in the period.')),
  failed_payments: described(count, doc('Number of payments that failed in the period.')),
});

export const Metrics = v.strictObject({
  object: objectName('metrics'),
  interval: described(openEnum(['day', 'month']), doc('Length of the periods: `day` or `month`.')),
  data: described(v.array(MetricsPeriod), doc('One entry per period and currency.')),
});

/** Builds an entry of the API's `metrics`. */
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
