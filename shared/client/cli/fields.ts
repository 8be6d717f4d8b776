import type { Schema } from './description.ts';
import { UsageError } from './usage.ts';

type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };

const alternatives = (schema: Schema): readonly Schema[] => schema.anyOf?.flatMap(alternatives) ?? [schema];

/** The types of a value: `['string', 'null']`. */
const typesOf = (schema: Schema): readonly (string | undefined)[] => alternatives(schema).flatMap(({ type }) => type);

/** Returns the schema of a field; `null` if there is no such field. */
const fieldSchema = (schema: Schema, name: string): Schema | null => {
  for (const { properties, additionalProperties } of alternatives(schema)) {
    const field = properties?.[name] ?? (typeof additionalProperties === 'object' ? additionalProperties : null);
    if (field !== null) return field;
  }
  return null;
};

/** Converts an argument to the type of its schema. Throws `UsageError`. */
const parseValue = (schema: Schema, text: string, name: string): Value => {
  const types = typesOf(schema);
  if (text === 'null' && types.includes('null')) return null;
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if (types.includes('integer') || types.includes('number')) {
    const number = Number(text);
    if (text.trim() !== '' && Number.isFinite(number)) return number;
    if (!types.includes('string')) throw new UsageError(`--${name} must be a number.`);
  }
  const items = alternatives(schema).find((alternative) => alternative.items !== undefined)?.items;
  if (items !== undefined) return text.split(',').map((each) => parseValue(items, each, name));
  return text;
};

/** Converts `{ 'address.city': 'Delft' }` to `{ address: { city: 'Delft' } }`, with values of the schema's types. Throws `UsageError`. */
export const fieldsOf = (schema: Schema, options: ReadonlyMap<string, string>): Readonly<Record<string, Value>> => {
  const all: Record<string, Value> = {};
  for (const [name, text] of options) {
    const parts = name.split('.');
    let valueSchema: Schema | null = schema;
    for (const part of parts) valueSchema = valueSchema === null ? null : fieldSchema(valueSchema, part);
    if (valueSchema === null) throw new UsageError(`Unknown field ${name}.`);
    setField(all, parts, parseValue(valueSchema, text, name));
  }
  return all;
};

const setField = (target: Record<string, Value>, [name = '', ...rest]: readonly string[], value: Value): void => {
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  const inner = { ...((target[name] ?? {}) as Record<string, Value>) };
  setField(inner, rest, value);
  target[name] = inner;
};
