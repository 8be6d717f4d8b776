import { isNothing, valueText } from '../app/format.ts';
import { isRow, type Row } from './rows.ts';

/** What a list shows of its objects, and what they are called. */

export interface Column {
  readonly title: string;
  /** Of the object's field; `price.product_name`: of what is inside it. */
  readonly name: string;
  readonly isNumber?: true;
  /** The field with the id of the object that is named, to which it leads. */
  readonly to?: string;
  /** The screen of the list in which such an object has its name, where the row itself says only the id. */
  readonly namedIn?: string;
  /** Says it in place of the field, unless that is `null`. */
  readonly text?: (row: Row) => string | null;
}

/** The names of objects, by their ids. */
export type Names = ReadonlyMap<string, string>;

const valueAt = (name: string, row: Row): unknown => name.split('.').reduce<unknown>((at, part) => (isRow(at) ? at[part] : undefined), row);

export const columnValue = ({ name, to, namedIn }: Column, row: Row, names: Names): unknown => {
  const value = valueAt(name, row);
  if (namedIn !== undefined) return names.get(String(value)) ?? value;
  // Whom a deletion has taken the name is reported by the id.
  return to !== undefined && isNothing(value) ? row[to] : value;
};

export const columnText = (column: Column, row: Row, names: Names): string =>
  column.text?.(row) ?? valueText(column.name, columnValue(column, row, names), row);

/** What an object is called: its id where the column that names it says nothing. */
export const namingText = (column: Column, row: Row): string => {
  const value = valueAt(column.name, row);
  const text = column.text?.(row) ?? null;
  if (text !== null) return text;
  return isNothing(value) ? String(row['id']) : valueText(column.name, value, row);
};
