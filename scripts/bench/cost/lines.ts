import { columns } from '../verdict.ts';
import { dollarsFor, PRICES, type PriceName } from './prices.ts';

/** A billed quantity. `part`: what uses it. */
export interface CostLine {
  readonly price: PriceName;
  readonly part: string;
  readonly units: number;
}

/** The cost of one item of the AWS price list, with its share of the total and the parts that cause it, most expensive first. */
export interface CostRow {
  readonly price: PriceName;
  readonly units: number;
  readonly usd: number;
  readonly share: number;
  readonly parts: readonly { readonly part: string; readonly share: number }[];
}

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);
const shareOf = (value: number, total: number): number => (total === 0 ? 0 : value / total);
const descending = <T>(items: readonly T[], value: (item: T) => number): readonly T[] =>
  [...items].sort((one, other) => value(other) - value(one));

/** Computes the total in USD. */
export const totalDollars = (lines: readonly CostLine[]): number => sum(lines.map(({ price, units }) => dollarsFor(price, units)));

/** Computes the total in USD by part, most expensive first. */
export const dollarsByPart = (lines: readonly CostLine[]): readonly (readonly [part: string, usd: number])[] => {
  const parts = [...new Set(lines.map(({ part }) => part))];
  return descending(
    parts.map((part) => [part, totalDollars(lines.filter((line) => line.part === part))] as const),
    ([, usd]) => usd,
  );
};

const partsOf = (lines: readonly CostLine[]): CostRow['parts'] => {
  const total = totalDollars(lines);
  return dollarsByPart(lines).map(([part, usd]) => ({ part, share: shareOf(usd, total) }));
};

/** Groups lines by price, most expensive first. Prices without units are left out. */
export const costRows = (lines: readonly CostLine[]): readonly CostRow[] => {
  const total = totalDollars(lines);
  const names = [...new Set(lines.map(({ price }) => price))];
  const rows = names.map((price): CostRow => {
    const ofPrice = lines.filter((line) => line.price === price);
    const usd = totalDollars(ofPrice);
    return { price, units: sum(ofPrice.map(({ units }) => units)), usd, share: shareOf(usd, total), parts: partsOf(ofPrice) };
  });
  return descending(
    rows.filter(({ units }) => units > 0),
    ({ usd }) => usd,
  );
};

const percent = (share: number): string => `${Math.round(100 * share)} %`;
/** Minimum share of a row's cost for a part that the row lists. */
const MIN_LISTED_SHARE = 0.05;
const listParts = (parts: CostRow['parts']): string =>
  parts
    .filter(({ share }) => share >= MIN_LISTED_SHARE)
    .map(({ part, share }) => `${part} ${percent(share)}`)
    .join(', ');

/** Formats an amount below 1 USD with four decimals, so that cheap lines are visible. */
const formatDollars = (usd: number): string => usd.toFixed(usd < 1 ? 4 : 2);
const formatUnits = (units: number): string => new Intl.NumberFormat('en-US', { maximumFractionDigits: units < 10 ? 3 : 0 }).format(units);

/** Formats the costs as a table: a row per price with its share, and the parts that cause at least 5 % of it. */
export const costTable = (title: string, lines: readonly CostLine[]): readonly string[] => [
  `${title}: ${formatDollars(totalDollars(lines))} USD`,
  ...columns([
    ['  billed', 'units', 'USD', 'share', 'parts'],
    ...costRows(lines).map(({ price, units, usd, share, parts }) => [
      `  ${PRICES[price].unit}`,
      formatUnits(units),
      formatDollars(usd),
      percent(share),
      listParts(parts),
    ]),
  ]),
];

/** Formats the costs of several deployments next to each other: a row per price, a column per deployment, and the totals. */
export const costMatrix = (title: string, byName: Readonly<Record<string, readonly CostLine[]>>): readonly string[] => {
  const names = Object.keys(byName);
  const rows = costRows(Object.values(byName).flat());
  const cell = (lines: readonly CostLine[], price: PriceName): string => {
    const usd = totalDollars(lines.filter((line) => line.price === price));
    return usd === 0 ? '' : usd.toFixed(2);
  };
  return [
    `${title}, USD`,
    ...columns([
      ['  billed', ...names],
      ...rows.map(({ price }) => [`  ${PRICES[price].unit}`, ...Object.values(byName).map((lines) => cell(lines, price))]),
      ['  total', ...Object.values(byName).map((lines) => totalDollars(lines).toFixed(2))],
    ]),
  ];
};

/** Minimum share of the total for a row of `partTable`. */
const MIN_PART_SHARE = 0.01;

/** Formats the costs as a table by part, for parts of at least 1 % of the total. */
export const partTable = (title: string, lines: readonly CostLine[]): readonly string[] => {
  const total = totalDollars(lines);
  return [
    title,
    ...columns([
      ['  part', 'USD', 'share'],
      ...dollarsByPart(lines)
        .filter(([, usd]) => shareOf(usd, total) >= MIN_PART_SHARE)
        .map(([part, usd]) => [`  ${part}`, formatDollars(usd), percent(shareOf(usd, total))]),
    ]),
  ];
};
