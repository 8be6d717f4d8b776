/** The order in which a file writes the parts of its dates. */
export const DATE_ORDERS = ['year_first', 'day_first', 'month_first'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:Z|[+-]00:?00)?)?$/;
const PARTS = /^(\d{1,4})[./ -](\d{1,2})[./ -](\d{1,4})$/;
const UNIX_SECONDS = /^\d{9,10}$/;

/** The first second (UTC) of a day that the calendar has; `null`: it has none of that name. */
const dayOf = (year: number, month: number, day: number): number | null => {
  const at = new Date(Date.UTC(year, month - 1, day));
  const named = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return named ? at.getTime() / 1000 : null;
};

const inOrder = (order: DateOrder, parts: readonly [string, string, string]): number | null => {
  const [year, month, day] =
    order === 'year_first' ? parts : order === 'day_first' ? [parts[2], parts[1], parts[0]] : [parts[2], parts[0], parts[1]];
  // Of two digits nobody can say the century.
  return year.length === 4 && month.length <= 2 && day.length <= 2 ? dayOf(Number(year), Number(month), Number(day)) : null;
};

/**
 * The moment that a cell names, Unix seconds: `2026-12-31` in files of every order, with a time of UTC if there is one; `31.12.2026` or
 * `12/31/2026` by the order of the file; Unix seconds. `null`: it names none.
 */
export const momentIn = (text: string, order: DateOrder): number | null => {
  if (UNIX_SECONDS.test(text)) return Number(text);
  const [, year, month, date, hours = '0', minutes = '0', seconds = '0'] = ISO.exec(text) ?? [];
  if (year !== undefined && month !== undefined && date !== undefined) {
    const day = dayOf(Number(year), Number(month), Number(date));
    const inDay = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    return day === null || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59 ? null : day + inDay;
  }
  const [, first, second, third] = PARTS.exec(text) ?? [];
  return first === undefined || second === undefined || third === undefined ? null : inOrder(order, [first, second, third]);
};
