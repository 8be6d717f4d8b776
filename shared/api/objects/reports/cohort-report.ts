import * as v from 'valibot';
import { described, doc, named } from '../../schemas/described.ts';
import { count, livemode, objectName } from '../common.ts';

const CohortSchema = named(
  v.strictObject({
    month: described(v.string(), doc('Month in UTC in which the subscriptions began to be paid, such as `2026-11`.')),
    subscriptions: described(count, doc('Number of subscriptions that began to be paid in the month.')),
    retained: described(
      v.array(count),
      doc(
        'How many of these subscriptions had not ended at the end of the month, of the next month, and so on until the last month of the report.',
      ),
    ),
  }),
  'Cohort',
);

export const CohortReport = v.strictObject({
  object: objectName('cohort_report'),
  livemode,
  data: described(v.array(CohortSchema), doc('One entry per month, the earliest first.')),
});
