import { DAY_SECONDS } from '../../domain/periods.ts';
import type { TimeRange } from '../../domain/time-range.ts';
import { ApiError } from '../errors/errors.ts';
import { described, doc } from '../schemas/described.ts';
import { day } from './day.ts';

/** Query parameters of reports about a range of days. */
export const reportDays = {
  from: described(day, doc('First day, as `yyyy-mm-dd` in UTC.')),
  to: described(day, doc('Last day, as `yyyy-mm-dd` in UTC.')),
};

const MAX_DAYS = 366;

/** The range from the start of day `from` to the end of day `to`; throws 400 if `to` is earlier or the range is too long. */
export const reportRange = ({ from, to }: { readonly from: string; readonly to: string }): TimeRange => {
  const range = { first: Date.parse(from) / 1000, end: Date.parse(to) / 1000 + DAY_SECONDS };
  const invalid = (message: string): ApiError => new ApiError('parameter_invalid', { param: 'from', message });
  if (range.end <= range.first) throw invalid('`from` must not be after `to`.');
  if (range.end - range.first > MAX_DAYS * DAY_SECONDS) throw invalid(`\`from\` must be at most ${MAX_DAYS - 1} days before \`to\`.`);
  return range;
};
