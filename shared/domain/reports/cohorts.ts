import { dayOf, monthOf } from '../metrics/metrics.ts';
import { periodsIn } from '../metrics/series.ts';
import type { Subscription } from '../subscription/types.ts';

/** Subscriptions that began to be paid in the same month. */
export interface Cohort {
  /** `yyyy-mm` in UTC. */
  readonly month: string;
  /** For each month from `month` to the last month of the report: how many subscriptions had not ended by the end of that month. */
  readonly retained: readonly number[];
  readonly subscriptions: number;
}

type Lifetime = Pick<
  Subscription,
  'created' | 'trialEnd' | 'status' | 'canceledAt' | 'endedAt' | 'cancelAtPeriodEnd' | 'currentPeriodEnd' | 'paymentCount'
>;

/** When payment of a subscription began: after its trial. */
export const paidSince = ({ created, trialEnd }: Lifetime): number => trialEnd ?? created;

/** When a subscription ended; `null`: not yet. Without `endedAt`, a scheduled cancellation ended it at the end of its period. */
const endOf = ({ status, canceledAt, endedAt, cancelAtPeriodEnd, currentPeriodEnd }: Lifetime): number | null => {
  if (status !== 'canceled' || canceledAt === null) return null;
  return endedAt ?? (cancelAtPeriodEnd ? Math.max(canceledAt, currentPeriodEnd) : canceledAt);
};

const monthAt = (seconds: number): string => monthOf(dayOf(seconds));

const monthsBetween = (firstMonth: string, lastMonth: string): readonly string[] =>
  periodsIn({ interval: 'month', fromDay: firstMonth, toDay: lastMonth }, Number.POSITIVE_INFINITY);

/**
 * Groups subscriptions by the month in which they began to be paid, from `firstMonth` to `lastMonth` (`yyyy-mm`). Subscriptions that were
 * never paid, or ended in their trial, are in no cohort. A paused subscription has not ended.
 */
export const cohortsOf = (subscriptions: readonly Lifetime[], firstMonth: string, lastMonth: string): readonly Cohort[] => {
  // A trial that still runs, or whose first charge never succeeded, has no payment.
  const paid = subscriptions.filter(({ paymentCount }) => paymentCount > 0);
  const lifetimes = paid.flatMap((subscription) => {
    const [since, ended] = [paidSince(subscription), endOf(subscription)];
    return ended !== null && ended <= since ? [] : [{ month: monthAt(since), endMonth: ended === null ? null : monthAt(ended) }];
  });
  return monthsBetween(firstMonth, lastMonth).map((month) => {
    const cohort = lifetimes.filter((lifetime) => lifetime.month === month);
    return {
      month,
      subscriptions: cohort.length,
      retained: monthsBetween(month, lastMonth).map((each) => cohort.filter(({ endMonth }) => endMonth === null || endMonth > each).length),
    };
  });
};
