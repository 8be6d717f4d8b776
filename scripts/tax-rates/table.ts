import type { AreaRates } from '../../shared/domain/tax/rates.ts';
import type { TedbRate } from './tedb.ts';

/** The file `shared/domain/tax/rates.json`. */
export interface RateTable {
  readonly sources: Readonly<Record<string, string>>;
  /** Day of the last comparison with the source, `yyyy-mm-dd`. */
  readonly checked: string;
  readonly areas: Readonly<Record<string, AreaRates>>;
}

/** A standard rate that applies from the day `from` and differs from the table. */
export interface RateChange {
  readonly country: string;
  readonly from: string;
  readonly basisPoints: number;
}

const DAY_MS = 86_400_000;
const dayAfter = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

const standardRate = (rates: readonly TedbRate[], country: string): number | null =>
  rates.find((rate) => rate.country === country && rate.isStandard)?.basisPoints ?? null;

/** The standard rate on a day: the rate of `electronic_service`; `null`: none. */
const rateInTable = (table: RateTable, country: string, day: string): number | null =>
  Object.entries(table.areas[country]?.electronic_service ?? {}).findLast(([from]) => from <= day)?.[1] ?? null;

/**
 * Finds the standard rates that changed after the last comparison, until `day`, with the day of each change. `fetchRates` returns the rates
 * of countries on a day. Throws if a country has no standard rate.
 */
export const findChanges = async (
  table: RateTable,
  countries: readonly string[],
  day: string,
  fetchRates: (countries: readonly string[], day: string) => Promise<readonly TedbRate[]>,
): Promise<readonly RateChange[]> => {
  const current = await fetchRates(countries, day);
  const changes: RateChange[] = [];
  for (const country of countries) {
    const basisPoints = standardRate(current, country);
    if (basisPoints === null) throw new Error(`TEDB has no standard rate of ${country}.`);
    if (basisPoints === rateInTable(table, country, day)) continue;
    // Finds the first day of the current rate by bisecting the days since the last comparison.
    let before = table.checked;
    let from = day;
    while (daysBetween(before, from) > 1) {
      const middle = dayAfter(before, Math.floor(daysBetween(before, from) / 2));
      if (standardRate(await fetchRates([country], middle), country) === basisPoints) from = middle;
      else before = middle;
    }
    changes.push({ country, from, basisPoints });
  }
  return changes;
};

/** The table with the changes, as checked on `day`. */
export const withChanges = (table: RateTable, changes: readonly RateChange[], day: string): RateTable => ({
  ...table,
  checked: day,
  areas: Object.fromEntries(
    Object.entries(table.areas).map(([country, area]) => {
      const added = changes.filter((change) => change.country === country).map(({ from, basisPoints }) => [from, basisPoints] as const);
      const standard = [...Object.entries(area.electronic_service), ...added].sort(([a], [b]) => (a < b ? -1 : 1));
      return [country, { ...area, electronic_service: Object.fromEntries(standard) }];
    }),
  ),
});

/** The text of the file: one line per category, so that a change is one line of a diff. */
export const formatTable = ({ sources, checked, areas }: RateTable): string => {
  const rates = (byDay: Readonly<Record<string, number>>) =>
    `{ ${Object.entries(byDay)
      .map(([day, basisPoints]) => `"${day}": ${basisPoints}`)
      .join(', ')} }`;
  const area = ([country, categories]: readonly [string, AreaRates]) =>
    `    "${country}": {\n${Object.entries(categories)
      .map(([category, byDay]) => `      "${category}": ${rates(byDay)}`)
      .join(',\n')}\n    }`;
  const texts = Object.entries(sources).map(([name, text]) => `    ${JSON.stringify(name)}: ${JSON.stringify(text)}`);
  return `{\n  "sources": {\n${texts.join(',\n')}\n  },\n  "checked": "${checked}",\n  "areas": {\n${Object.entries(areas).map(area).join(',\n')}\n  }\n}\n`;
};
