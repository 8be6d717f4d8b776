import type { Json, JsonObject } from '../../shared/domain/tenant.ts';
import { isJsonObject } from '../generate/json-schema.ts';

/** A shorter description only repeats the name. */
const MIN_LENGTH = 10;

const objectOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});
const listOf = (value: Json | undefined): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);

const findingOf = (label: string, { description }: JsonObject): string[] =>
  typeof description === 'string' && description.length >= MIN_LENGTH ? [] : [`${label}: no description`];

/** Schemas that a schema contains directly, not in a property: alternatives and items. */
const partsOf = (schema: JsonObject): readonly JsonObject[] =>
  [...['anyOf', 'oneOf', 'allOf'].flatMap((name) => listOf(schema[name])), schema['items']].filter(isJsonObject);

/** Findings in the properties of a schema, also nested ones. References are not followed. */
const inSchema = (label: string, schema: JsonObject, path: readonly string[] = []): string[] => [
  ...Object.entries(objectOf(schema['properties'])).flatMap(([name, property]) => [
    ...findingOf(`${label} ${[...path, name].join('.')}`, objectOf(property)),
    ...inSchema(label, objectOf(property), [...path, name]),
  ]),
  ...partsOf(schema).flatMap((part) => inSchema(label, part, path)),
];

const jsonSchemaIn = (content: JsonObject): JsonObject => objectOf(objectOf(objectOf(content['content'])['application/json'])['schema']);

const inOperation = (operation: JsonObject): string[] => {
  const id = String(operation['operationId']);
  return [
    ...findingOf(id, operation),
    ...listOf(operation['parameters'])
      .filter(({ $ref }) => $ref === undefined)
      .flatMap((parameter) => findingOf(`${id} ${parameter['in']} ${parameter['name']}`, parameter)),
    ...inSchema(`${id} body`, jsonSchemaIn(objectOf(operation['requestBody']))),
    ...inSchema(`${id} response`, jsonSchemaIn(objectOf(objectOf(operation['responses'])['200']))),
  ];
};

/** Schemas of requests: in these, `null` means the same as leaving the field out, or clears it. */
const isRequest = (name: string): boolean => name.endsWith('Params') || name.startsWith('CloudEvent');

const isNullable = ({ type, anyOf }: JsonObject): boolean =>
  (Array.isArray(type) && type.includes('null')) || listOf(anyOf).some((part) => part['type'] === 'null');

/** Properties of responses that can be `null` and whose description does not mention `null`. */
const unexplainedNulls = (label: string, schema: JsonObject): string[] => [
  ...Object.entries(objectOf(schema['properties'])).flatMap(([name, value]) => {
    const property = objectOf(value);
    const isExplained = !isNullable(property) || String(property['description']).includes('`null`');
    return [...(isExplained ? [] : [`${label} ${name}: no description of null`]), ...unexplainedNulls(`${label} ${name}`, property)];
  }),
  ...partsOf(schema).flatMap((part) => unexplainedNulls(label, part)),
];

/** Lists what lacks a description in an OpenAPI document, or has one that is too short or does not explain `null`. */
export const undescribed = (document: JsonObject): readonly string[] => [
  ...Object.values(objectOf(document['paths'])).flatMap((methods) =>
    Object.values(objectOf(methods)).flatMap((operation) => inOperation(objectOf(operation))),
  ),
  ...Object.entries(objectOf(objectOf(document['components'])['schemas'])).flatMap(([name, schema]) =>
    inSchema(`schema ${name}`, objectOf(schema)),
  ),
  ...Object.entries(objectOf(objectOf(document['components'])['schemas'])).flatMap(([name, schema]) =>
    isRequest(name) ? [] : unexplainedNulls(`schema ${name}`, objectOf(schema)),
  ),
];
