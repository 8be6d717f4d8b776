import Papa from 'papaparse';
import { MAX_CHUNK_ROWS, MAX_CHUNKS } from '../../../../shared/domain/customer-import/rows.ts';

/** Parses a CSV file into headings and records. */

export interface TableRecord {
  /** Row number as in a spreadsheet, from 1; the headings are usually row 1. */
  readonly row: number;
  readonly cells: readonly string[];
}

export interface Table {
  readonly fileName: string;
  readonly headings: readonly string[];
  readonly records: readonly TableRecord[];
}

/** Why a file cannot be parsed. */
export interface FileProblem {
  readonly problem: string;
}

/** Maximum number of rows of a file. */
export const MAX_ROWS = MAX_CHUNK_ROWS * MAX_CHUNKS;

/** Larger files are rejected without reading them. */
const MAX_BYTES = 64 * 1024 * 1024;

const NOT_CSV = 'This is not a CSV file. In a spreadsheet, save the table as “CSV UTF-8”.';

/** Decodes a file as UTF-8, or as Windows-1252 if it is not valid UTF-8. */
export const decodeFile = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

/** Detects spreadsheets, PDFs, HTML and JSON. */
const isOtherFormat = (text: string): boolean => text.includes('\0') || /^\s*[<{[]|^%PDF/.test(text);

/** A first line such as `sep=;`, with which some spreadsheets declare the delimiter. */
const SEPARATOR_LINE = /^"?sep=(.)"?\n/i;

const PREVIEW_ROWS = 20;

/** Guesses the delimiter from the first rows. Skips empty rows, because the parser would count them as rows with one column. */
const guessDelimiter = (text: string): string =>
  Papa.parse(text, { preview: PREVIEW_ROWS, skipEmptyLines: 'greedy', newline: '\n' }).meta.delimiter;

const recordsOf = (text: string): readonly TableRecord[] | FileProblem => {
  const [line = '', declaredDelimiter] = SEPARATOR_LINE.exec(text) ?? [];
  const table = text.slice(line.length);
  const { data, errors } = Papa.parse<string[]>(table, { delimiter: declaredDelimiter ?? guessDelimiter(table), newline: '\n' });
  const quoteError = errors.find(({ type }) => type === 'Quotes');
  if (quoteError !== undefined) return { problem: `The quotation marks in row ${(quoteError.row ?? 0) + 1} do not match.` };
  return data
    .map((cells, index) => ({ row: index + 1, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
};

/** Removes trailing columns without a heading. */
const headingsOf = (cells: readonly string[]): readonly string[] => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);

const problemIn = (headings: readonly string[], records: readonly TableRecord[]): string | null => {
  if (headings.length === 0) return 'This file is empty.';
  if (records.length === 0) return 'This file has headings, but no rows.';
  if (records.length > MAX_ROWS) return `This file has ${records.length} rows. An import takes ${MAX_ROWS} at most: split the file.`;
  const longerRecord = records.find(({ cells }) => cells.slice(headings.length).some((cell) => cell !== ''));
  return longerRecord === undefined
    ? null
    : `Row ${longerRecord.row} has more cells than there are headings. The first row has to name each column, and a cell with a separator in it needs quotation marks.`;
};

/** Parses the text of a file. */
export const parseTable = (fileName: string, text: string): Table | FileProblem => {
  if (isOtherFormat(text)) return { problem: NOT_CSV };
  const rows = recordsOf(text.replace(/\r\n?/g, '\n'));
  if ('problem' in rows) return rows;
  const [headingRow, ...records] = rows;
  const headings = headingsOf(headingRow?.cells ?? []);
  const problem = problemIn(headings, records);
  return problem === null ? { fileName, headings, records } : { problem };
};

/** Reads and parses a chosen file. */
export const readFile = async (file: File): Promise<Table | FileProblem> => {
  if (file.size > MAX_BYTES) return { problem: 'This file is too large for one import. Split it into several files.' };
  return parseTable(file.name, decodeFile(new Uint8Array(await file.arrayBuffer())));
};

/** The file types that a file dialog offers. */
export const FILE_TYPES = '.csv,.tsv,.txt,text/csv';

/** Like `readFile`, but returns a problem if the browser cannot read the file, for example because it was moved. */
export const readChosenFile = (file: File): Promise<Table | FileProblem> =>
  readFile(file).catch(() => ({ problem: 'This file could not be read. Choose it again.' }));

export const cellOf = ({ cells }: TableRecord, index: number): string => cells[index] ?? '';

/** The distinct non-empty values of a column, in file order, at most `maxValues`. */
export const columnValues = ({ records }: Table, index: number, maxValues = Number.POSITIVE_INFINITY): readonly string[] => {
  const values = new Set<string>();
  for (const record of records) {
    if (values.size >= maxValues) break;
    const cell = cellOf(record, index);
    if (cell !== '') values.add(cell);
  }
  return [...values];
};
