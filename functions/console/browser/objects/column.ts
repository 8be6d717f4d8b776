import type { ComponentChildren } from 'preact';
import type { FieldPath, FromRow, Row } from './rows.ts';

/** A column of a list of API objects. */
export interface Column<T = Row> {
  readonly title: string;
  readonly name: FieldPath<T>;
  readonly isNumber?: true;
  /** Shows the status of the object as a badge. */
  readonly isStatus?: true;
  /** The field is the id of an object whose name is shown; omitted: the field itself is shown. */
  readonly namedBy?: NameKind;
  /** The cell links to the object whose id the field contains, even if the cell shows a `text`. */
  readonly isLink?: true;
  /** Text shown in place of the field; `null`: the field is shown. */
  readonly text?: FromRow<T, string | null>;
  /** A component that loads and shows the content of the cell; omitted: the cell shows the text. */
  readonly cell?: FromRow<T, ComponentChildren>;
}

/**
 * What the id in the field identifies. `object`: an object, which the cell names and links to; an invoice is named by its number, a
 * subscription by its product. `customer_of`: a payment; the cell names the customer who paid it. `actor`: an API key or a member.
 */
export type NameKind = 'object' | 'customer_of' | 'actor';

/** Names of objects by id. */
export type Names = ReadonlyMap<string, string>;
