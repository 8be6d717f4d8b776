import type { Scope } from '../../../../../shared/api/scopes.ts';
import type { FormField, Values } from '../../forms/forms.ts';
import type { FromRow, Row, RowOf } from '../rows.ts';

/** An API call with which a member changes or creates an object. */
export interface Action<T = Row> {
  /** The label of the button. */
  readonly title: string;
  readonly scope: Scope;
  readonly method?: 'DELETE';
  /** API path, relative to `/v1/`. */
  readonly path: FromRow<T, string>;
  /** The action removes the object although its method is not `DELETE`. After a removal, the list of such objects is shown. */
  readonly removes?: true;
  /** The action can be applied to a deleted object, of which only the id is known. */
  readonly appliesToDeleted?: true;
  /** Whether the action is offered in the object's current state. The API makes the final check. */
  readonly when?: FromRow<T, boolean>;
  /** The consequences of the action, shown before the member confirms it. */
  readonly effect?: string | FromRow<T, string>;
  readonly fields?: readonly FormField[];
  /** Values that the form takes from the object: initial values of fields, and other values on which fields depend. */
  readonly initial?: FromRow<T, Values>;
  /** An API call that takes the same body as the action and returns its costs. They are shown before the member confirms the action. */
  readonly preview?: { readonly path: FromRow<T, string>; readonly textOf: FromRow<Row, string> };
  /** The form starts with the values of the object; only changed fields are sent. */
  readonly edits?: true;
  /** Fields of the request body that the member does not enter. */
  readonly fixed?: FromRow<T, Row>;
  /** The response field that the dialog shows with a Copy button, unless it is `null`. `isSecret`: the API returns it only once. */
  readonly copyableField?: { readonly name: string; readonly title: string; readonly isSecret?: true };
  /** The confirmation text after the action. `row`: the object before the action. */
  readonly done: string | { bivariant(response: Row, row: T): string }['bivariant'];
  /** The action is a refund, for which the member chooses the amount. */
  readonly isRefund?: true;
  /** The label of the button in the dialog; omitted: the title. */
  readonly submit?: string;
  /** The label of the button that cancels the dialog; omitted: `Cancel`. */
  readonly cancelLabel?: string;
  /** The action ends, deletes or disables something, so its button is red. */
  readonly isDestructive?: true;
  /** The name that the member must type, because the action cannot be undone. */
  readonly confirmName?: FromRow<T, string>;
}

/** The actions by the screen that lists the objects. */
export type ActionsByScreen = { readonly [Name in keyof RowOf]?: readonly Action<RowOf[Name]>[] };

/** An object that has the field `Name`. */
type With<Name extends string> = Readonly<Record<Name, unknown>>;

export const idOf = ({ id }: With<'id'>): string => String(id);
export const pathOf =
  (path: string, suffix = '') =>
  (row: With<'id'>): string =>
    `${path}/${idOf(row)}${suffix}`;

/** Returns a predicate: whether the field has one of the values. */
export const is =
  <Name extends string>(name: Name, ...values: readonly unknown[]) =>
  (row: With<Name>): boolean =>
    values.includes(row[name]);
export const isNot =
  <Name extends string>(name: Name, ...values: readonly unknown[]) =>
  (row: With<Name>): boolean =>
    !values.includes(row[name]);

/** Returns a predicate: whether both predicates are true. */
export const and =
  <One, Other>(one: (row: One) => boolean, other: (row: Other) => boolean) =>
  (row: One & Other): boolean =>
    one(row) && other(row);

export const field = (
  name: string,
  label: string,
  kind: FormField['kind'],
  rest: Omit<FormField, 'name' | 'label' | 'kind'> = {},
): FormField => ({ name, label, kind, ...rest });

/** A field that must not be empty. */
export const requiredField = (name: string, label: string, kind: FormField['kind'], rest: Partial<FormField> = {}): FormField => ({
  ...field(name, label, kind, rest),
  isRequired: true,
});

/** The confirmation of an action, such as "Product archived." */
export const doneText = ({ done }: Pick<Action, 'done'>, response: Row, row: Row): string =>
  typeof done === 'function' ? done(response, row) : done;

/** An action without a form, sent with POST. The type of the list that contains the action determines `T`. */
export const postAction = <T extends With<'id'>>(
  title: string,
  scope: Scope,
  path: FromRow<NoInfer<T>, string>,
  when: FromRow<NoInfer<T>, boolean>,
  effect: string | FromRow<NoInfer<T>, string>,
  done: Action<NoInfer<T>>['done'],
): Action<T> => ({ title, scope, path, when, effect, done });

/** An action without a form that sets the fields `fixed` of an object. */
export const updateAction = <T extends With<'id'>>(
  title: string,
  scope: Scope,
  path: string,
  fixed: Row,
  when: FromRow<NoInfer<T>, boolean>,
  effect: string,
  done: string,
): Action<T> => ({ ...postAction<T>(title, scope, pathOf(path), when, effect, done), fixed: () => fixed });
