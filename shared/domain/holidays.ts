import { DAY_SECONDS } from './periods.ts';

/** Public holidays that many member states of the EU have in common. National holidays, such as 3 October in Germany, are not included. */

const FIXED: readonly (readonly [month: number, day: number])[] = [
  [1, 1],
  [5, 1],
  [8, 15],
  [11, 1],
  [12, 25],
  [12, 26],
];

/** Good Friday, Easter Monday, Ascension Day and Whit Monday, in days after Easter Sunday. */
const FROM_EASTER: readonly number[] = [-2, 1, 39, 50];

const dayOf = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day) / 1000 / DAY_SECONDS;

/** Easter Sunday of the Gregorian calendar, in days since 1970 (algorithm of Meeus, Jones and Butcher). */
const easterSunday = (year: number): number => {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const corrected = century - Math.floor(century / 4) - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + corrected + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * late + 114;
  return dayOf(year, Math.floor(days / 31), (days % 31) + 1);
};

/** True for a holiday that many member states have in common. `day`: days since 1970. */
export const isCommonHoliday = (day: number): boolean => {
  const year = new Date(day * DAY_SECONDS * 1000).getUTCFullYear();
  const easter = easterSunday(year);
  return FIXED.some(([month, date]) => day === dayOf(year, month, date)) || FROM_EASTER.includes(day - easter);
};
