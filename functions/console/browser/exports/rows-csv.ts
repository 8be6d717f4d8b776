import { decimalsOf } from '../../../../shared/domain/amounts/money.ts';
import { isTimeField } from '../app/format.ts';
import { csvOf } from '../import/report-csv.ts';
import { isRow, type Row } from '../objects/rows.ts';

/** An amount for spreadsheets: 2916 cents as 29.16. */
const decimalOf = (cents: number, currency: string | null): number => cents / 10 ** (currency === null ? 2 : decimalsOf(currency));

type Cell = string | number;

const cellOf = (name: string, value: unknown, currency: string | null): readonly [string, Cell] => {
  if (typeof value === 'number' && name.endsWith('_cents')) return [name.replace(/_cents$/, ''), decimalOf(value, currency)];
  if (typeof value === 'number' && isTimeField(name)) return [name, new Date(value * 1000).toISOString()];
  if (Array.isArray(value)) return [name, value.join(', ')];
  return [name, typeof value === 'number' ? value : String(value ?? '')];
};

/** The currency of an object's amounts: its `currency`, or the `currency` of its price (subscriptions), or else `outerCurrency`. */
const currencyOf = ({ currency, price }: Row, outerCurrency: string | null): string | null => {
  if (typeof currency === 'string') return currency;
  return isRow(price) ? currencyOf(price, outerCurrency) : outerCurrency;
};

/** The cells of an object by column. Columns of nested objects have names such as `buyer.name`; lists of objects are omitted. */
const cellsOf = (row: Row, prefix: string, outerCurrency: string | null): readonly (readonly [string, Cell])[] => {
  const currency = currencyOf(row, outerCurrency);
  return Object.entries(row).flatMap(([name, value]) => {
    if (name === 'object' || (Array.isArray(value) && value.some(isRow))) return [];
    if (isRow(value)) return cellsOf(value, `${prefix}${name}.`, currency);
    const [column, cell] = cellOf(name, value, currency);
    return [[`${prefix}${column}`, cell] as const];
  });
};

/** API objects as CSV, with a column for each field that an object has. Amounts are decimals, and times are in ISO 8601. */
export const rowsCsv = (rows: readonly Row[]): string => {
  const records = rows.map((row) => new Map(cellsOf(row, '', null)));
  const columns = [...new Set(records.flatMap((record) => [...record.keys()]))];
  return csvOf(
    columns,
    records.map((record) => columns.map((column) => record.get(column) ?? '')),
  );
};
