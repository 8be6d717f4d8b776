import { type OverrideActionContext, type OverrideSchemaContext, toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import type { Json, JsonObject } from '../../shared/domain/tenant.ts';

/** `input`: the schema of a request; `output`: the schema of a response. */
export type Side = 'input' | 'output';

const LENGTHS = /^(?:keys )?must have (\d+) to (\d+) characters\.$/;

/**
 * Adds the limits of an action that checks the length in code points. Reads the limits from the action's message. Returns `null` for any
 * other action.
 */
const withLengths = ({ valibotAction, jsonSchema }: OverrideActionContext) => {
  const message = 'message' in valibotAction && typeof valibotAction.message === 'string' ? valibotAction.message : '';
  const [, minimum, maximum] = LENGTHS.exec(message) ?? [];
  return minimum === undefined || maximum === undefined ? null : { ...jsonSchema, minLength: Number(minimum), maxLength: Number(maximum) };
};

/**
 * Adds the descriptions of an object's fields. The conversion drops the description of a field with a transformation, such as a normalized
 * URL.
 */
const withDescriptions = ({ valibotSchema, jsonSchema }: OverrideSchemaContext) => {
  if (!('entries' in valibotSchema) || jsonSchema.properties === undefined) return null;
  for (const [name, entry] of Object.entries(valibotSchema.entries as Readonly<Record<string, v.GenericSchema>>)) {
    const description = v.getDescription(entry);
    const property = jsonSchema.properties[name];
    if (description !== undefined && typeof property === 'object') property.description = description;
  }
  return jsonSchema;
};

export const isJsonObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Applies `change` to every object of a JSON value, innermost first. */
export const mapObjects = (value: Json, change: (object: JsonObject) => Json): Json => {
  if (Array.isArray(value)) return value.map((item: Json) => mapObjects(item, change));
  if (!isJsonObject(value)) return value;
  return change(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapObjects(item, change)])));
};

/** Replaces an enumeration by `x-extensible-enum`, since values may be added. */
const openEnumeration = (schema: JsonObject): JsonObject => {
  const { enum: values, ...rest } = schema;
  return Array.isArray(values) && schema['type'] === 'string' ? { ...rest, 'x-extensible-enum': values } : schema;
};

/** Allows additional properties in a response, since fields may be added. */
const openObject = (schema: JsonObject): JsonObject => {
  const { additionalProperties, ...rest } = schema;
  return additionalProperties === false ? rest : schema;
};

/** Whether a schema describes an object with named fields; the OpenAPI document gives such schemas a name and refers to them. */
const hasFields = (schema: JsonObject): boolean => schema['properties'] !== undefined || schema['$ref'] !== undefined;

/** Replaces `anyOf` of a value and `null` by a `type` with two entries: generators of code read `anyOf` as a class. */
const nullableType = (schema: JsonObject): JsonObject => {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [value, nothing] = anyOf as readonly Json[];
  if (!isJsonObject(value) || !isJsonObject(nothing) || nothing['type'] !== 'null') return schema;
  return typeof value['type'] !== 'string' || hasFields(value) ? schema : { ...value, ...rest, type: [value['type'], 'null'] };
};

/**
 * Adds what generators of code need: the type of a constant, and 64 bits for integers, since 32 bits end in 2038 for times and at 21.4
 * million euros for amounts. Removes the constant of a boolean, for which openapi-generator writes Java code that does not compile.
 */
const typed = (schema: JsonObject): JsonObject => {
  if (schema['type'] === 'integer') return { ...schema, format: 'int64' };
  const { const: constant, ...rest } = schema;
  if (typeof constant === 'boolean') return { type: 'boolean', ...rest };
  return constant === undefined || isJsonObject(constant) ? schema : { type: typeof constant, ...schema };
};

/** Converts to JSON Schema (2020-12), with open enumerations, open objects in responses, and types that generators of code can read. */
export const jsonSchemaOf = (schema: v.GenericSchema, side: Side): JsonObject => {
  const { $schema: _, ...converted } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: side,
    errorMode: 'ignore',
    overrideAction: withLengths,
    overrideSchema: withDescriptions,
  });
  const plain = JSON.parse(JSON.stringify(converted)) as JsonObject;
  const open = mapObjects(plain, (object) => {
    const readable = nullableType(typed(openEnumeration(object)));
    return side === 'output' ? openObject(readable) : readable;
  });
  return open as JsonObject;
};

/** Formats a JSON object with an indentation of two spaces; the keys keep their order. */
export const formatJson = (value: JsonObject): string => `${JSON.stringify(value, null, 2)}\n`;

export const sortedByKey = <T>(entries: Iterable<readonly [string, T]>): Readonly<Record<string, T>> =>
  Object.fromEntries([...entries].sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)));
