import { daysAfter, daysOf, monthsAfter, parseCivil, secondsOf } from './civil.ts';

/** The inputs that determine when a subscription is billed. */
export interface Timeline {
  /** Time of the sale in UTC, such as `2027-01-31 23:59:59`. */
  readonly sold: string;
  readonly interval: 'month' | 'year';
  /** 0: no trial. */
  readonly trialDays: number;
}

/** A service period of a licensed price, in Unix seconds. */
export interface ServicePeriod {
  readonly start: number;
  readonly end: number;
}

export interface Calendar {
  /** The time between the sale and the first period; `null`: no trial. */
  readonly trial: ServicePeriod | null;
  /** Each period is charged at its start. */
  readonly periods: readonly ServicePeriod[];
}

export const PERIOD_COUNT = 36;

/**
 * Computes the billing periods. The anchor is the time of the sale or the end of the trial. Period n starts n months or years after the
 * anchor, in UTC. In a month without the anchor's day, it starts on the last day of the month.
 */
export const calendarOf = ({ sold, interval, trialDays }: Timeline): Calendar => {
  const sale = parseCivil(sold);
  const anchor = daysAfter(sale, trialDays);
  const startOf = (index: number): number => secondsOf(monthsAfter(anchor, index * (interval === 'year' ? 12 : 1)));
  return {
    trial: trialDays === 0 ? null : { start: secondsOf(sale), end: secondsOf(anchor) },
    periods: Array.from({ length: PERIOD_COUNT }, (_none, index) => ({ start: startOf(index), end: startOf(index + 1) })),
  };
};

/** A timeline with manually written starts of periods, by the number of the period. */
export interface KnownTimeline extends Timeline {
  readonly name: string;
  readonly starts: Readonly<Record<number, string>>;
}

const monthly = { interval: 'month', trialDays: 0 } as const;
const yearly = { interval: 'year', trialDays: 0 } as const;

export const KNOWN_TIMELINES: readonly KnownTimeline[] = [
  {
    ...monthly,
    name: 'the 31st, through a February of 28 days',
    sold: '2027-01-31 12:00:00',
    starts: {
      0: '2027-01-31 12:00:00',
      1: '2027-02-28 12:00:00',
      2: '2027-03-31 12:00:00',
      3: '2027-04-30 12:00:00',
      10: '2027-11-30 12:00:00',
      13: '2028-02-29 12:00:00',
      25: '2029-02-28 12:00:00',
      35: '2029-12-31 12:00:00',
    },
  },
  {
    ...monthly,
    name: 'the 30th, in the last second of the day',
    sold: '2023-11-30 23:59:59',
    starts: { 1: '2023-12-30 23:59:59', 3: '2024-02-29 23:59:59', 4: '2024-03-30 23:59:59', 15: '2025-02-28 23:59:59' },
  },
  {
    ...monthly,
    name: 'the 29th, at midnight',
    sold: '2024-01-29 00:00:00',
    starts: { 1: '2024-02-29 00:00:00', 2: '2024-03-29 00:00:00', 13: '2025-02-28 00:00:00', 14: '2025-03-29 00:00:00' },
  },
  {
    ...monthly,
    name: 'the leap day itself, a second past midnight',
    sold: '2024-02-29 00:00:01',
    starts: { 1: '2024-03-29 00:00:01', 12: '2025-02-28 00:00:01', 13: '2025-03-29 00:00:01', 35: '2027-01-29 00:00:01' },
  },
  {
    ...monthly,
    name: 'the 28th, which every month has',
    sold: '2024-02-28 02:30:00',
    starts: { 1: '2024-03-28 02:30:00', 12: '2025-02-28 02:30:00', 35: '2027-01-28 02:30:00' },
  },
  {
    ...monthly,
    name: '28 February, the last day of its month, stays the 28th in longer months',
    sold: '2027-02-28 01:59:59',
    starts: { 1: '2027-03-28 01:59:59', 12: '2028-02-28 01:59:59', 13: '2028-03-28 01:59:59' },
  },
  {
    ...monthly,
    name: 'the 31st into 2000, which has a leap day',
    sold: '1999-12-31 06:07:08',
    starts: { 1: '2000-01-31 06:07:08', 2: '2000-02-29 06:07:08', 14: '2001-02-28 06:07:08' },
  },
  {
    ...monthly,
    name: 'the 31st through the February of 2100, which has no leap day',
    sold: '2098-01-31 18:45:30',
    starts: { 1: '2098-02-28 18:45:30', 25: '2100-02-28 18:45:30', 26: '2100-03-31 18:45:30' },
  },
  {
    ...yearly,
    name: 'a year from a leap day',
    sold: '2024-02-29 13:14:15',
    starts: { 1: '2025-02-28 13:14:15', 3: '2027-02-28 13:14:15', 4: '2028-02-29 13:14:15', 8: '2032-02-29 13:14:15' },
  },
  {
    ...yearly,
    name: 'years from a leap day through 2100, which has none',
    sold: '2080-02-29 23:00:00',
    starts: { 16: '2096-02-29 23:00:00', 20: '2100-02-28 23:00:00', 24: '2104-02-29 23:00:00' },
  },
  {
    ...yearly,
    name: 'years from the leap day of 2000',
    sold: '2000-02-29 00:00:00',
    starts: { 1: '2001-02-28 00:00:00', 24: '2024-02-29 00:00:00', 28: '2028-02-29 00:00:00' },
  },
  {
    ...yearly,
    name: 'years from a month end',
    sold: '2026-12-31 23:59:59',
    starts: { 1: '2027-12-31 23:59:59', 35: '2061-12-31 23:59:59' },
  },
  {
    ...monthly,
    name: 'a trial that ends on the 31st',
    sold: '2027-01-17 09:08:07',
    trialDays: 14,
    starts: { 0: '2027-01-31 09:08:07', 1: '2027-02-28 09:08:07', 2: '2027-03-31 09:08:07' },
  },
  {
    ...monthly,
    name: 'a trial that ends on a leap day',
    sold: '2028-01-30 00:00:00',
    trialDays: 30,
    starts: { 0: '2028-02-29 00:00:00', 1: '2028-03-29 00:00:00', 12: '2029-02-28 00:00:00', 13: '2029-03-29 00:00:00' },
  },
  {
    ...monthly,
    name: 'a trial across a leap day, which ends on 2 March instead of 3 March',
    sold: '2028-02-01 22:22:22',
    trialDays: 30,
    starts: { 0: '2028-03-02 22:22:22', 1: '2028-04-02 22:22:22' },
  },
  {
    ...monthly,
    name: 'a trial of one day that ends on the 31st',
    sold: '2026-08-30 23:59:59',
    trialDays: 1,
    starts: { 0: '2026-08-31 23:59:59', 1: '2026-09-30 23:59:59', 2: '2026-10-31 23:59:59', 6: '2027-02-28 23:59:59' },
  },
  {
    ...monthly,
    name: 'the longest trial, 730 days across a leap day',
    sold: '2027-01-31 11:11:11',
    trialDays: 730,
    starts: { 0: '2029-01-30 11:11:11', 1: '2029-02-28 11:11:11', 2: '2029-03-30 11:11:11' },
  },
  {
    ...yearly,
    name: 'a yearly price after a trial that ends on a leap day',
    sold: '2028-02-15 05:00:00',
    trialDays: 14,
    starts: { 0: '2028-02-29 05:00:00', 1: '2029-02-28 05:00:00', 4: '2032-02-29 05:00:00' },
  },
];

export const twoDigits = (number: number): string => String(number).padStart(2, '0');
const TIMES = ['00:00:00', '00:00:01', '02:30:00', '11:59:59', '12:34:56', '23:59:59'] as const;
const YEARS = [2000, 2023, 2024, 2027, 2028, 2098] as const;
const TRIALS = [0, 1, 13, 30, 365] as const;

/** Sales on the last days of every month, at different times of day, monthly and yearly, with and without a trial. */
export const TIMELINES: readonly Timeline[] = YEARS.flatMap((year) =>
  Array.from({ length: 12 }, (_none, index) => index + 1).flatMap((month) =>
    [28, 29, 30, 31]
      .filter((day) => day <= daysOf(year, month))
      .flatMap((day) =>
        (['month', 'year'] as const).flatMap((interval) =>
          TRIALS.map(
            (trialDays, index): Timeline => ({
              sold: `${year}-${twoDigits(month)}-${twoDigits(day)} ${TIMES[(year + month + day + index) % TIMES.length] ?? TIMES[0]}`,
              interval,
              trialDays,
            }),
          ),
        ),
      ),
  ),
);

export const nameOf = ({ sold, interval, trialDays }: Timeline): string =>
  `${sold}, per ${interval}${trialDays === 0 ? '' : `, after ${trialDays} trial days`}`;

export const secondsAt = (text: string): number => secondsOf(parseCivil(text));
