import * as v from 'valibot';
import { ApiError } from '../../shared/api/errors/errors.ts';
import { Metrics, viewPeriod } from '../../shared/api/objects/reports/metrics.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { day } from '../../shared/api/reports/day.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { dayOf } from '../../shared/domain/metrics/metrics.ts';
import { defaultFromDay, metricsByPeriod, type PeriodRange, periodsIn } from '../../shared/domain/metrics/series.ts';
import { clock } from '../../shared/runtime/services.ts';
import { fetchStoredMetrics } from '../../shared/store/metrics/read.ts';

const MAX_PERIODS = 366;

export const operation = defineOperation({
  id: 'metrics.retrieve',
  method: 'GET',
  path: '/v1/metrics',
  summary: 'Retrieve MRR, churn and revenue by day or month',
  description: doc(
    'Returns MRR and its movements, active, trialing, new and churned subscriptions, revenue, refunds, disputes and failed payments, per currency ' +
      'and per day or month (UTC) from `from` to `to`: at most 366 periods, in the years 2000 to 2999. ' +
      'Computed from the event log with a delay of some seconds. For customers on a test clock, the date of the clock applies. MRR is the sum of ' +
      '`mrr_cents` of all subscriptions except those in a trial; a pause counts as churn and its end as reactivation. Revenue is the sum of ' +
      'payments, including tax. This endpoint is an extension of the specification.',
  ),
  auth: apiKey('metrics:read'),
  profile: 'read',
  params: {},
  query: v.strictObject({
    interval: described(
      v.optional(v.picklist(['day', 'month'], 'must be day or month.'), 'month'),
      doc('Length of the periods: `day` or `month`.'),
    ),
    from: described(
      v.optional(day),
      doc(
        'First day, as `yyyy-mm-dd` in UTC. Default: the range covers the twelve months that end with the month of `to` or, with `interval=day`, the thirty days that end with `to`.',
      ),
    ),
    to: described(v.optional(day), doc('Last day, as `yyyy-mm-dd` in UTC. Default: today.')),
    currency: described(
      v.optional(v.pipe(fields.currencyCode, v.toUpperCase())),
      doc('Returns only this currency, as an ISO 4217 code in upper or lower case. Default: all currencies.'),
    ),
  }),
  response: Metrics,
});

export const handler = serve(operation, async ({ query }, { tenant, store }) => {
  const { interval, currency } = query;
  const toDay = query.to ?? dayOf(Math.floor(clock.nowMs() / 1000));
  const range: PeriodRange = { interval, fromDay: query.from ?? defaultFromDay(interval, toDay), toDay };
  if (range.fromDay > range.toDay) throw new ApiError('parameter_invalid', { param: 'from', message: '`from` must not be after `to`.' });
  const periods = periodsIn(range, MAX_PERIODS);
  if (periods.length > MAX_PERIODS) {
    throw new ApiError('parameter_invalid', {
      param: 'from',
      message: `The range from \`from\` to \`to\` must have at most ${MAX_PERIODS} periods.`,
    });
  }
  const allMetrics = await fetchStoredMetrics(store.table, tenant, range);
  const metrics = currency === undefined ? allMetrics : allMetrics.filter((each) => each.currency === currency);
  return { object: 'metrics' as const, interval, data: metricsByPeriod(interval, periods, metrics).map(viewPeriod) };
});
