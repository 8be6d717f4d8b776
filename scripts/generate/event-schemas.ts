import { CATALOGUE } from '../../events-schema/catalogue.ts';
import type { Json, JsonObject } from '../../shared/domain/tenant.ts';
import { collectComponents, pascalCase } from './components.ts';
import { formatJson, isJsonObject, jsonSchemaOf, sortedByKey } from './json-schema.ts';

const FOLDER = 'events-schema/generated';
const OBJECTS = 'objects.json';
const DIALECT = { $schema: 'https://json-schema.org/draft/2020-12/schema' };

/** Returns the schema of a property of an object schema. Throws if there is no such property. */
const propertyOf = (schema: JsonObject, name: string): JsonObject => {
  const properties = schema['properties'];
  const property = isJsonObject(properties) ? properties[name] : undefined;
  if (!isJsonObject(property)) throw new Error(`The schema has no property ${name}.`);
  return property;
};

/** Replaces fields of `schema` that are identical in `object` by references to the fields of `object`. */
const withFieldsOf = (schema: Json, object: JsonObject, prefix: string): Json => {
  if (Array.isArray(schema)) return schema.map((each: Json) => withFieldsOf(each, object, prefix));
  if (!isJsonObject(schema)) return schema;
  const { properties, anyOf, ...rest } = schema;
  if (anyOf !== undefined) return { ...rest, anyOf: withFieldsOf(anyOf, object, prefix) };
  if (!isJsonObject(properties)) return schema;
  const fields = Object.entries(properties).map(([name, field]) => {
    const same = JSON.stringify(field) === JSON.stringify(propertyOf(object, name));
    return [name, same ? { $ref: `${prefix}/properties/${name}` } : field];
  });
  return { ...rest, properties: Object.fromEntries(fields) };
};

/**
 * Builds the event schema files by path: one JSON Schema per event type, and `objects.json` with the objects of events under `$defs`.
 * Schemas of previous attributes refer to the fields of their object.
 */
export const eventSchemaFiles = (): ReadonlyMap<string, string> => {
  const objects = collectComponents('#/$defs');
  const formerValues = new Map<string, Json>();
  const objectsReference = (reference: Json | undefined): string => `${OBJECTS}${String(reference)}`;

  const files = [...CATALOGUE].map(([type, { description, schema }]): [string, string] => {
    const eventSchema = jsonSchemaOf(schema, 'output');
    const objectSchema = propertyOf(eventSchema, 'data');
    const { $ref: reference } = objects.lift(objectSchema, pascalCase(type));
    const formerValuesSchema = withFieldsOf(propertyOf(eventSchema, 'previous_attributes'), objectSchema, String(reference));
    const name = `${String(reference).replace('#/$defs/', '')}PreviousAttributes`;
    const hasFormerValues = isJsonObject(formerValuesSchema) && formerValuesSchema['type'] !== 'null';
    if (hasFormerValues) formerValues.set(name, formerValuesSchema);
    const properties = {
      ...(eventSchema['properties'] as JsonObject),
      data: { $ref: objectsReference(reference) },
      ...(hasFormerValues ? { previous_attributes: { $ref: `${OBJECTS}#/$defs/${name}` } } : {}),
    };
    return [
      `${FOLDER}/${type}.json`,
      formatJson({ ...DIALECT, $id: `${type}.json`, title: type, description, ...eventSchema, properties }),
    ];
  });
  const $defs = sortedByKey([...Object.entries(objects.schemas()), ...formerValues] as readonly (readonly [string, Json])[]);
  return new Map([...files, [`${FOLDER}/${OBJECTS}`, formatJson({ ...DIALECT, $id: OBJECTS, $defs })]]);
};

/** Formats the event types as a Markdown table. */
export const eventTable = (): string =>
  ['| type | recorded when |', '|---|---|', ...[...CATALOGUE].map(([type, { description }]) => `| \`${type}\` | ${description} |`)].join(
    '\n',
  );
