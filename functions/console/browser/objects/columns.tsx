import type { ComponentChildren } from 'preact';
import type { Mode } from '../../../../shared/domain/tenant.ts';
import { isEmpty, isTimeField, valueText } from '../app/format.ts';
import { DateTime } from '../app/parts.tsx';
import { hrefOf, objectRoute } from '../app/route.ts';
import { screenOfId } from '../app/screens.ts';
import type { Column, Names } from './column.ts';
import { type Row, valueAt } from './rows.ts';
import { StatusBadge } from './status.tsx';
import type { TableColumn } from './table.tsx';

/** The text of a column; `null`: the row has no value. */
const textOf = (column: Column, row: Row, names: Names): string | null => {
  const text = column.text?.(row) ?? null;
  if (text !== null) return text;
  const value = valueAt(row, column.name);
  if (isEmpty(value)) return null;
  return column.namedBy === undefined ? valueText(column.name, value, row) : (names.get(String(value)) ?? String(value));
};

/**
 * Whether a cell links to the object whose id its field contains: always with `isLink`, otherwise only if the cell shows the id or the
 * object's name.
 */
const isLink = ({ text, namedBy, isLink: isAlwaysLink }: Column): boolean =>
  isAlwaysLink === true || (text === undefined && (namedBy === undefined || namedBy === 'object'));

/** The name of an object: the value of `column`, or the object's id if that value is empty. */
export const objectNameText = (column: Column, row: Row, names: Names = new Map()): string =>
  textOf(column, row, names) ?? String(row['id']);

const contentOf = (column: Column, row: Row, names: Names, mode: Mode): ComponentChildren => {
  if (column.cell !== undefined) return column.cell(row);
  if (column.isStatus) return <StatusBadge row={row} />;
  const value = valueAt(row, column.name);
  if (column.text === undefined && isTimeField(column.name) && typeof value === 'number') return <DateTime seconds={value} />;
  const text = textOf(column, row, names);
  const screen = isLink(column) ? screenOfId(String(value), mode) : null;
  return screen === null ? text : <a href={hrefOf(objectRoute(mode, screen, String(value)))}>{text}</a>;
};

/** The columns of a list as columns of a table. */
export const tableColumnsOf = (columns: readonly Column[], names: Names, mode: Mode): readonly TableColumn<Row>[] =>
  columns.map((column, index) => ({
    title: column.title,
    isNumber: column.isNumber === true,
    isTime: column.text === undefined && isTimeField(column.name),
    cell: (row) => (index === 0 ? objectNameText(column, row, names) : contentOf(column, row, names, mode)),
  }));
