import type { FieldPath, FromRow, Row } from './rows.ts';

/** A column of a list of API objects. */
export interface Column<T = Row> {
  readonly title: string;
  readonly name: FieldPath<T>;
  readonly isNumber?: true;
  /** Shows the status of the object as a badge. */
  readonly isStatus?: true;
  /** If the field is only the id of another object: how the name to show for this id is found. */
  readonly namedBy?: NameKind;
  /** Text shown in place of the field; `null`: the field is shown. */
  readonly text?: FromRow<T, string | null>;
}

/**
 * The kind of id for which a name is found. The name of an invoice is its number, that of a subscription its product's name.
 * `payment_customers`: id of a payment, whose name is that of its customer. `actors`: id of an API key or member.
 */
export type NameKind = 'customers' | 'products' | 'prices' | 'meters' | 'invoices' | 'subscriptions' | 'payment_customers' | 'actors';

/** Names of objects by id. */
export type Names = ReadonlyMap<string, string>;
