import { DATE_ORDERS, type DateOrder, parseDateCell } from '../../../../shared/domain/customer-import/dates.ts';

export const DATE_ORDER_LABELS: Readonly<Record<DateOrder, string>> = {
  year_first: 'Year first: 2026-12-31',
  day_first: 'Day first: 31.12.2026',
  month_first: 'Month first: 12/31/2026',
};

/** The date order in which the largest number of dates is valid. If several orders are equal, the one with the most dates in the future. */
export const guessDateOrder = (dates: readonly string[], now: number): DateOrder => {
  const scored = DATE_ORDERS.map((order) => {
    const moments = dates.map((text) => parseDateCell(text, order)).filter((moment) => moment !== null);
    return { order, valid: moments.length, future: moments.filter((moment) => moment > now).length };
  });
  const [best] = scored.sort((one, other) => other.valid - one.valid || other.future - one.future);
  return best?.order ?? 'year_first';
};

const days = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/** Explains how a date is read in the given order. */
export const exampleText = (text: string, order: DateOrder): string => {
  const moment = parseDateCell(text, order);
  return moment === null
    ? `The first date, “${text}”, cannot be read in this order.`
    : `The first date, “${text}”, is read as ${days.format(moment * 1000)}.`;
};
