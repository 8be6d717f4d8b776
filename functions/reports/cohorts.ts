import * as v from 'valibot';
import { ApiError } from '../../shared/api/errors/errors.ts';
import { CohortReport } from '../../shared/api/objects/reports/cohort-report.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { scanRecords } from '../../shared/api/reports/record-scan.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { dayOf, monthOf } from '../../shared/domain/metrics/metrics.ts';
import { defaultFromDay, nextPeriod, periodsIn } from '../../shared/domain/metrics/series.ts';
import { cohortsOf, paidSince } from '../../shared/domain/reports/cohorts.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { livemode } from '../../shared/domain/tenant.ts';

const MAX_MONTHS = 36;

const month = v.pipe(v.string(), v.regex(/^2\d{3}-(0[1-9]|1[0-2])$/, 'must be a month in the format yyyy-mm, from 2000-01 to 2999-12.'));

export const operation = defineOperation({
  id: 'reports.cohorts',
  method: 'GET',
  path: '/v1/reports/cohorts',
  summary: 'Retrieve the retention of subscriptions by month of their start',
  description: doc(
    'Groups subscriptions by the month (UTC) in which they began to be paid, and counts how many had not ended by the end of that month and of ' +
      'each later month. Subscriptions that were never paid or ended in their trial do not count; paused ones count as not ended. At most 36 ' +
      'months and 100,000 subscriptions. This endpoint is an extension of the specification.',
  ),
  auth: apiKey('metrics:read'),
  profile: 'read',
  readsMuch: true,
  params: {},
  query: v.strictObject({
    from: described(v.optional(month), doc('First month, as `yyyy-mm`. Default: 11 months before `to`.')),
    to: described(v.optional(month), doc('Last month, as `yyyy-mm`. Default: the current month.')),
  }),
  response: CohortReport,
});

export const handler = serve(operation, async ({ query }, { tenant, store, now }) => {
  const to = query.to ?? monthOf(dayOf(now));
  const from = query.from ?? monthOf(defaultFromDay('month', to));
  const invalid = (message: string): ApiError => new ApiError('parameter_invalid', { param: 'from', message });
  if (from > to) throw invalid('`from` must not be after `to`.');
  if (periodsIn({ interval: 'month', fromDay: from, toDay: to }, MAX_MONTHS).length > MAX_MONTHS)
    throw invalid(`\`from\` must be at most ${MAX_MONTHS - 1} months before \`to\`.`);
  // Reads older subscriptions, too: a trial can begin long before the first paid month.
  const range = { first: 0, end: Date.parse(nextPeriod('month', to)) / 1000 };
  const subscriptions = await scanRecords(
    store,
    subscriptionAggregate,
    tenant,
    { timeOf: ({ created }) => created, range, where: (subscription) => paidSince(subscription) >= Date.parse(from) / 1000 },
    'from',
  );
  return { object: 'cohort_report' as const, livemode: livemode(tenant), data: cohortsOf(subscriptions, from, to) };
});
