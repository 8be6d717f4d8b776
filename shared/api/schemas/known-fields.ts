import type * as v from 'valibot';
import { mostSimilar } from '../../platform/suggestion.ts';

type Nested = { readonly [name: string]: unknown };

const isNested = (value: unknown): value is Nested => typeof value === 'object' && value !== null;

/** The schemas that a schema passes its value to: an option of a union, the wrapped schema, the schemas of a pipe. */
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

/** Suggests the known field that an unknown field of an issue resembles: ` Did you mean address.city?`; `''` if none is similar. */
export const fieldSuggestion = (schema: v.GenericSchema, issue: v.BaseIssue<unknown>): string => {
  const path = issue.path ?? [];
  const unknown = path.at(-1);
  if (unknown === undefined) return '';
  const parents = path.slice(0, -1).map(({ key }) => key);
  // The fields of a schema depend on its type; when fields that can contain schemas are read, `isNested` checks them.
  const root: readonly Nested[] = [schema as unknown as Nested];
  const objects = parents.reduce<readonly Nested[]>((found, key) => found.flatMap((each) => schemasAt(each, key)), root);
  const given = isNested(unknown.input) ? unknown.input : {};
  const candidates = [...new Set(objects.flatMap(namesOf))].filter((name) => !Object.hasOwn(given, name));
  const similar = mostSimilar(String(unknown.key), candidates);
  return similar === null ? '' : ` Did you mean ${[...parents, similar].join('.')}?`;
};
