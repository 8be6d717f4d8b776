import type { EntityKind } from '../forms/forms.ts';
import type { Column } from '../objects/column.ts';
import type { Row, RowOf } from '../objects/rows.ts';

/** How a list of the console is declared. */

/** A filter of a list: the query parameter `name` of the API. */
export type Filter =
  | {
      readonly kind: 'tabs';
      readonly title: string;
      readonly name: string;
      readonly options: Readonly<Record<string, string>>;
      /** The API does not count the objects of this list. */
      readonly lacksCounts?: true;
    }
  | { readonly kind: 'choice'; readonly title: string; readonly name: string; readonly options: Readonly<Record<string, string>> }
  | { readonly kind: 'entity'; readonly title: string; readonly name: string; readonly entity: EntityKind }
  | { readonly kind: 'text'; readonly title: string; readonly name: string };

/** A list on an object's page: the list of `screen`, filtered by the query parameter `by` with the id of the page's object. */
export interface Related {
  readonly screen: keyof RowOf;
  readonly by: string;
}

export interface Screen<T = Row> {
  readonly title: string;
  /** The name of one object, for use in a sentence. */
  readonly one: string;
  /** API path, relative to `/v1/`. */
  readonly path: string;
  /** The prefix of the objects' ids. */
  readonly prefix: string;
  /** The only mode that has the screen; omitted: both modes. */
  readonly only?: 'test';
  /** The first column is the name of the object and links to its page. */
  readonly columns: readonly [Column<T>, ...Column<T>[]];
  /** The text of an empty list: what the list contains and how an object is created. */
  readonly empty: string;
  readonly filters?: readonly Filter[];
  /** The text after the sum of the list's amounts: `paid`; omitted: the list shows no sum, because the API's summary has none. */
  readonly totals?: string;
  /** The list can be limited to a range of dates. */
  readonly hasDates?: true;
  readonly related?: readonly Related[];
  /** The `expand` parameter of the list, so that the rows contain the names of other objects. */
  readonly expand?: string;
  /** The `expand` parameter of an object's page, if it differs from the list's; `null`: none. */
  readonly expandOne?: string | null;
  /** Each object has a PDF document at `<object>/pdf`. */
  readonly hasDocument?: true;
}
