import Papa from 'papaparse';
import { CHUNK_MOST_ROWS, MOST_CHUNKS } from '../../../../shared/domain/customer-import/rows.ts';

/** A file as a table: what its headings are, and what is below them. */

export interface TableRecord {
  /** Counted from 1, as a spreadsheet counts: the headings are row 1 unless something is above them. */
  readonly row: number;
  readonly cells: readonly string[];
}

export interface Table {
  readonly fileName: string;
  readonly headings: readonly string[];
  readonly records: readonly TableRecord[];
}

/** Why a file is no table. */
export interface Unreadable {
  readonly problem: string;
}

/** Of a file. */
export const MOST_ROWS = CHUNK_MOST_ROWS * MOST_CHUNKS;

/** More than the rows of an import may take; beyond it nothing is read at all. */
const MOST_BYTES = 64 * 1024 * 1024;

const NO_CSV = 'This is not a CSV file. In a spreadsheet, save the table as “CSV UTF-8”.';

/** The text of a file: as UTF-8 where it is that throughout, otherwise as spreadsheets of Windows write it. */
export const textOf = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

/** Spreadsheets, PDFs, web pages and JSON are no tables of text. */
const isOtherThanCsv = (text: string): boolean => text.includes('\0') || /^\s*[<{[]|^%PDF/.test(text);

/** Some spreadsheets write first which character parts the cells. */
const SEPARATOR_LINE = /^"?sep=(.)"?\n/i;

const GUESSED_FROM_ROWS = 20;

/** Guessed without empty rows, which would count as rows of one column. */
const guessDelimiter = (text: string): string =>
  Papa.parse(text, { preview: GUESSED_FROM_ROWS, skipEmptyLines: 'greedy', newline: '\n' }).meta.delimiter;

const recordsOf = (text: string): readonly TableRecord[] | Unreadable => {
  const [line = '', named] = SEPARATOR_LINE.exec(text) ?? [];
  const table = text.slice(line.length);
  const { data, errors } = Papa.parse<string[]>(table, { delimiter: named ?? guessDelimiter(table), newline: '\n' });
  const broken = errors.find(({ type }) => type === 'Quotes');
  if (broken !== undefined) return { problem: `The quotation marks in row ${(broken.row ?? 0) + 1} do not match.` };
  return data
    .map((cells, index) => ({ row: index + 1, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
};

/** Columns of which no cell has anything, not even the heading, are left away at the end. */
const headingsOf = (cells: readonly string[]): readonly string[] => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);

const problemIn = (headings: readonly string[], records: readonly TableRecord[]): string | null => {
  if (headings.length === 0) return 'This file is empty.';
  if (records.length === 0) return 'This file has headings, but no rows.';
  if (records.length > MOST_ROWS) return `This file has ${records.length} rows. An import takes ${MOST_ROWS} at most: part the file.`;
  const longer = records.find(({ cells }) => cells.slice(headings.length).some((cell) => cell !== ''));
  return longer === undefined
    ? null
    : `Row ${longer.row} has more cells than there are headings. The first row has to name each column, and a cell with a separator in it needs quotation marks.`;
};

/** The table in a text. */
export const tableIn = (fileName: string, text: string): Table | Unreadable => {
  if (isOtherThanCsv(text)) return { problem: NO_CSV };
  const read = recordsOf(text.replace(/\r\n?/g, '\n'));
  if ('problem' in read) return read;
  const [first, ...records] = read;
  const headings = headingsOf(first?.cells ?? []);
  const problem = problemIn(headings, records);
  return problem === null ? { fileName, headings, records } : { problem };
};

/** The table in a file that was chosen. */
export const readFile = async (file: File): Promise<Table | Unreadable> => {
  if (file.size > MOST_BYTES) return { problem: 'This file is too large for an import: part it.' };
  return tableIn(file.name, textOf(new Uint8Array(await file.arrayBuffer())));
};

export const cellOf = ({ cells }: TableRecord, index: number): string => cells[index] ?? '';

/** What is below a heading, each once, in the order of the file; empty cells left out. `most`: no more than so many. */
export const valuesBelow = ({ records }: Table, index: number, most = Number.POSITIVE_INFINITY): readonly string[] => {
  const found = new Set<string>();
  for (const record of records) {
    if (found.size >= most) break;
    const cell = cellOf(record, index);
    if (cell !== '') found.add(cell);
  }
  return [...found];
};
