import type { Scope } from '../../../../shared/api/scopes.ts';
import type { FormField } from '../forms/forms.ts';
import type { Row } from './rows.ts';

/** Something that a member does to an object, or to make one: a call of the API. */
export interface Action {
  /** On its button. */
  readonly title: string;
  readonly scope: Scope;
  readonly method?: 'DELETE';
  /** Below `/v1/`. */
  readonly path: (row: Row) => string;
  /** The object is not there any more once it is done, as after `DELETE`. */
  readonly removes?: true;
  /** It can be done to what was deleted too, of which only the id is known then. */
  readonly ofDeleted?: true;
  /** Whether it makes sense for the object as it is. The API has the final outcome. */
  readonly when?: (row: Row) => boolean;
  /** What comes of it, reported before it is done. */
  readonly says?: string | ((row: Row) => string);
  readonly fields?: readonly FormField[];
  /** Asked with the same body before it is done: what it would come to, reported next to the button that does it. */
  readonly preview?: { readonly path: (row: Row) => string; readonly textOf: (answer: Row) => string };
  /** Its fields start from what the object has, and what was changed is sent. */
  readonly edits?: true;
  /** Sent with what was typed. */
  readonly fixed?: (row: Row) => Row;
  /** A field of the answer that is shown once, unless that is `null`, and what it is. */
  readonly shows?: { readonly name: string; readonly title: string };
}

export const idOf = (row: Row): string => String(row['id']);
export const below =
  (path: string, rest = '') =>
  (row: Row): string =>
    `${path}/${idOf(row)}${rest}`;

export const is =
  (name: string, ...values: readonly unknown[]) =>
  (row: Row): boolean =>
    values.includes(row[name]);
export const not =
  (name: string, ...values: readonly unknown[]) =>
  (row: Row): boolean =>
    !values.includes(row[name]);

/** Where both hold. */
export const both =
  (one: (row: Row) => boolean, other: (row: Row) => boolean) =>
  (row: Row): boolean =>
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

type Labels = NonNullable<Action['says']>;

/** Something done by a word behind the object's path. */
export const does = (title: string, scope: Scope, path: (row: Row) => string, when: (row: Row) => boolean, says: Labels): Action => ({
  title,
  scope,
  path,
  when,
  says,
});

/** Sets what an object has alone, without a form. */
export const sets = (title: string, scope: Scope, path: string, fixed: Row, when: (row: Row) => boolean, says: Labels): Action => ({
  ...does(title, scope, below(path), when, says),
  fixed: () => fixed,
});
