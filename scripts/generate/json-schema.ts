import { type OverrideActionContext, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import type { Json, JsonObject } from '../../shared/domain/tenant.ts';

/** Which side of a schema is described: what may be sent, or what is answered. */
export type Side = 'input' | 'output';

const LENGTHS = /^(?:keys )?must have (\d+) to (\d+) characters\.$/;

/** Lengths in code points are checked by a function, which says what it demands in its message. */
const lengthsOf = ({ valibotAction, jsonSchema }: OverrideActionContext) => {
  const message = 'message' in valibotAction && typeof valibotAction.message === 'string' ? valibotAction.message : '';
  const [, minimum, maximum] = LENGTHS.exec(message) ?? [];
  return minimum === undefined || maximum === undefined ? null : { ...jsonSchema, minLength: Number(minimum), maxLength: Number(maximum) };
};

export const isJsonObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Applies `change` to every object of a JSON value, innermost first. */
export const mapObjects = (value: Json, change: (object: JsonObject) => Json): Json => {
  if (Array.isArray(value)) return value.map((item: Json) => mapObjects(item, change));
  if (!isJsonObject(value)) return value;
  return change(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapObjects(item, change)])));
};

/** Enumerated sets are open: what is known today is listed without shutting out what comes. */
const openEnumeration = (schema: JsonObject): JsonObject => {
  const { enum: values, ...rest } = schema;
  return Array.isArray(values) && schema['type'] === 'string' ? { ...rest, 'x-extensible-enum': values } : schema;
};

/** An answer may gain fields; anyone who reads it must let them pass. */
const openObject = (schema: JsonObject): JsonObject => {
  const { additionalProperties, ...rest } = schema;
  return additionalProperties === false ? rest : schema;
};

/** The JSON Schema (2020-12) of a schema, its enumerations open, and on the side of answers its objects too. */
export const jsonSchemaOf = (schema: v.GenericSchema, side: Side): JsonObject => {
  const { $schema: _, ...converted } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: side,
    errorMode: 'ignore',
    overrideAction: lengthsOf,
  });
  const plain = JSON.parse(JSON.stringify(converted)) as JsonObject;
  const open = mapObjects(plain, (object) => (side === 'output' ? openObject(openEnumeration(object)) : openEnumeration(object)));
  return open as JsonObject;
};

/** Indented, with the keys of `value` itself in order; what is deeper keeps the order it was declared in. */
export const stableJson = (value: JsonObject): string => `${JSON.stringify(value, null, 2)}\n`;

export const sortedByKey = <T>(entries: Iterable<readonly [string, T]>): Readonly<Record<string, T>> =>
  Object.fromEntries([...entries].sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)));
