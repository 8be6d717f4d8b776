import type { Schema } from '../description.ts';
import type { Terminal } from '../terminal.ts';
import { columnsOf } from './columns.ts';
import { csvLines } from './csv.ts';
import { type TextColumn, tableLines } from './table.ts';

type Entry = Readonly<Record<string, unknown>>;

/** How a command prints objects. `text`: a list as a table, any other object as indented JSON. */
export type Format = 'text' | 'json' | 'csv';

/** Prints an object: as one line of JSON, or indented. */
export const printObject = ({ print }: Terminal, value: unknown, format: Format): void =>
  print(format === 'json' ? JSON.stringify(value) : JSON.stringify(value, null, 2));

/** Prints a table; if it has no rows, says so on standard error. */
export const printTable = (terminal: Terminal, columns: readonly TextColumn[]): void => {
  if (columns[0]?.cells.length === 0) terminal.printError('The list is empty.');
  else tableLines(columns).forEach(terminal.print);
};

/** Prints the entries of a list. `schema`: the schema of one entry. */
export const printEntries = (terminal: Terminal, schema: Schema, entries: readonly Entry[], format: 'text' | 'csv'): void => {
  if (format === 'csv') csvLines(schema, entries).forEach(terminal.print);
  else
    printTable(
      terminal,
      columnsOf(schema).map((column) => ({ ...column, cells: entries.map(column.textOf) })),
    );
};
