import type * as v from 'valibot';
import { mostSimilar } from '../../platform/suggestion.ts';
import { counterpartOf } from './names-elsewhere.ts';

type Nested = { readonly [name: string]: unknown };

const isNested = (value: unknown): value is Nested => typeof value === 'object' && value !== null;

/** The schemas that a schema passes its value to: the options of a union, the wrapped schema, the schemas of a pipe. */
const innerSchemas = (schema: Nested): readonly Nested[] => {
  const { options, wrapped, pipe } = schema;
  const parts = [...(Array.isArray(options) ? options : []), ...(Array.isArray(pipe) ? pipe : []), wrapped];
  return parts.filter((part): part is Nested => isNested(part) && part !== schema && part['kind'] === 'schema');
};

/** The schemas of the field or element with the name `key`. */
const schemasAt = (schema: Nested, key: unknown): readonly Nested[] => {
  const { entries, item } = schema;
  const own = typeof key === 'number' ? item : isNested(entries) ? entries[String(key)] : undefined;
  return [...(isNested(own) ? [own] : []), ...innerSchemas(schema).flatMap((inner) => schemasAt(inner, key))];
};

const namesOf = (schema: Nested): readonly string[] => [
  ...(isNested(schema['entries']) ? Object.keys(schema['entries']) : []),
  ...innerSchemas(schema).flatMap(namesOf),
];

/** What to say about an unknown field. */
export interface FieldHint {
  /** Follows the error message: ` Did you mean address.city?`; `''`: nothing. */
  readonly text: string;
  /** Path of the suggested field; `null`: none. */
  readonly field: string | null;
}

const NO_HINT: FieldHint = { text: '', field: null };

/** Suggests a known field for the unknown field of an issue: one with a similar name, or the field that has this name in other APIs. */
export const fieldHint = (schema: v.GenericSchema, issue: v.BaseIssue<unknown>): FieldHint => {
  const path = issue.path ?? [];
  const unknown = path.at(-1);
  if (unknown === undefined) return NO_HINT;
  const parents = path.slice(0, -1).map(({ key }) => key);
  // The type `GenericSchema` does not contain the fields of a schema, so each field is read as `unknown` and checked by `isNested`.
  const root: readonly Nested[] = [schema as unknown as Nested];
  const objects = parents.reduce<readonly Nested[]>((found, key) => found.flatMap((each) => schemasAt(each, key)), root);
  const given = isNested(unknown.input) ? unknown.input : {};
  const candidates = [...new Set(objects.flatMap(namesOf))].filter((name) => !Object.hasOwn(given, name));
  const name = String(unknown.key);
  const counterpart = counterpartOf(name, candidates);
  if (counterpart?.sentence !== undefined) return { text: ` ${counterpart.sentence}`, field: null };
  const similar = counterpart?.field ?? mostSimilar(name, candidates);
  if (similar === null) return NO_HINT;
  const field = [...parents, similar].join('.');
  return { text: ` Did you mean ${field}?`, field };
};
