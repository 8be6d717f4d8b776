import { csvText } from '../../../../shared/api/reports/csv.ts';
import type { ImportColumn } from '../../../../shared/domain/customer-import/rows.ts';
import type { ImportRow } from './api-types.ts';
import { cellText, isMapped, labelOf, type Mapping } from './columns.ts';
import type { Table } from './table.ts';

/** Reports about the rows of an import, as lines and as CSV files. */

/** A file and its column mapping. */
export interface ImportFile {
  readonly table: Table;
  readonly mapping: Mapping;
}

/** Returns the text of a cell; `null`: the file is not loaded in the browser, or has no such row or no column for `column`. */
export type CellReader = (row: number, column: ImportColumn | null) => string | null;

/** The file name of a report: `customers-report.csv` for `customers.csv` and `report`. */
export const reportName = (fileName: string, what: string): string => `${fileName.replace(/\.[^.]*$/, '')}-${what}.csv`;

/** Creates a reader for cells by row number and column. */
export const cellReaderOf = (file: ImportFile | null): CellReader => {
  if (file === null) return () => null;
  const records = new Map(file.table.records.map((record) => [record.row, record]));
  return (row, column) => {
    const record = records.get(row);
    const hasCell = record !== undefined && column !== null && isMapped(file.mapping, column);
    return hasCell ? cellText(record, file.mapping, column) : null;
  };
};

export interface FaultLine {
  readonly row: number;
  readonly column: string;
  readonly message: string;
  /** The text of the cell; `null`: the page does not have the file, the fault concerns no column, or the file has no such column. */
  readonly value: string | null;
}

/** Returns a line for each fault of the rows. */
export const faultLines = (rows: readonly ImportRow[], read: CellReader): readonly FaultLine[] =>
  rows.flatMap(({ row, faults }) =>
    faults.map(({ column, message }) => ({ row, column: labelOf(column), message, value: read(row, column) })),
  );

/** Tells spreadsheets that the encoding is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Formats a table as CSV for spreadsheets. */
export const csvOf = (...table: Parameters<typeof csvText>): string => `${BYTE_ORDER_MARK}${csvText(...table)}`;

export const faultsCsv = (rows: readonly ImportRow[], read: CellReader): string =>
  csvOf(
    ['Row', 'Column', 'Problem', 'Value'],
    faultLines(rows, read).map(({ row, column, message, value }) => [row, column, message, value ?? '']),
  );

const faultsText = ({ faults }: ImportRow): string => faults.map(({ column, message }) => `${labelOf(column)}: ${message}`).join(' ');

/** The results of all rows as CSV. */
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
