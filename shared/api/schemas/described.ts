import * as v from 'valibot';

/** Defined by the build of bundles (`scripts/build/options.ts`), and nowhere else. */
declare const DESCRIPTIONS_DROPPED: boolean;

/**
 * Returns a text for the API's documentation; `undefined` in a bundle. Bundles do not contain the text: in a bundle, `doc` is an empty
 * function, and esbuild removes calls of empty functions together with their arguments.
 */
export function doc(text: string): string | undefined {
  if (typeof DESCRIPTIONS_DROPPED === 'undefined') return text;
}

/**
 * Adds a description to the schema of a field: `described(v.nullable(timestamp), doc('Unix time in seconds when ...'))`. The OpenAPI
 * document, the event schemas and the client's types contain it. In a bundle, returns the schema unchanged.
 */
export function described<Schema extends v.GenericSchema>(schema: Schema, text: string | undefined): Schema {
  if (typeof DESCRIPTIONS_DROPPED === 'undefined' && text !== undefined) {
    // The cast drops the description from the type, which keeps the type of the field readable.
    return v.pipe(schema, v.description(text)) as unknown as Schema;
  }
  return schema;
}

/**
 * Names the schema of an object in the OpenAPI document: `named(v.strictObject({ ... }), 'Address')`. Schemas without a name are named
 * after their `object` field or their place, such as `InvoiceLine`; a name is needed for variants of an object, and for objects in several
 * places. In a bundle, returns the schema unchanged.
 */
export function named<Schema extends v.GenericSchema>(schema: Schema, name: string): Schema {
  // The cast drops the name from the type, like the cast in `described`.
  return typeof DESCRIPTIONS_DROPPED === 'undefined' ? (v.pipe(schema, v.title(name)) as unknown as Schema) : schema;
}
