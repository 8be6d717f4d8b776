import * as v from 'valibot';
import { dayOf } from '../../domain/metrics/metrics.ts';

const DAY_PROBLEM = 'must be a date in the format yyyy-mm-dd, from 2000-01-01 to 2999-12-31.';

/** A valid date of the years 2000 to 2999. Days are compared as strings, which requires years of four digits. */
export const day = v.pipe(
  v.string(),
  v.isoDate(DAY_PROBLEM),
  v.check((value) => value.startsWith('2') && dayOf(Date.parse(value) / 1000) === value, DAY_PROBLEM),
);
