import * as v from 'valibot';
import { ApiError } from '../../shared/api/errors.ts';
import { Metrics, viewPeriod } from '../../shared/api/objects/metrics.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { serve } from '../../shared/api/serve.ts';
import { dayOf } from '../../shared/domain/metrics/metrics.ts';
import { defaultFromDay, type PeriodRange, periodsIn, seriesOf } from '../../shared/domain/metrics/series.ts';
import { clock } from '../../shared/runtime/services.ts';
import { storedMetrics } from '../../shared/store/metrics/read.ts';

const MOST_PERIODS = 366;

const DAY_PROBLEM = 'must be a day of the form yyyy-mm-dd, from 2000-01-01 to 2999-12-31.';
/** One that the calendar has, of this millennium: periods are compared as text, which is their order while years have four digits. */
const day = v.pipe(
  v.string(),
  v.isoDate(DAY_PROBLEM),
  v.check((value) => value.startsWith('2') && dayOf(Date.parse(value) / 1000) === value, DAY_PROBLEM),
);

export const operation = defineOperation({
  id: 'metrics.retrieve',
  method: 'GET',
  path: '/v1/metrics',
  summary: 'Retrieve MRR, churn and revenue by day or month',
  description:
    'Monthly recurring revenue with what moved it, subscriptions that are active, in a trial, new and churned, revenue, refunds, disputes and failed ' +
    'payments, for each currency and each day or month of UTC from `from` to `to`: usually the last twelve months, or thirty days; at most 366 periods, of the years 2000 to 2999. ' +
    'Counted from the event log, some seconds after the event; what happens to customers on a test clock counts on the day of their clock. MRR is what ' +
    'subscriptions show as `mrr_cents`, without those in a trial; a pause counts as churn and its end as reactivation. Revenue is what was paid, tax ' +
    'included. An extension of this service.',
  auth: apiKey('metrics:read'),
  profile: 'read',
  params: {},
  query: v.strictObject({
    interval: v.optional(v.picklist(['day', 'month'], 'must be day or month.'), 'month'),
    from: v.optional(day),
    to: v.optional(day),
    currency: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, 'must be three capital letters.'))),
  }),
  body: null,
  response: Metrics,
  errors: [],
});

export const handler = serve(operation, async ({ query }, { tenant, store }) => {
  const { interval, currency } = query;
  const toDay = query.to ?? dayOf(Math.floor(clock.nowMs() / 1000));
  const range: PeriodRange = { interval, fromDay: query.from ?? defaultFromDay(interval, toDay), toDay };
  if (range.fromDay > range.toDay) throw new ApiError('parameter_invalid', { param: 'from', message: 'from must not be after to.' });
  const periods = periodsIn(range, MOST_PERIODS);
  if (periods.length > MOST_PERIODS) {
    throw new ApiError('parameter_invalid', { param: 'from', message: `from must be at most ${MOST_PERIODS} periods before to.` });
  }
  const kept = await storedMetrics(store.table, tenant, range);
  const own = currency === undefined ? kept : kept.filter((each) => each.currency === currency);
  return { object: 'metrics' as const, interval, data: seriesOf(interval, periods, own).map(viewPeriod) };
});
