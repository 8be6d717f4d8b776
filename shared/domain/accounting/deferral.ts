import { sum } from '../amounts/money.ts';
import { roundedToTotal } from '../amounts/rounded-to-total.ts';
import type { Period } from '../periods.ts';

/** Part of an amount, and the time at which this part becomes revenue. */
export interface Recognition {
  /** Unix seconds: the last second of a calendar month in UTC, or the time of the document if that is later. */
  readonly at: number;
  readonly cents: number;
}

/** Start of the calendar month that is `count` months after the month of a time, in UTC. */
export const monthStart = (seconds: number, count = 0): number => {
  const date = new Date(seconds * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count) / 1000;
};

/** The seconds of a period in each calendar month (UTC), with the end of the month. */
const monthsOf = ({ start, end }: Period): readonly { readonly monthEnd: number; readonly seconds: number }[] => {
  const months: { readonly monthEnd: number; readonly seconds: number }[] = [];
  for (let count = 0; monthStart(start, count) < end; count += 1) {
    const monthEnd = monthStart(start, count + 1);
    months.push({ monthEnd, seconds: Math.min(end, monthEnd) - Math.max(start, monthStart(start, count)) });
  }
  return months;
};

/**
 * The revenue schedule of an amount: its parts by calendar month, in proportion to the seconds of the period in each month, exact to the
 * cent. The parts of months that have ended when the document is issued are recognized at `documentAt`. `period: null`: the whole amount is
 * recognized at `documentAt`.
 */
export const revenueSchedule = (netCents: number, period: Period | null, documentAt: number): readonly Recognition[] => {
  if (period === null || period.end <= documentAt || period.end <= period.start) return [{ at: documentAt, cents: netCents }];
  const months = monthsOf(period);
  const denominator = BigInt(sum(months.map(({ seconds }) => seconds)));
  const exact = months.map(({ seconds }) => ({ numerator: BigInt(netCents) * BigInt(seconds), denominator }));
  const parts = roundedToTotal(exact, netCents);
  return months.map(({ monthEnd }, index) => ({ at: Math.max(documentAt, monthEnd - 1), cents: parts[index] ?? 0 }));
};
