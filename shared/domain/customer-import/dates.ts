/** Order of year, month and day in the dates of a file. */
export const DATE_ORDERS = ['year_first', 'day_first', 'month_first'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** `ISO`: `2026-12-31`, optionally with a UTC time (`T10:30`, ` 10:30:00Z`). `PARTS`: three numbers, such as `31.12.2026`, `12/31/2026`. */
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:Z|[+-]00:?00)?)?$/;
const PARTS = /^(\d{1,4})[./ -](\d{1,2})[./ -](\d{1,4})$/;
const UNIX_SECONDS = /^\d{9,10}$/;

/** First second (UTC) of a day, Unix seconds; `null`: not a calendar day. */
const dayOf = (year: number, month: number, day: number): number | null => {
  const at = new Date(Date.UTC(year, month - 1, day));
  const exists = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return exists ? at.getTime() / 1000 : null;
};

const dayInOrder = (order: DateOrder, parts: readonly [string, string, string]): number | null => {
  const [year, month, day] =
    order === 'year_first' ? parts : order === 'day_first' ? [parts[2], parts[1], parts[0]] : [parts[2], parts[0], parts[1]];
  // Rejects two-digit years, because their century is unknown.
  return year.length === 4 && month.length <= 2 && day.length <= 2 ? dayOf(Number(year), Number(month), Number(day)) : null;
};

/**
 * Parses a date cell to Unix seconds. Accepts `2026-12-31` in any file, also with a UTC time; `31.12.2026` or `12/31/2026`, depending on
 * the file's order; and Unix seconds. `null`: not a date.
 */
export const parseDateCell = (text: string, order: DateOrder): number | null => {
  if (UNIX_SECONDS.test(text)) return Number(text);
  const [, year, month, date, hours = '0', minutes = '0', seconds = '0'] = ISO.exec(text) ?? [];
  if (year !== undefined && month !== undefined && date !== undefined) {
    const day = dayOf(Number(year), Number(month), Number(date));
    const secondOfDay = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    return day === null || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59 ? null : day + secondOfDay;
  }
  const [, first, second, third] = PARTS.exec(text) ?? [];
  return first === undefined || second === undefined || third === undefined ? null : dayInOrder(order, [first, second, third]);
};
