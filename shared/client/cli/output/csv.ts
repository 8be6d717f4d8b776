import type { Schema } from '../description.ts';

type Entry = Readonly<Record<string, unknown>>;

/** Spreadsheets interpret texts with these prefixes as formulas. */
const FORMULA = /^[=+\-@\t\r]/;

/** Formats a cell (RFC 4180). A text that a spreadsheet would interpret as a formula gets an apostrophe; numbers do not. */
const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const safe = typeof value !== 'number' && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Formats one line, without a line ending. */
const lineOf = (values: readonly unknown[]): string => values.map(cellOf).join(',');

/**
 * Formats entries as CSV: a line of column names, and a line for each entry. Each returned line ends with CR; the caller adds the LF.
 * Values are those of the API; objects and lists are JSON. Columns follow from the schema, also if there are no entries.
 */
export const csvLines = ({ properties = {} }: Schema, entries: readonly Entry[]): readonly string[] => {
  const names = Object.keys(properties);
  return [lineOf(names), ...entries.map((entry) => lineOf(names.map((name) => entry[name])))].map((line) => `${line}\r`);
};
