import { isEmpty, valueText } from '../app/format.ts';
import { type FieldPath, type OfRow, type Row, type RowOf, valueAt } from './rows.ts';

/** A column of a list. */
export interface Column<T = Row> {
  readonly title: string;
  readonly name: FieldPath<T>;
  readonly isNumber?: true;
  /** Field with the id of another object. Cells link to that object, except in the first column, which links to the row's object. */
  readonly to?: FieldPath<T>;
  /** Set if the row contains only the id of the other object, not its name: the screen that lists such objects. */
  readonly namedIn?: keyof RowOf;
  /** Text shown in place of the field; `null`: the field is shown. */
  readonly text?: OfRow<T, string | null>;
}

/** Names of objects by id. */
export type Names = ReadonlyMap<string, string>;

export const columnValue = ({ name, to, namedIn }: Column, row: Row, names: Names): unknown => {
  const value = valueAt(row, name);
  if (namedIn !== undefined) return names.get(String(value)) ?? value;
  // A deleted customer has no name, so the column shows the id.
  return to !== undefined && isEmpty(value) ? row[to] : value;
};

export const columnText = (column: Column, row: Row, names: Names): string =>
  column.text?.(row) ?? valueText(column.name, columnValue(column, row, names), row);

/** The name of an object: the value of `column`, or the object's id if that value is empty. */
export const namingText = (column: Column, row: Row): string => {
  const value = valueAt(row, column.name);
  const text = column.text?.(row) ?? null;
  if (text !== null) return text;
  return isEmpty(value) ? String(row['id']) : valueText(column.name, value, row);
};
