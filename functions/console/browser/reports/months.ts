/** A calendar month in UTC. `from` and `to`: its first and last day, as `yyyy-mm-dd`. */
export interface Month {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 'yyyy-mm-dd'.length);

/** The month that is `monthsAgo` months before the month of `now`. */
export const monthBefore = (now: Date, monthsAgo: number): Month => {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0));
  const name = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(first);
  return { name, from: dayOf(first), to: dayOf(last) };
};

/** The last `count` months, the current one first. */
export const lastMonths = (now: Date, count: number): readonly Month[] =>
  Array.from({ length: count }, (_, monthsAgo) => monthBefore(now, monthsAgo));

/** The month before a month. */
export const previousMonth = ({ from }: Month): Month => monthBefore(new Date(from), 1);
