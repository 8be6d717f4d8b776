import type { Schema } from './description.ts';
import { CommandLineError, optionSuggestion } from './usage.ts';

type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };

/** A field with more known values than this is described as a string. */
const MAX_LISTED_VALUES = 8;

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

/** A field as an option of the command line. */
export interface Field {
  /** `address.city`; `metadata.NAME` for an object that accepts any keys. */
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** Returns the schema with this description; unchanged if `description` is undefined. */
export const withDescription = (schema: Schema, description: string | undefined): Schema =>
  description === undefined ? schema : { ...schema, description };

/** Returns the fields of an object; those of nested objects have names such as `address.city`. */
export const fieldsIn = (schema: Schema, prefix = ''): readonly Field[] =>
  alternatives(schema).flatMap(({ properties = {}, required = [], additionalProperties }) => [
    ...Object.entries(properties).flatMap(([key, each]) => {
      const name = `${prefix}${key}`;
      const nested = fieldsIn(each, `${name}.`);
      return nested.length > 0 ? nested : [{ name, schema: each, isRequired: required.includes(key) }];
    }),
    ...(typeof additionalProperties === 'object'
      ? [{ name: `${prefix}NAME`, schema: withDescription(additionalProperties, schema.description), isRequired: false }]
      : []),
  ]);

/** Describes the type of a field: `integer`, `list of string`, `month|year`. */
export const typeOf = (schema: Schema): string => {
  const types = alternatives(schema).map((each) => {
    const { type, items, 'x-extensible-enum': values } = each;
    if (items !== undefined) return items.properties === undefined ? `list of ${typeOf(items)}` : 'list as JSON';
    if (values !== undefined && values.length <= MAX_LISTED_VALUES) return values.join('|');
    return [type]
      .flat()
      .filter((name) => name !== 'null')
      .join('|');
  });
  const text = types.filter((type) => type !== '' && type !== 'null').join('|');
  return typesOf(schema).includes('null') ? `${text} or null` : text;
};

const parseJson = (text: string, name: string): Value => {
  try {
    return JSON.parse(text) as Value;
  } catch {
    throw new CommandLineError(`--${name} must be JSON.`);
  }
};

/** Converts an argument to the type of its schema. Throws `CommandLineError`. */
const parseValue = (schema: Schema, text: string, name: string): Value => {
  const types = typesOf(schema);
  if (text === 'null' && types.includes('null')) return null;
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if (types.includes('integer') || types.includes('number')) {
    const number = Number(text);
    if (text.trim() !== '' && Number.isFinite(number)) return number;
    if (!types.includes('string')) throw new CommandLineError(`--${name} must be a number.`);
  }
  // A known value that is accepted instead of a list, such as `all` for the field `plans`.
  if (alternatives(schema).some(({ 'x-extensible-enum': values }) => values?.includes(text))) return text;
  const items = alternatives(schema).find((alternative) => alternative.items !== undefined)?.items;
  if (items?.properties !== undefined) return parseJson(text, name);
  if (items !== undefined) return text.split(',').map((each) => parseValue(items, each, name));
  return text;
};

/** Converts `{ 'address.city': 'Delft' }` to `{ address: { city: 'Delft' } }`, with values of the schema's types. Throws `CommandLineError`. */
export const parseFields = (schema: Schema, options: ReadonlyMap<string, string>): Readonly<Record<string, Value>> => {
  const all: Record<string, Value> = {};
  for (const [name, text] of options) {
    const parts = name.split('.');
    let valueSchema: Schema | null = schema;
    for (const part of parts) valueSchema = valueSchema === null ? null : fieldSchema(valueSchema, part);
    if (valueSchema === null)
      throw new CommandLineError(
        `Unknown field ${name}.${optionSuggestion(
          name,
          fieldsIn(schema).map((each) => each.name),
        )}`,
      );
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
