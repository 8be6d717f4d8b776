import { COUNTRY_CODES } from '../../../../shared/domain/countries.ts';
import { IMPORT_COLUMNS, type ImportColumn, MAX_CHUNK_ROWS, MAX_CHUNKS } from '../../../../shared/domain/customer-import/rows.ts';
import { cellText, type Mapping } from './columns.ts';
import { normalizeLabel } from './normalize-label.ts';
import type { FileProblem, Table, TableRecord } from './table.ts';

/** Splits the rows of a file into chunks for the upload. */

export type UploadRow = Readonly<Partial<Record<ImportColumn, string>>> & { readonly row: number };

/** Maximum size of a chunk as JSON. */
const MAX_CHUNK_BYTES = 150_000;

const LANGUAGES = ['en', 'de', 'nl', 'fr'];

let codes: ReadonlyMap<string, string> | null = null;

/** Country codes by country name, in several languages. */
const codesByName = (): ReadonlyMap<string, string> => {
  codes ??= new Map(
    LANGUAGES.flatMap((language) => {
      const names = new Intl.DisplayNames(language, { type: 'region' });
      return COUNTRY_CODES.map((code) => [normalizeLabel(names.of(code) ?? code), code] as const);
    }),
  );
  return codes;
};

/** Converts a cell to the format of the API: a country name to its code, `nl_NL` to `nl-NL`. */
export const toApiCell = (column: ImportColumn, text: string): string => {
  if (column === 'language') return text.replaceAll('_', '-');
  return column === 'country_code' && text.length > 2 ? (codesByName().get(normalizeLabel(text)) ?? text) : text;
};

const rowOf = (record: TableRecord, mapping: Mapping): UploadRow => ({
  row: record.row,
  ...Object.fromEntries(
    IMPORT_COLUMNS.flatMap((column) => {
      const text = toApiCell(column, cellText(record, mapping, column));
      return text === '' ? [] : [[column, text] as const];
    }),
  ),
});

/** Splits rows into chunks within the limits for rows and bytes. */
export const chunksOf = (rows: readonly UploadRow[], maxBytes = MAX_CHUNK_BYTES): readonly (readonly UploadRow[])[] => {
  const encoder = new TextEncoder();
  const chunks: UploadRow[][] = [];
  let bytes = 0;
  for (const row of rows) {
    const length = encoder.encode(JSON.stringify(row)).length + 1;
    const last = chunks.at(-1);
    if (last === undefined || last.length === MAX_CHUNK_ROWS || bytes + length > maxBytes) {
      chunks.push([row]);
      bytes = length;
    } else {
      last.push(row);
      bytes += length;
    }
  }
  return chunks;
};

/** The chunks of a file, with the mapped columns only; a problem if an import cannot have so many chunks. */
export const uploadOf = (table: Table, mapping: Mapping): { readonly chunks: readonly (readonly UploadRow[])[] } | FileProblem => {
  const chunks = chunksOf(table.records.map((record) => rowOf(record, mapping)));
  return chunks.length > MAX_CHUNKS
    ? { problem: 'This file is too large for one import. Split it into several files, or remove columns.' }
    : { chunks };
};
