/**
 * A UTC time in the Gregorian calendar. The functions of this file use neither `Date` nor production code, so that tests can compare the
 * service's billing periods with their results.
 */
export interface Civil {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  /** Seconds since midnight, UTC. */
  readonly second: number;
}

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
const SECONDS_PER_DAY = 24 * 60 * 60;
/** Days between 1 January of the year 1 and 1 January 1970. */
const DAYS_TO_1970 = 719_162;

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** Number of days of a month. */
export const daysOf = (year: number, month: number): number => (MONTH_LENGTHS[month - 1] ?? 0) + (month === 2 && isLeap(year) ? 1 : 0);

/** Days since 1 January 1970. */
const dayNumber = ({ year, month, day }: Civil): number => {
  const years = year - 1;
  const leapDays = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  const months = MONTH_LENGTHS.slice(0, month - 1).reduce<number>((sum, _length, index) => sum + daysOf(year, index + 1), 0);
  return years * 365 + leapDays + months + day - 1 - DAYS_TO_1970;
};

/** Converts to Unix seconds. */
export const secondsOf = (civil: Civil): number => dayNumber(civil) * SECONDS_PER_DAY + civil.second;

/** Parses a UTC time such as `2027-01-31 23:59:59`. */
export const parseCivil = (text: string): Civil => {
  const parts = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/.exec(text);
  if (parts === null) throw new Error(`"${text}" is not a date. Write it as 2027-01-31 23:59:59.`);
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map(Number);
  if (day > daysOf(year, month)) throw new Error(`The day of "${text}" does not exist.`);
  return { year, month, day, second: hours * 3600 + minutes * 60 + seconds };
};

/** Adds months. If the resulting month has no such day, the result is the last day of that month. */
export const monthsAfter = (from: Civil, count: number): Civil => {
  let { year, month } = from;
  for (let remaining = count; remaining > 0; remaining -= 1) [year, month] = month === 12 ? [year + 1, 1] : [year, month + 1];
  return { ...from, year, month, day: Math.min(from.day, daysOf(year, month)) };
};

/** Adds days, at the same second of the day. */
export const daysAfter = (from: Civil, count: number): Civil => {
  let { year, month, day } = from;
  for (let remaining = count; remaining > 0; remaining -= 1) {
    if (day < daysOf(year, month)) day += 1;
    else [year, month, day] = month === 12 ? [year + 1, 1, 1] : [year, month + 1, 1];
  }
  return { ...from, year, month, day };
};
