import { csvText } from '../../../../shared/api/reports/csv.ts';
import type { ImportColumn } from '../../../../shared/domain/customer-import/rows.ts';
import { upperFirst } from '../app/first-letter.ts';
import type { ImportRow } from './api-types.ts';
import { cellText, isMapped, labelOf, type Mapping } from './columns.ts';
import type { Table } from './table.ts';

/** Reports about the rows of an import, as lines and as CSV files. */

/** A file and its column mapping. */
export interface ImportFile {
  readonly table: Table;
  readonly mapping: Mapping;
}

/** Reads the file of an import for its reports. */
export interface ReportReader {
  /** Returns the text of a cell; `null`: the file is not loaded in the browser, or has no such row or no column for `column`. */
  readonly cell: (row: number, column: ImportColumn | null) => string | null;
  /** Returns the file's heading of a column, or the column's label if the file is not loaded or lacks the column. `null`: returns `–`. */
  readonly columnName: (column: ImportColumn | null) => string;
}

/** The file name of a report: `customers-report.csv` for `customers.csv` and `report`. */
export const reportName = (fileName: string, what: string): string => `${fileName.replace(/\.[^.]*$/, '')}-${what}.csv`;

/**
 * The heading that is mapped to the column. If first and last name are separate columns, the heading of the first name is used for the
 * name.
 */
const headingOf = ({ table, mapping }: ImportFile, column: ImportColumn): string => {
  const index = mapping.indexOf(column);
  return table.headings[index === -1 && column === 'name' ? mapping.indexOf('first_name') : index] || labelOf(column);
};

/** Creates the reader of a file; `null`: the file is not loaded. */
export const reportReaderOf = (file: ImportFile | null): ReportReader => {
  if (file === null) return { cell: () => null, columnName: labelOf };
  const records = new Map(file.table.records.map((record) => [record.row, record]));
  return {
    cell: (row, column) => {
      const record = records.get(row);
      const hasCell = record !== undefined && column !== null && isMapped(file.mapping, column);
      return hasCell ? cellText(record, file.mapping, column) : null;
    },
    columnName: (column) => (column === null ? labelOf(column) : headingOf(file, column)),
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
export const faultLines = (rows: readonly ImportRow[], reader: ReportReader): readonly FaultLine[] =>
  rows.flatMap(({ row, faults }) =>
    faults.map(({ column, message }) => ({
      row,
      column: reader.columnName(column),
      message: upperFirst(message),
      value: reader.cell(row, column),
    })),
  );

/** Tells spreadsheets that the encoding is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Formats a table as CSV for spreadsheets. */
export const csvOf = (...table: Parameters<typeof csvText>): string => `${BYTE_ORDER_MARK}${csvText(...table)}`;

export const faultsCsv = (rows: readonly ImportRow[], reader: ReportReader): string =>
  csvOf(
    ['Row', 'Column', 'Problem', 'Value'],
    faultLines(rows, reader).map(({ row, column, message, value }) => [row, column, message, value ?? '']),
  );

/** The faults of a row in one text. */
export const faultsText = ({ faults }: ImportRow, { columnName }: ReportReader): string =>
  faults.map(({ column, message }) => `${columnName(column)}: ${message}`).join(' ');

/** The results of all rows as CSV. */
export const reportCsv = (rows: readonly ImportRow[], reader: ReportReader): string =>
  csvOf(
    ['Row', 'Outcome', 'Reference', 'Customer', 'Checkout link', 'Faults'],
    rows.map((each) => [
      each.row,
      each.outcome,
      reader.cell(each.row, 'reference') ?? '',
      each.customer_id ?? '',
      each.checkout_url ?? '',
      faultsText(each, reader),
    ]),
  );
