import type { Schema } from './description.ts';
import { UsageError } from './usage.ts';

type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };

const alternatives = (schema: Schema): readonly Schema[] => schema.anyOf?.flatMap(alternatives) ?? [schema];

/** The form of what is under a name; `null`: there is no such field. */
const inside = (schema: Schema, name: string): Schema | null => {
  for (const { properties, additionalProperties } of alternatives(schema)) {
    const found = properties?.[name] ?? (typeof additionalProperties === 'object' ? additionalProperties : null);
    if (found !== null) return found;
  }
  return null;
};

/** What a text of the command line means in a field of this form. */
const readAs = (schema: Schema, text: string, name: string): Value => {
  const types = alternatives(schema).map(({ type }) => type);
  if (text === 'null' && types.includes('null')) return null;
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if (types.includes('integer') || types.includes('number')) {
    const number = Number(text);
    if (text.trim() !== '' && Number.isFinite(number)) return number;
    if (!types.includes('string')) throw new UsageError(`--${name} takes a number.`);
  }
  const items = alternatives(schema).find(({ type }) => type === 'array')?.items;
  if (items !== undefined) return text.split(',').map((each) => readAs(items, each, name));
  return text;
};

/** `{ 'address.city': 'Delft' }` laid into `{ address: { city: 'Delft' } }`, each text as the form of its field says. */
export const fieldsOf = (schema: Schema, given: ReadonlyMap<string, string>): Readonly<Record<string, Value>> => {
  const all: Record<string, Value> = {};
  for (const [name, text] of given) {
    const parts = name.split('.');
    let form: Schema | null = schema;
    for (const part of parts) form = form === null ? null : inside(form, part);
    if (form === null) throw new UsageError(`There is no field ${name} here.`);
    lay(all, parts, readAs(form, text, name));
  }
  return all;
};

const lay = (into: Record<string, Value>, [name = '', ...rest]: readonly string[], value: Value): void => {
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const inner = { ...((into[name] ?? {}) as Record<string, Value>) };
  lay(inner, rest, value);
  into[name] = inner;
};
