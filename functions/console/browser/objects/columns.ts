import { isEmpty, valueText } from '../app/format.ts';
import { type FieldPath, isRow, type OfRow, type Row, type RowOf } from './rows.ts';

/** A column of a list. */
export interface Column<T = Row> {
  readonly title: string;
  readonly name: FieldPath<T>;
  readonly isNumber?: true;
  /** Field with the id of the object that the column names and links to. */
  readonly to?: FieldPath<T>;
  /** Screen whose list has the name of the object when the row contains only its id. */
  readonly namedIn?: keyof RowOf;
  /** Text shown in place of the field; `null`: the field is shown. */
  readonly text?: OfRow<T, string | null>;
}

/** Names of objects by id. */
export type Names = ReadonlyMap<string, string>;

const valueAt = (name: string, row: Row): unknown => name.split('.').reduce<unknown>((at, part) => (isRow(at) ? at[part] : undefined), row);

export const columnValue = ({ name, to, namedIn }: Column, row: Row, names: Names): unknown => {
  const value = valueAt(name, row);
  if (namedIn !== undefined) return names.get(String(value)) ?? value;
  // A deleted customer has no name.
  return to !== undefined && isEmpty(value) ? row[to] : value;
};

export const columnText = (column: Column, row: Row, names: Names): string =>
  column.text?.(row) ?? valueText(column.name, columnValue(column, row, names), row);

/** The name of an object: its id when the naming column is empty. */
export const namingText = (column: Column, row: Row): string => {
  const value = valueAt(column.name, row);
  const text = column.text?.(row) ?? null;
  if (text !== null) return text;
  return isEmpty(value) ? String(row['id']) : valueText(column.name, value, row);
};
