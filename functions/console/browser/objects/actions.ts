import type { Scope } from '../../../../shared/api/scopes.ts';
import type { FormField } from '../forms/forms.ts';
import type { OfRow, Row, RowOf } from './rows.ts';

/** Something that a member does to an object, or to make one: a call of the API. */
export interface Action<T = Row> {
  /** On its button. */
  readonly title: string;
  readonly scope: Scope;
  readonly method?: 'DELETE';
  /** Below `/v1/`. */
  readonly path: OfRow<T, string>;
  /** The object is not there any more once it is done, as after `DELETE`. */
  readonly removes?: true;
  /** It can be done to what was deleted too, of which only the id is known then. */
  readonly ofDeleted?: true;
  /** Whether it makes sense for the object as it is. The API has the final outcome. */
  readonly when?: OfRow<T, boolean>;
  /** What comes of it, reported before it is done. */
  readonly says?: string | OfRow<T, string>;
  readonly fields?: readonly FormField[];
  /** Asked with the same body before it is done: what it would come to, reported next to the button that does it. */
  readonly preview?: { readonly path: OfRow<T, string>; readonly textOf: OfRow<Row, string> };
  /** Its fields start from what the object has, and what was changed is sent. */
  readonly edits?: true;
  /** Sent with what was typed. */
  readonly fixed?: OfRow<T, Row>;
  /** A field of the answer that is shown once, unless that is `null`, and what it is. */
  readonly shows?: { readonly name: string; readonly title: string };
}

/** The actions on each kind of object, by the screen that lists them. */
export type ActionsByScreen = { readonly [Name in keyof RowOf]?: readonly Action<RowOf[Name]>[] };

/** A predicate's parameter: an object that has the field. */
type With<Name extends string> = Readonly<Record<Name, unknown>>;

export const idOf = ({ id }: With<'id'>): string => String(id);
export const below =
  (path: string, rest = '') =>
  (row: With<'id'>): string =>
    `${path}/${idOf(row)}${rest}`;

export const is =
  <Name extends string>(name: Name, ...values: readonly unknown[]) =>
  (row: With<Name>): boolean =>
    values.includes(row[name]);
export const not =
  <Name extends string>(name: Name, ...values: readonly unknown[]) =>
  (row: With<Name>): boolean =>
    !values.includes(row[name]);

/** Where both hold. */
export const both =
  <One, Other>(one: (row: One) => boolean, other: (row: Other) => boolean) =>
  (row: One & Other): boolean =>
    one(row) && other(row);

/** `field('name', 'Name', 'text')`. */
export const field = (
  name: string,
  label: string,
  kind: FormField['kind'],
  rest: Omit<FormField, 'name' | 'label' | 'kind'> = {},
): FormField => ({
  name,
  label,
  kind,
  ...rest,
});

/** The same where it has to be filled in. */
export const needed = (name: string, label: string, kind: FormField['kind'], rest: Partial<FormField> = {}): FormField => ({
  ...field(name, label, kind, rest),
  isRequired: true,
});

/** Something done by a verb after the object's path. The list of actions that it is in determines the kind of object. */
export const does = <T extends With<'id'>>(
  title: string,
  scope: Scope,
  path: OfRow<NoInfer<T>, string>,
  when: OfRow<NoInfer<T>, boolean>,
  says: string | OfRow<NoInfer<T>, string>,
): Action<T> => ({ title, scope, path, when, says });

/** Sets fields of an object, without a form. */
export const sets = <T extends With<'id'>>(
  title: string,
  scope: Scope,
  path: string,
  fixed: Row,
  when: OfRow<NoInfer<T>, boolean>,
  says: string,
): Action<T> => ({ ...does<T>(title, scope, below(path), when, says), fixed: () => fixed });
