/** Ranges of days for the filters of lists, in the time zone of the console. */

/** Unix seconds as text: `from` inclusive, `until` exclusive; empty: without limit. */
interface DateRange {
  readonly from: string;
  readonly until: string;
}

interface Preset extends DateRange {
  readonly title: string;
}

/** Unix seconds of the start of a day; a month or day outside its range overflows into another year or month. */
const startOf = (year: number, month: number, day: number, zone: string): number =>
  (zone === 'UTC' ? Date.UTC(year, month, day) : new Date(year, month, day).getTime()) / 1000;

/** Unix seconds of the start of the day that is `days` days after `text` (`yyyy-mm-dd`). */
export const dayStart = (text: string, zone: string, days: number): number => {
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number);
  return startOf(year, month - 1, day + days, zone);
};

/** The day of a time as `yyyy-mm-dd`, for an input. */
export const inputDay = (seconds: number, zone: string): string => {
  const date = new Date(seconds * 1000);
  const offsetMs = zone === 'UTC' ? 0 : date.getTimezoneOffset() * 60_000;
  return new Date(date.getTime() - offsetMs).toISOString().slice(0, 'yyyy-mm-dd'.length);
};

/** The selectable ranges at `now`. */
export const datePresets = (now: Date, zone: string): Readonly<Record<string, Preset>> => {
  const [year, month, day] =
    zone === 'UTC' ? [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()] : [now.getFullYear(), now.getMonth(), now.getDate()];
  const at = (monthOffset: number, dayOfMonth: number): string => String(startOf(year, month + monthOffset, dayOfMonth, zone));
  return {
    any: { title: 'Any time', from: '', until: '' },
    today: { title: 'Today', from: at(0, day), until: '' },
    last_7_days: { title: 'Last 7 days', from: at(0, day - 6), until: '' },
    this_month: { title: 'This month', from: at(0, 1), until: '' },
    last_month: { title: 'Last month', from: at(-1, 1), until: at(0, 1) },
    this_year: { title: 'This year', from: String(startOf(year, 0, 1, zone)), until: '' },
  };
};

/** The name of the preset with this range; `null`: none. */
export const presetOf = (presets: Readonly<Record<string, Preset>>, from: string, until: string): string | null =>
  Object.entries(presets).find(([, preset]) => preset.from === from && preset.until === until)?.[0] ?? null;
