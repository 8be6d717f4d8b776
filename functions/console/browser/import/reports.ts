import Papa from 'papaparse';
import type { ImportColumn } from '../../../../shared/domain/customer-import/rows.ts';
import { isMapped, labelOf, type Mapping, textAt } from './columns.ts';
import type { ImportRow } from './objects.ts';
import type { Table } from './table.ts';

/** What is notified of the rows of an import, also as files. */

/** A file with what its columns stand for, as long as the page has it. */
export interface Held {
  readonly table: Table;
  readonly mapping: Mapping;
}

/** What is in a cell of the file; `null`: the page does not have the file. */
export type CellReader = (row: number, column: ImportColumn | null) => string | null;

/** `customers.csv` as `customers-report.csv`. */
export const reportName = (fileName: string, what: string): string => `${fileName.replace(/\.[^.]*$/, '')}-${what}.csv`;

/** Reads cells of the file by the number of their row. */
export const readerOf = (held: Held | null): CellReader => {
  if (held === null) return () => null;
  const records = new Map(held.table.records.map((record) => [record.row, record]));
  return (row, column) => {
    const record = records.get(row);
    const isKnown = record !== undefined && column !== null && isMapped(held.mapping, column);
    return isKnown ? textAt(record, held.mapping, column) : null;
  };
};

export interface FaultLine {
  readonly row: number;
  readonly column: string;
  readonly message: string;
  /** `null`: it is not known any more, or there is none. */
  readonly value: string | null;
}

/** What is wrong, one line for each fault. */
export const faultLines = (rows: readonly ImportRow[], read: CellReader): readonly FaultLine[] =>
  rows.flatMap(({ row, faults }) =>
    faults.map(({ column, message }) => ({ row, column: labelOf(column), message, value: read(row, column) })),
  );

/** Spreadsheets take a cell that begins so for a formula. */
const FORMULA = /^[=+\-@\t\r]/;
/** By which spreadsheets know the encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A table as the text of a CSV file. No cell of it is a formula. */
export const csvOf = (headings: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  `${BYTE_ORDER_MARK}${Papa.unparse([[...headings], ...rows.map((cells) => [...cells])], { escapeFormulae: FORMULA, newline: '\r\n' })}\r\n`;

export const faultsCsv = (rows: readonly ImportRow[], read: CellReader): string =>
  csvOf(
    ['Row', 'Column', 'What is wrong', 'Value'],
    faultLines(rows, read).map(({ row, column, message, value }) => [row, column, message, value ?? '']),
  );

const faultsText = ({ faults }: ImportRow): string => faults.map(({ column, message }) => `${labelOf(column)}: ${message}`).join(' ');

/** What became of every row. */
export const reportCsv = (rows: readonly ImportRow[], read: CellReader): string =>
  csvOf(
    ['Row', 'Outcome', 'Reference', 'Customer', 'Checkout link', 'Faults'],
    rows.map((each) => [
      each.row,
      each.outcome,
      read(each.row, 'reference') ?? '',
      each.customer_id ?? '',
      each.checkout_url ?? '',
      faultsText(each),
    ]),
  );
