import { type Amount, amountTotals } from '../../../../shared/domain/amounts/totals.ts';
import { countText, money, numberText } from '../app/format.ts';
import { hrefOf, type Route } from '../app/route.ts';
import type { Filter, Screen } from '../app/screen-types.ts';
import type { Summary } from './rows.ts';

/** Texts of the counts and sums of a list. */

/** The text for a value that depends on objects that were not read. */
export const NOT_KNOWN = 'Not known';

type StatusFilter = Extract<Filter, { kind: 'tabs' }>;
type Count = Pick<Summary['statuses'][number], 'count' | 'has_more'>;

/** The status that the API counts for each value of the filter `active`. */
const STATUS_OF_ACTIVE: Readonly<Record<string, string>> = { true: 'active', false: 'inactive' };

/**
 * Whether the list has a summary: status tabs with counts, or sums. A list that is filtered by invoice number has none, nor has a list of
 * objects that the API does not count.
 */
export const hasSummary = ({ filters = [], totals }: Pick<Screen, 'filters' | 'totals'>, route: Pick<Route, 'filters'>): boolean =>
  (totals !== undefined || filters.some((filter) => filter.kind === 'tabs' && filter.lacksCounts !== true)) &&
  route.filters['number'] === undefined;

/** The key of the summary: the route without its page. */
export const summaryKey = (route: Route): string => hrefOf({ ...route, id: null, after: null });

/** `12`, or `1,000+` if there are more than were counted. */
export const countLabel = ({ count, has_more: hasMore }: Count): string => `${numberText(count)}${hasMore ? '+' : ''}`;

const sumOf = (counts: readonly Count[]): Count => ({
  count: counts.reduce((sum, { count }) => sum + count, 0),
  has_more: counts.some(({ has_more: hasMore }) => hasMore),
});

/** The count of each tab by the value of the filter; `''`: the tab of all objects. Empty without a summary. */
export const tabCounts = ({ options }: StatusFilter, summary: Summary | null): ReadonlyMap<string, string> => {
  if (summary === null || summary.statuses.length === 0) return new Map();
  const counts = Object.keys(options).flatMap((value) => {
    const found = summary.statuses.find(({ status }) => status === (STATUS_OF_ACTIVE[value] ?? value));
    return found === undefined ? [] : [[value, countLabel(found)] as const];
  });
  return new Map([['', countLabel(sumOf(summary.statuses))], ...counts]);
};

/** The sums of a list, a text per currency: `12 payments, €239.88 paid`. Empty if there is nothing to sum. */
export const totalsTexts = ({ one, title, totals }: Pick<Screen, 'one' | 'title' | 'totals'>, summary: Summary): readonly string[] => {
  if (totals === undefined) return [];
  if (summary.totals === null) return [`Too many ${title.toLowerCase()} to add up. Choose a shorter range of dates.`];
  return summary.totals.map(({ currency, count, amount_cents: cents }) => `${countText(count, one)}, ${money(cents, currency)} ${totals}`);
};

/** The sums of the amounts of a list, one per currency; a lower limit if the list has more objects than were read (`isComplete`: false). */
export const sumsText = (amounts: readonly Amount[], isComplete: boolean): string => {
  const sums = amountTotals(amounts).map(({ currency, amountCents }) => money(amountCents, currency));
  const text = sums.join(' + ');
  if (isComplete) return text === '' ? '–' : text;
  return text === '' ? NOT_KNOWN : `At least ${text}`;
};
