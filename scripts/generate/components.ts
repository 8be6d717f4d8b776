import type { Json, JsonObject } from '../../shared/domain/tenant.ts';
import { isJsonObject, mapObjects, sortedByKey } from './json-schema.ts';

/** Named schemas of a document: every API object under the name in its `object` field. */
export interface Components {
  /** Replaces every API object in a schema by a reference. `origin`: the operation id or event type, which names variants of an object. */
  readonly lift: (schema: JsonObject, origin: string) => JsonObject;
  readonly schemas: () => JsonObject;
}

const objectNameOf = (schema: JsonObject): string | null => {
  const properties = schema['properties'];
  const object = isJsonObject(properties) ? properties['object'] : undefined;
  const name = isJsonObject(object) ? object['const'] : undefined;
  return typeof name === 'string' && name !== 'list' ? name : null;
};

/**
 * Collects API objects. The first shape of an object gets the object's name, so process read operations first. Another shape, such as an
 * object with its secret, is named after the operation that returns it: `api_key.create`. `prefix`: the prefix of references.
 */
export const collectComponents = (prefix = '#/components/schemas'): Components => {
  const shapes = new Map<string, string>();

  const nameFor = (object: string, origin: string, shape: string): string => {
    const verb = origin.slice(origin.lastIndexOf('.') + 1);
    const existing = [...shapes].find(([name, other]) => other === shape && (name === object || name.startsWith(`${object}.`)));
    if (existing) return existing[0];
    return shapes.has(object) ? `${object}.${verb}` : object;
  };

  const lift = (schema: JsonObject, origin: string): JsonObject =>
    mapObjects(schema, (candidate): Json => {
      const object = objectNameOf(candidate);
      if (object === null) return candidate;
      // The description is that of the field, not of the object: it stays next to the reference.
      const { description, ...described } = candidate;
      const shape = JSON.stringify(described);
      const name = nameFor(object, origin, shape);
      if (shapes.has(name) && shapes.get(name) !== shape)
        throw new Error(`${origin} returns another shape of ${name} than an earlier operation.`);
      shapes.set(name, shape);
      return { $ref: `${prefix}/${name}`, ...(description === undefined ? {} : { description }) };
    }) as JsonObject;

  return { lift, schemas: () => sortedByKey([...shapes].map(([name, shape]) => [name, JSON.parse(shape) as JsonObject] as const)) };
};
