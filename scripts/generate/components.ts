import type { Json, JsonObject } from '../../shared/domain/tenant.ts';
import { isJsonObject, sortedByKey } from './json-schema.ts';

/** Collects a named schema for each object in the schemas of a document. */
export interface Components {
  /**
   * Replaces every object in a schema by a reference. An object is named by its title, or else by its `object` field (`CheckoutSession`),
   * and a list by its items (`CustomerList`). Any other object is named `name`, or, if it is the value of a field,
   * `<name of the parent><name of the field>`.
   */
  readonly lift: (schema: JsonObject, name: string) => JsonObject;
  /** Adds an object under `name`. Objects inside it that declare no name get one that begins with `owner`. Returns a reference. */
  readonly liftPartOf: (owner: string, schema: JsonObject, name: string) => JsonObject;
  readonly schemas: () => JsonObject;
}

/** End of the names of request body schemas. */
export const PARAMS_SUFFIX = 'Params';

/** `CheckoutSession` for `checkout.session` and `checkout_session`. */
export const pascalCase = (name: string): string =>
  name.replaceAll(/(?:^|[._-])([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());

/** Name of one item of a list: `tier` for `tiers`. */
export const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/s$/, '');

const propertiesOf = (schema: JsonObject): JsonObject | null => {
  const properties = schema['properties'];
  return schema['type'] === 'object' && isJsonObject(properties) ? properties : null;
};

/** The name that an object declares: its title, or the constant in its field `object`. */
const declaredName = (schema: JsonObject): string | null => {
  if (typeof schema['title'] === 'string') return schema['title'];
  const object = propertiesOf(schema)?.['object'];
  const name = isJsonObject(object) ? object['const'] : undefined;
  return typeof name === 'string' && name !== 'list' ? pascalCase(name) : null;
};

/** Collects the objects of schemas. Throws if two different objects have the same name. `prefix`: the prefix of references. */
export const collectComponents = (prefix = '#/components/schemas'): Components => {
  const shapes = new Map<string, string>();

  const add = (name: string, schema: JsonObject): string => {
    const shape = JSON.stringify(schema);
    if ((shapes.get(name) ?? shape) !== shape) throw new Error(`Two schemas have the name ${name}: rename one of them with \`named\`.`);
    shapes.set(name, shape);
    return `${prefix}/${name}`;
  };

  const liftField = (owner: string, name: string, field: Json): Json => {
    if (!isJsonObject(field)) return field;
    // Generators of code have no type for a field that is always `null`, so the field becomes an object or `null`.
    if (field['type'] === 'null') return { ...field, type: ['object', 'null'] };
    const part = pascalCase(field['items'] === undefined ? name : singular(name));
    // Names of objects in bodies end with `Params`, like the names of bodies: `PriceCreateTierParams`.
    return lift(
      field,
      owner.endsWith(PARAMS_SUFFIX) ? `${owner.slice(0, -PARAMS_SUFFIX.length)}${part}${PARAMS_SUFFIX}` : `${owner}${part}`,
    );
  };

  const liftPartOf = (owner: string, schema: JsonObject, name: string): JsonObject => {
    // The description belongs to the field, not to the object, so it stays next to the reference.
    const { description, title: _, ...object } = schema;
    const fields = Object.entries(propertiesOf(object) ?? {}).map(([field, value]) => [field, liftField(owner, field, value)]);
    const $ref = add(name, { ...object, properties: Object.fromEntries(fields) });
    return { $ref, ...(description === undefined ? {} : { description }) };
  };

  /** A list is named after its items: `CustomerList`. */
  const listName = (schema: JsonObject): string | null => {
    const { object, data } = propertiesOf(schema) ?? {};
    const item = isJsonObject(data) && isJsonObject(object) && object['const'] === 'list' ? data['items'] : undefined;
    const name = isJsonObject(item) ? declaredName(item) : null;
    return name === null ? null : `${name}List`;
  };

  const lift = (schema: JsonObject, name: string): JsonObject => {
    if (propertiesOf(schema) !== null) {
      const schemaName = declaredName(schema) ?? listName(schema) ?? name;
      return liftPartOf(schemaName, schema, schemaName);
    }
    const { items, anyOf, additionalProperties } = schema;
    return {
      ...schema,
      ...(isJsonObject(items) ? { items: lift(items, name) } : {}),
      ...(Array.isArray(anyOf) ? { anyOf: anyOf.map((each: Json) => (isJsonObject(each) ? lift(each, name) : each)) } : {}),
      ...(isJsonObject(additionalProperties) ? { additionalProperties: lift(additionalProperties, name) } : {}),
    };
  };

  return { lift, liftPartOf, schemas: () => sortedByKey([...shapes].map(([name, shape]) => [name, JSON.parse(shape) as JsonObject])) };
};
